/** Recognizes what EXPLAIN ANALYZE of Postgres and TimescaleDB prints, one plan or several. Pure; one pass. */
import { counted, formatNumber } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { CERTAIN, when, wordOf, type Format } from '../../look/format.ts';
import { sentence } from '../../look/named.ts';

const MAX_LINES = 5000;
const MAX_LINE = 1000;
const MAX_TOLD = 6;
const MAX_NAME = 70;
/** From this share on, planning is what takes the time. */
const MUCH_PLANNING = 0.5;

const NODE = new RegExp(String.raw`^[ \t|>*]{0,300}(?:->[ \t]{1,4})?([A-Z][\w ()."$-]{1,200}?)[ \t]{1,20}`
  + String.raw`(?:\(cost=[^()]{1,80}\)[ \t]{1,4})?\(actual (?:time=([\d.]{1,16})\.\.([\d.]{1,16}) )?`
  + String.raw`rows=([\d.]{1,16})(?: loops=(\d{1,12}))?\)`);
const BUFFERS = /^[ \t|>]{0,300}Buffers: (.{1,200})/;
const TIMES = /\b(Planning|Execution) time: ([\d.]{1,16}) ms|\bTotal runtime: ([\d.]{1,16}) ms/i;
const JSON_TIMES = /"(Planning|Execution) Time": ([\d.]{1,16})/;
const HEADING = /^[ \t>]{0,8}(?:#{1,6}[ \t]{1,4}(\S.{0,200})|\*\*([^*]{1,200})\*\*:?|--[ \t]{1,4}(\w.{0,200}))[ \t]*$/;
const FENCE = /^[ \t>]{0,12}(?:`{3}|~{3})/;
const CHUNKS = /\bChunks excluded during (?:startup|runtime): (\d{1,9})/;
const SPILL = /Sort Method: external \w{1,12}\s{1,4}Disk: (\d{1,12}kB)/;
const REMOVED = /Rows Removed by (?:Filter|Index Recheck): (\d{1,15})/;
/** A warm run that a sentence names beside the plans. */
const WARM = /\bwarm\b.{0,200}?\bexecution\W{0,8}([\d.]{1,12}) ?ms/i;
const OF_TIMESCALE = /_hyper_\d+_\d+_chunk|\bChunkAppend\b|\bDecompressChunk\b|\bColumnarScan\b|\btimescaledb\b/i;
const OF_POSTGRES = /\bPlanning Time: |\bExecution Time: |\bTotal runtime: |\bBuffers: |\bwidth=\d|"Execution Time":/i;
const TIMESCALE_VERSION = /\btimescaledb[\s:@v=-]{1,3}(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)/i;
const POSTGRES_VERSION = /\bpostgres(?:ql)?[\s:@v=-]{1,3}(\d{1,2}(?:\.\d{1,3}){0,2})\b/i;

interface Scan { name: string; endMs: number; rows: number }
interface Plan {
  title: string; rootMs: number | null; planningMs: number | null; executionMs: number | null;
  /** Blocks that its first line of buffers says were read from outside the cache; null without that line. */
  read: number | null; scans: Scan[]; spill: string | null; removed: number;
}

export const POSTGRES_PLAN: Format = {
  id: 'postgres-plan', name: 'the output of EXPLAIN ANALYZE', door: null, isAnywhere: true,
  match: ({ head, isText }) => {
    const isPlan = isText && (fits(/\(actual time=[\d.]{1,16}\.\.[\d.]{1,16} rows=/, head)
      || fits(/^[ \t|>]{0,40}(?:Planning|Execution) Time: [\d.]{1,16} ms/m, head)
      || (fits(/"Execution Time": [\d.]/, head) && fits(/"Node Type": "/, head)));
    return when(isPlan, { ...CERTAIN, ...writerOf(head) });
  },
  interest: ({ text }) => planFacts(text),
  remedy: 'To compare two plans, run each several times with EXPLAIN (ANALYZE, BUFFERS), and leave out the first run.',
};

function writerOf(head: string): { program?: string; version?: string | undefined } {
  if (fits(OF_TIMESCALE, head)) return { program: 'TimescaleDB', version: wordOf(TIMESCALE_VERSION, head) };
  return fits(OF_POSTGRES, head) ? { program: 'Postgres', version: wordOf(POSTGRES_VERSION, head) } : {};
}

/** Returns the times of each plan, which of them had a cold cache, and what its scans show. */
function planFacts(text: string): string | null {
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const plans = plansOf(lines);
  const [first] = plans;
  if (first === undefined) return null;
  const isOne = plans.length === 1;
  const told = plans.slice(0, MAX_TOLD).map((plan) => {
    const name = isOne || plan.title === '' ? '' : `${plan.title}: `;
    return `${name}${timesOf(plan)}`;
  });
  const rest = plans.length - told.length;
  return joined([
    isOne ? sentence(told) : `It has ${plans.length} plans. ${told.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`,
    coldFacts(plans), warmRun(lines), excludedFacts(lines), isOne ? chunkFacts(text) : null,
    ...(isOne ? scanFacts(first) : []),
  ]);
}

function timesOf({ rootMs, planningMs, executionMs, read }: Plan): string {
  const runMs = executionMs ?? rootMs;
  const sum = (planningMs ?? 0) + (runMs ?? 0);
  const share = planningMs === null || runMs === null || sum <= 0 ? null : planningMs / sum;
  return [
    runMs === null ? null : `execution ${formatNumber(runMs)} ms`,
    planningMs === null ? null : `planning ${formatNumber(planningMs)} ms${share === null || share < MUCH_PLANNING ? ''
      : ` (${formatNumber(100 * share)} % of both)`}`,
    read === null ? null : read === 0 ? 'no block read from outside the cache'
      : `${read.toLocaleString('en-US')} blocks read from outside the cache`,
  ].filter((part) => part !== null).join(', ');
}

/** Says that runs with a cold cache are not compared with others; null unless the text has both. */
function coldFacts(plans: readonly Plan[]): string | null {
  const cold = plans.filter(({ read }) => (read ?? 0) > 0).length;
  if (plans.length < 2 || cold === 0 || cold === plans.length) return null;
  return `${cold} of the ${plans.length} read blocks from outside the cache, and the others show no such reading: the `
    + 'difference between them may be the cache, not what was changed.';
}

/** Quotes a sentence that gives the time of a run with a warm cache. */
function warmRun(lines: readonly string[]): string | null {
  const line = lines.find((one) => WARM.test(one));
  const plain = line?.replace(/[*`_#>]{1,4}/g, '').trim() ?? '';
  return plain === '' || plain.length > 200 ? null : `The text says of a warm run: "${plain.replace(/\.$/, '')}".`;
}

/** Counts the chunks of a hypertable that a plan names; null without one. */
export function chunkFacts(text: string): string | null {
  const chunks = new Set([...text.matchAll(/\b(_hyper_\d{1,9}_\d{1,9}_chunk)\b/g)].map(([, name]) => name)).size;
  return chunks === 0 ? null : `It reads ${counted(chunks, 'chunk')} of a hypertable.`;
}

function excludedFacts(lines: readonly string[]): string | null {
  const own = lines.flatMap((line) => CHUNKS.exec(line)?.slice(1).map(Number) ?? []);
  if (own.length === 0) return null;
  const sum = own.reduce((total, count) => total + count, 0);
  return sum === 0 ? 'No chunk was excluded: the condition on time saves no scan.'
    : `${counted(sum, 'chunk was', 'chunks were')} excluded.`;
}

function scanFacts({ scans, rootMs, executionMs, spill, removed }: Plan): (string | null)[] {
  const whole = executionMs ?? rootMs ?? 0;
  const [longest] = scans.toSorted((a, b) => b.endMs - a.endMs);
  const empty = scans.filter(({ rows }) => rows === 0).length;
  return [
    longest === undefined || longest.endMs <= 0 || longest.endMs > whole ? null
      : `The longest scan: ${longest.name}, ${formatNumber(longest.endMs)} ms.`,
    scans.length < 2 || empty === 0 ? null : `${empty} of ${scans.length} scans return no row.`,
    removed === 0 ? null : `A filter removed ${removed.toLocaleString('en-US')} rows that were read.`,
    spill === null ? null : `A sort did not fit into work_mem and used ${spill} of disk.`,
  ];
}

/** Splits the lines into plans: each ends with its execution time, at a fence, or at a heading. */
function plansOf(lines: readonly string[]): Plan[] {
  const plans: Plan[] = [];
  let [path, open]: [string[], Plan | null] = [[], null];
  const current = (): Plan => {
    if (open !== null) return open;
    open = {
      title: path.join(', '), rootMs: null, planningMs: null, executionMs: null, read: null, scans: [], spill: null,
      removed: 0,
    };
    plans.push(open);
    return open;
  };
  for (const line of lines) {
    const title = HEADING.exec(line)?.slice(1).find((group) => group !== undefined);
    if (title !== undefined && !/\(actual |^-{3}/.test(line)) [path, open] = [titlesWith(path, line, title), null];
    else if (FENCE.test(line)) open = null;
    else if (readLine(line, current, open !== null)) open = null;
  }
  return plans.filter(({ rootMs, executionMs }) => rootMs !== null || executionMs !== null);
}

/** Reads one line into the open plan; true if the plan ends with it. */
function readLine(line: string, current: () => Plan, isOpen: boolean): boolean {
  const [, name = '', , end, rows = '', loops = '1'] = NODE.exec(line) ?? [];
  if (end !== undefined) {
    const plan = current();
    plan.rootMs ??= Number(end);
    if (/\bscan\b/i.test(name)) plan.scans.push({
      name: name.trim().slice(0, MAX_NAME), endMs: Number(end) * Number(loops), rows: Number(rows),
    });
    return false;
  }
  const [, kind, ms, total] = TIMES.exec(line) ?? JSON_TIMES.exec(line) ?? [];
  // A sentence about a plan names its times, too.
  const isSentence = /[a-z].{0,200}\b(?:Planning|Execution) time: /i.test(line);
  if (ms !== undefined || total !== undefined) {
    if (isSentence && !isOpen) return false;
    const isPlanning = kind?.toLowerCase() === 'planning';
    if (isPlanning) current().planningMs = Number(ms);
    else current().executionMs = Number(ms ?? total);
    return !isPlanning;
  }
  if (isOpen) readDetail(line, current());
  return false;
}

function readDetail(line: string, plan: Plan): void {
  const buffers = BUFFERS.exec(line)?.[1];
  if (buffers !== undefined && plan.planningMs === null)
    plan.read ??= Number(/\bread=(\d{1,15})/.exec(buffers)?.[1] ?? 0);
  plan.spill ??= SPILL.exec(line)?.[1] ?? null;
  plan.removed = Math.max(plan.removed, Number(REMOVED.exec(line)?.[1] ?? 0));
}

/** Returns the heading above the last one if that is of a higher level, with the new one. */
function titlesWith(path: readonly string[], line: string, title: string): string[] {
  const level = /^[ \t>]{0,8}(#{1,6})/.exec(line)?.[1]?.length ?? 7;
  const plain = title.replace(/[*`]/g, '').replace(/\s+/g, ' ').replace(/[: #]+$/, '').trim();
  const name = plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 1)}…`;
  const side = /\b(?:before|after|cold|warm|old|new)\b/i.exec(plain)?.[0];
  const above = level > 3 ? path.filter((one) => /^(?:before|after|cold|warm|old|new)$/i.test(one)) : [];
  return level <= 3 && side !== undefined ? [side.toLowerCase()] : [...above, name];
}
