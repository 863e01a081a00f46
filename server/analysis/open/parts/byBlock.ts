/** Tells what each block of a paste holds, the gravest first, the others in a clause each. Pure. */
import { joined } from '../look/factTools.ts';
import type { Recognized, RecognizeText } from '../look/recognized.ts';
import { blocksOf } from './blocks.ts';
import { FULL_USE, GAVE_UP, gravityOf, isQuiet, KILLED, WARNING } from './gravity.ts';
import { causeIn, clauseOf, lowered, sentencesOf } from './sentences.ts';
import { isSameProgram } from './programs.ts';
import { hasReadLines, together, type Unit } from './together.ts';

interface Block { text: string; what: Recognized }

const MAX_ALSO = 3;
/** Logs about other processes, which are read together with the logs of those. */
const ABOUT: ReadonlySet<string> = new Set(['kernel-log', 'systemd-log', 'supervisord-log', 'kubelet-log']);
/** Outputs that measure a run, told beside each other whatever they say. */
const MEASURES: ReadonlySet<string> = new Set(['perf-stat', 'time-output']);
/** Lists of what there is, by which a text is named only if it has nothing else. */
const INVENTORIES: ReadonlySet<string> = new Set([
  'kubectl-pods', 'kubectl-nodes', 'docker-ps', 'folder-list',
]);
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
  const blocks = blocksOf(text);
  if (blocks.length < 2) return whole;
  const all = blocks.flatMap((block): Block[] => {
    const what = recognized(block);
    return what === null ? [] : [{ text: block, what }];
  });
  const known = all.filter(({ what }) => what.confidence !== 'guess');
  const ofServers = known.filter(({ what }) => isServerLog(what));
  const strangers = strangersOf(all, ofServers);
  const servers = [...byProgram(ofServers), ...strangers.length === 0 ? [] : [strangers]];
  const isSeveral = !isSplit && servers.length > 1 && (whole.door === 'log' || whole.door === null);
  const main = isSeveral ? together(servers.flatMap((own) => unitOf(own, recognized)), null) : whole;
  const others = asOneMeasure(known.filter(({ what }) => !(isSplit || isSeveral) || !isServerLog(what)), recognized);
  return withOthers(main, others);
}

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

/** Joins the outputs of one tool that measures runs, so that they are compared in one clause. */
function asOneMeasure(blocks: readonly Block[], recognized: RecognizeText): Recognized[] {
  const runs = new Map<string, string[]>();
  for (const { text, what } of blocks)
    if (MEASURES.has(what.format)) runs.set(what.format, [...runs.get(what.format) ?? [], text]);
  return [
    ...blocks.flatMap(({ what }) => (MEASURES.has(what.format) ? [] : [what])),
    ...[...runs.values()].flatMap((texts) => recognized(texts.join('\n\n')) ?? []),
  ];
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

function unitOf(own: readonly Block[], recognized: RecognizeText): Unit[] {
  const text = own.map((block) => block.text).join('\n\n');
  const what = own.length === 1 ? own[0]?.what : recognized(text) ?? own[0]?.what;
  return what === undefined ? [] : [{
    label: what.program ?? 'another program', what, lineCount: text.split('\n').length, isRead: hasReadLines(text),
    isSample: false,
  }];
}

/** Adds what the other blocks say and `main` does not; what ended a process comes first. */
function withOthers(main: Recognized, others: readonly Recognized[]): Recognized {
  const ownGravity = gravityOf(main.interest);
  const merged = new Map<string, Recognized>();
  for (const one of others)
    if (one.interest !== null && isWorth(one, main) && !isSaid(one.interest, main.interest ?? '')
      && !merged.has(one.interest)) merged.set(one.interest, one);
  const also = [...merged.values()].sort((a, b) => gravityOf(b.interest) - gravityOf(a.interest)
    || Number(isInventory(a)) - Number(isInventory(b))).slice(0, MAX_ALSO);
  const [first, ...rest] = also;
  if (first === undefined) return main;
  const gravity = gravityOf(first.interest);
  const isGraver = gravity > ownGravity && gravity >= (isServerLog(main) ? GAVE_UP : FULL_USE);
  const leads = (isGraver || (isInventory(main) && !isInventory(first) && gravity >= ownGravity))
    && (first.door === 'log' || (main.door === null && (first.door === null || isInventory(main))))
    && (main.door === 'log' || main.door === null);
  const isKill = Math.max(gravity, ownGravity) === KILLED;
  if (!leads) return {
    ...main, interest: joined([main.interest, ...also.map((one) => clauseIn(one, main, isKill))]),
  };
  const head = isServerLog(main) ? main : first;
  return {
    // A profile is read without what surrounds it.
    ...head, pasted: head.door === 'profile' ? head.pasted : null,
    interest: joined([
      isOfOther(first, head) ? clauseOf(first.program ?? '', first.interest ?? '') : first.interest,
      isServerLog(main) ? main.interest : clauseIn(main, head, isKill),
      ...rest.map((one) => clauseIn(one, head, isKill)),
    ]),
  };
}

/** Whether it only lists what there is. */
export const isInventory = ({ format }: Recognized): boolean => INVENTORIES.has(format);

/** Whether a block is of a known program that is not the one by which the text is named. */
const isOfOther = ({ program }: Recognized, named: Recognized): boolean => program !== null && program !== 'Go'
  && named.program !== null && !isSameProgram(program, named.program);

/** Whether a block is worth a clause: of the same log with a warning, of another with more, another measure. */
function isWorth(one: Recognized, main: Recognized): boolean {
  const { format } = main;
  if (MEASURES.has(one.format) && MEASURES.has(format)) return one.format !== format;
  if (one.format === format && !isServerLog(one)) return false;
  if (isServerLog(one) && isQuiet(one.interest)) return false;
  // What a log does not say may be in any output next to it; beside another output, each part is told.
  const isWhole = isServerLog(main) || main.door === 'profile' || format === 'kubectl-describe';
  const least = one.format === format ? WARNING : isWhole ? FULL_USE : 0;
  return gravityOf(one.interest) >= least;
}

const SAME_CHARS = 50;

/** Whether the text says it already: the beginning of its first quotation, else its first sentence. */
function isSaid(facts: string, text: string): boolean {
  const [first = ''] = sentencesOf(facts);
  const quote = /"([^"]{1,200})/.exec(first)?.[1]?.split(' … ')[0];
  return text.includes(quote === undefined ? first : quote.slice(0, SAME_CHARS));
}

/** What may have ended a container is not told next to the kernel's line that tells it. */
const HEDGE = /, as after failed probes, or when the memory of the node runs out/;

function clauseIn({ name, format, interest }: Recognized, main: Recognized, isKill: boolean): string | null {
  if (interest === null) return null;
  const [first = '', ...rest] = sentencesOf(interest);
  const said = `${lowered(isKill ? first.replace(HEDGE, '') : first)}${causeIn(rest)}`;
  return format === main.format ? `Another part of the text: ${said}` : `It also has ${name}: ${said}`;
}
