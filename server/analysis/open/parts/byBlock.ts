/** Tells what each block of a paste holds, the gravest first, the others in a clause each. Pure. */
import { joined } from '../look/factTools.ts';
import type { Recognized, RecognizeText } from '../look/recognized.ts';
import { isMeaning } from '../logs/said/meanings.ts';
import { headedBlocks } from './blocks.ts';
import { ERROR, gravityOf } from './gravity.ts';
import { isSameProgram } from './programs.ts';
import { recoveries } from './recoveries.ts';
import { sentencesOf } from '../look/sentences.ts';
import { tellingsOf, type Block } from './tellings.ts';
import { hasReadLines, together, type Unit } from './together.ts';
import { weigh } from './weights.ts';
import { withOthers } from './withOthers.ts';

/** Logs about other processes, which are read together with the logs of those. */
const ABOUT: ReadonlySet<string> = new Set(['kernel-log', 'systemd-log', 'supervisord-log', 'kubelet-log']);
/** Lines that Prometheus alone writes; its TSDB logs the others in Thanos, Mimir and Cortex, too. */
const OF_PROMETHEUS = new RegExp([
  /Starting Prometheus|ready to receive web requests|\bremote_name=|\bscrape_pool=/,
  /component="?(?:remote|notifier|rule manager|scrape manager|discovery manager)\b/,
].map(({ source }) => source).join('|'));
const WITH_TSDB = /^(?:Thanos|Mimir|Cortex|Mimir or Cortex|Loki)$/;

/** `isSplit`: whether the programs were told apart already, by what the envelopes name. */
interface Reading { recognized: RecognizeText; isSplit: boolean }

/** Adds to `whole`, the format of the text, what its other blocks say; each block is read on its own. */
export function withBlocks(whole: Recognized, text: string, { recognized, isSplit }: Reading): Recognized {
  const { all, count } = readBlocks(text, recognized);
  if (count < 2) return whole;
  const known = all.filter(isKnown);
  const ofServers = known.filter(({ what }) => isServerLog(what));
  const strangers = strangersOf(all, ofServers);
  const servers = [...byProgram(ofServers), ...strangers.length === 0 ? [] : [strangers]];
  const isSeveral = !isSplit && servers.length > 1 && (whole.door === 'log' || whole.door === null);
  const main = isSeveral ? together(servers.flatMap((own) => unitOf(own, recognized)), null) : whole;
  const unnamed = ofServers.length > 0 || whole.door !== null ? [] : all.filter(isErrorLog);
  const rest = [...known.filter(({ what }) => !isServerLog(what)), ...unnamed];
  // Beside another output, the blocks of one program are one log.
  const logs = isSplit || isSeveral ? [] : whole.door === 'log' ? ofServers
    : byProgram(ofServers).flatMap((own) => oneLog(own, recognized));
  const others = tellingsOf([...rest, ...logs].toSorted((a, b) => all.indexOf(a) - all.indexOf(b)), recognized);
  const told = withOthers(main, others, isServerLog);
  const facts = joined([told.interest, recoveries(known.map((block) => block.text))]);
  return asReport({ ...told, interest: facts === null ? null : withoutRepeats(facts) });
}

/** Drops what an error means where a block before it has the same meaning. */
function withoutRepeats(facts: string): string {
  const sentences = sentencesOf(facts);
  const kept = sentences.filter((one, i) => !isMeaning(one) || sentences.indexOf(one) === i);
  return kept.length === sentences.length ? facts : kept.join(' ');
}

/** Returns the heaviest block of a text that has no known form itself; null without a block of a known form. */
export function heaviestBlock(text: string, recognized: RecognizeText): Recognized | null {
  const { all, count } = readBlocks(text, recognized);
  const known = count < 2 ? [] : all.filter(isKnown).map(({ what }) => what);
  return known.toSorted((a, b) => weigh(b) - weigh(a))[0] ?? null;
}

function readBlocks(text: string, recognized: RecognizeText): { all: Block[]; count: number } {
  const blocks = headedBlocks(text);
  const all = blocks.length < 2 ? [] : blocks.flatMap((block): Block[] => {
    const what = recognized(block.text);
    return what === null ? [] : [{ ...block, what }];
  });
  return { all, count: blocks.length };
}

