/** Turns the outputs of a text into what is told of each: one clause per block, with its heading where it needs one. */
import type { Recognized, RecognizeText } from '../look/recognized.ts';
import { isQuiet } from './gravity.ts';
import { areSides, labelsOf, type Place } from './headings.ts';
import { lowered, sentencesOf } from '../look/sentences.ts';
import { causeIn } from './sentences.ts';
import { timeFacts } from './timeRuns.ts';
import { isContext } from './weights.ts';

/** A block of the text with the headings over it, and what it is. */
export interface Block extends Place { text: string; what: Recognized }
/** The report on a block; `label`: its heading, if others have the same form. */
export interface Telling { what: Recognized; label: string | null }

/** Outputs of one tool that are read together, unless headings distinguish them. */
const JOINED: ReadonlySet<string> = new Set([
  'perf-stat', 'time-output', 'du', 'folder-list', 'tree', 'df', 'query-result',
]);
/** Outputs whose sides are compared, each under its label. */
const LABELLED: ReadonlySet<string> = new Set(['oprofile']);
/** Outputs that measure a run, between which a blank line stands when they are read together. */
const MEASURES: ReadonlySet<string> = new Set(['perf-stat', 'time-output']);
/** Forms each of whose outputs is told, also if the text is named by one of them. */
const CAPTURES: ReadonlySet<string> = new Set([
  'text-goroutine', 'goroutine-dump', 'text-heap', 'gperftools-heap', 'text-contention', 'perf-report',
  'perf-table', 'perf-top', 'panicparse', 'perf-stat', 'query-answer',
  'server-state', 'target-health', 'alert-list', 'alert-table', 'alert-series', 'targets-part', 'viewed-answer',
  'tsdb-status', 'tsdb-list',
  'head-stats', 'top', 'ps', 'kubectl-top', 'docker-stats', 'free', 'vmstat', 'iostat', 'proc-status', 'k6', 'wrk',
  'go-wrk', 'hey', 'etcd-benchmark', 'hey-or-etcd-benchmark', 'apache-bench', 'vegeta', 'fortio', 'bombardier', 'oha',
  'autocannon', 'fio', 'dd',
  'refused-configuration', 'victoriametrics-error',
]);
/** Messages that are told with the heading over them, unless they name their program. */
const OF_HEADING: ReadonlySet<string> = new Set(['failed-healthcheck', 'refused-configuration']);
/** Outputs whose first sentence alone is told; the others say the same of more rows. */
const BRIEF = /^(?:kubectl|docker|kubernetes)-/;
const MAX_SENTENCES = 3;

export const isCapture = ({ format }: Recognized): boolean => CAPTURES.has(format);

/** Returns what is told of each block, in the order of the text; outputs of the same tool may be told together. */
export function tellingsOf(blocks: readonly Block[], recognized: RecognizeText): Telling[] {
  const formats = [...new Set(blocks.map(({ what }) => what.format))];
  return formats.flatMap((format): { at: number; telling: Telling }[] => {
    const own = blocks.filter(({ what }) => what.format === format);
    const labels = own.length < 2 ? own.map(() => null) : labelsOf(own);
    const first = blocks.findIndex(({ what }) => what.format === format);
    // Both sides of a comparison are told apart; time compares them itself.
    const isJoined = (LABELLED.has(format) && own.length > 1)
      || (JOINED.has(format) && (format === 'time-output' || !areSides(labels)));
    const joined = isJoined ? together(own, labels, recognized) : null;
    // Of outputs of one command without headings, the last is the latest.
    const labelIn = (block: Block): string | null => labels[own.indexOf(block)] ?? null;
    const shown = format === 'free' && labels.every((label) => label === null) ? own.slice(-1) : own;
    return joined !== null ? [{ at: first, telling: { what: joined, label: null } }]
      : shown.map((block) => (
        { at: blocks.indexOf(block), telling: { what: block.what, label: labelIn(block) ?? subjectOf(block) } }
      ));
  }).sort((a, b) => a.at - b.at).map(({ telling }) => telling);
}

/** Returns the heading over an output that does not name its program. */
const subjectOf = ({ what, heading }: Block): string | null =>
  (what.program === null && OF_HEADING.has(what.format) ? heading : null);

function together(
  own: readonly Block[], labels: readonly (string | null)[], recognized: RecognizeText
): Recognized | null {
  const [first] = own;
  if (first === undefined) return null;
  const between = MEASURES.has(first.what.format) ? '\n\n' : '\n';
  const what = own.length === 1 ? first.what : recognized(own.map(({ text }, i) =>
    (LABELLED.has(first.what.format) ? `${labels[i] ?? ''}:\n${text}\n` : text)).join(between));
  if (what?.format !== 'time-output') return what;
  return { ...what, interest: timeFacts(own.map(({ text }, i) => ({ text, label: labels[i] ?? null }))) };
}

const ONLY_COUNT = /^It has \d series\.$/;

/** Returns the clause that tells a block beside `main`; null if it has no facts. */
export function clauseIn({ what, label }: Telling, main: Recognized, edit: (text: string) => string): string | null {
  const { name, format, interest, program } = what;
  // Values beside another output say nothing by their number.
  if (interest === null || (format === 'metric-lines' && ONLY_COUNT.test(interest))) return null;
  const said = edit(saidOf(what, interest));
  if (format === main.format)
    return `${label === null ? 'Another part of the text' : capital(label)}: ${lowered(said)}`;
  if (program !== null && label === null && said.startsWith(`${program} `)) return said;
  return `It also has ${headed(name, label)}: ${lowered(said)}`;
}

/** Adds the heading to a name, within the parentheses that it may end with. */
const headed = (name: string, label: string | null): string => (label === null ? name
  : name.endsWith(')') ? `${name.slice(0, -1)}, ${label})` : `${name} (${label})`);

/** Begins a label with a capital letter, as a sentence. */
export const capital = (label: string): string => `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;

function saidOf(what: Recognized, interest: string): string {
  const [first = '', ...rest] = sentencesOf(interest);
  const isBrief = what.door === 'log' || BRIEF.test(what.format) || isQuiet(interest);
  return isBrief && !isContext(what) ? `${first}${causeIn(rest)}`
    : [first, ...rest.slice(0, MAX_SENTENCES - 1)].join(' ');
}