const isKnown = ({ what }: Block): boolean => what.confidence !== 'guess';
/** Whether a block is a log of no known program with an error, which says more than a file or a list beside it. */
const isErrorLog = (block: Block): boolean => !isKnown(block) && block.what.door === 'log'
  && gravityOf(block.what.interest) >= ERROR;

/** Names a text of several blocks not after a line of one of them that names an error. */
const asReport = (whole: Recognized): Recognized => (whole.format !== 'error-message' ? whole
  : { ...whole, name: 'an error message in a text', remedy: 'Open the log that the error comes from.' });

const isServerLog = ({ format, door, program }: Recognized): boolean =>
  door === 'log' && program !== null && /-(?:log|by-name)$/.test(format) && !ABOUT.has(format);

/** Forms of lines by which loggers differ, and which no Prometheus since 2.0 writes unasked. */
const FOREIGN_FORMS: readonly RegExp[] = [
  /^(?:\S+ )?time="/, /^(?:\S+ )?\{"/, /^(?:\S+ )?[IWEF]\d{4} \d\d:\d\d:\d\d/,
  /^(?:\S+ )?\d{4}-\d\d-\d\d[T ]\S{8,20}\t(?:INFO|WARN|ERROR|info|warn|error)\t/,
];
const formOf = (text: string): number => {
  const lines = text.split('\n', MAX_FORM_LINES).map((line) => line.trim().slice(0, 100));
  return FOREIGN_FORMS.findIndex((form) => lines.filter((line) => form.test(line)).length * 2 >= lines.length);
};
const MAX_FORM_LINES = 50;

/** Returns logs that show no program, in a form of lines that no log of a known program of the text has. */
function strangersOf(all: readonly Block[], ofServers: readonly Block[]): Block[] {
  if (ofServers.length === 0) return [];
  const forms = new Set(ofServers.map(({ text }) => formOf(text)));
  return all.filter(({ text, what }) => what.door === 'log' && what.format === 'log' && what.program === null
    && formOf(text) >= 0 && !forms.has(formOf(text)));
}

/** Groups the blocks by program. */
function byProgram(blocks: readonly Block[]): Block[][] {
  const hasOther = blocks.some(({ what }) => WITH_TSDB.test(what.program ?? ''));
  const groups: Block[][] = [];
  // Lines of the TSDB alone come last, when the group of the program that contains it is known.
  const isShared = ({ text, what }: Block): boolean =>
    hasOther && what.program === 'Prometheus' && !OF_PROMETHEUS.test(text);
  // Where Prometheus proves itself, they are its own: the other program names its component.
  const hasProof = blocks.some((block) => block.what.program === 'Prometheus' && !isShared(block));
  for (const block of blocks.toSorted((a, b) => Number(isShared(a)) - Number(isShared(b)))) {
    const fits = ({ what }: Block): boolean => (isShared(block) && !hasProof ? WITH_TSDB.test(what.program ?? '')
      : isSameProgram(what.program ?? '', block.what.program ?? ''));
    const group = groups.find((own) => own.some(fits));
    if (group === undefined) groups.push([block]);
    else group.push(block);
  }
  return groups;
}

function oneLog(own: readonly Block[], recognized: RecognizeText): Block[] {
  const [first] = own;
  const [unit] = unitOf(own, recognized);
  return first === undefined || unit === undefined || unit.what === null ? []
    : own.length === 1 ? [first] : [{ ...first, text: own.map(({ text }) => text).join('\n'), what: unit.what }];
}

function unitOf(own: readonly Block[], recognized: RecognizeText): Unit[] {
  const text = own.map((block) => block.text).join('\n\n');
  const what = own.length === 1 ? own[0]?.what : recognized(text) ?? own[0]?.what;
  return what === undefined ? [] : [{
    label: what.program ?? 'another program', what, lineCount: text.split('\n').length, isRead: hasReadLines(text),
    isSample: false,
  }];
}
