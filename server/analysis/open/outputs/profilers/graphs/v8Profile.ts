/** Facts on a CPU profile of V8 beside its functions: its length, what precedes its samples, its hottest line. Pure. */
import { counted, formatRatio, formatSeconds } from '../../../../../../core/text/format.ts';
import { isRecord } from '../../../../../../core/contract/isRecord.ts';
import { joined } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

/** Frames that V8 adds for time outside of functions. */
const NO_FUNCTION = /^\((?:root|program|idle|garbage collector)\)$/;
/** Share of the profile before the first sample from which it is mentioned. */
const MIN_BEFORE = 0.05;
/** Difference of the shares by samples and by time from which both are reported. */
const MUCH = 0.05;
/** Share of the samples of a function at one line from which the line is named. */
const MAIN_LINE = 0.5;

const numbers = (value: unknown): number[] =>
  (Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'number') : []);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);

interface Summed { samples: number; micros: number; ticks: number; lines: Map<number, number> }

/** Returns null for a profile without samples; of one that ends in the middle, what its nodes count. */
export function v8Facts({ text, isCut }: Look): string | null {
  const file = isCut ? null : parsed(text);
  if (!isRecord(file)) return isCut ? null : countedFacts(text);
  const [samples, deltas] = [numbers(file['samples']), numbers(file['timeDeltas'])];
  const span = numberOf(file['endTime']) - numberOf(file['startTime']);
  const before = deltas[0];
  if (samples.length === 0 || samples.length !== deltas.length || before === undefined || !(span > 0)) return null;
  const sums = sumsOf(file['nodes']);
  let time = 0;
  for (const [at, id] of samples.entries()) {
    time += deltas[at] ?? 0;
    const own = sums.get(id);
    if (own === undefined) continue;
    own.sum.samples += 1;
    own.sum.micros += Math.max(0, deltas[at + 1] ?? span - time);
  }
  const most = [...new Map([...sums.values()].map(({ key, sum, name }) => [key, { sum, name }] as const)).values()]
    .filter(({ name }) => !NO_FUNCTION.test(name))
    .reduce<{ sum: Summed; name: string } | null>((max, one) =>
      (max === null || one.sum.micros > max.sum.micros ? one : max), null);
  return joined([
    `It has ${counted(samples.length, 'sample')} in ${formatSeconds(span / 1e6)}${before < MIN_BEFORE * span ? ''
      : `; the first is ${formatSeconds(before / 1e6)} after the start, a time that no function is given`}.`,
    most === null ? null : shareFact(most, { samples: samples.length, micros: span - before }),
    most === null ? null : lineFact(most),
  ]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Describes a profile whose text ends behind its nodes, in its samples: each node counts its own ones. */
function countedFacts(text: string): string | null {
  const [from, to] = ['startTime', 'endTime'].map((key) =>
    new RegExp(`"${key}"\\s{0,4}:\\s{0,4}(\\d{1,18})`).exec(text)?.[1]);
  const start = /"nodes"\s{0,4}:\s{0,4}\[/.exec(text);
  const end = text.search(/\s{0,40},\s{0,40}"startTime"\s{0,4}:/);
  const nodes = start === null || end < 0 ? null : parsed(text.slice(start.index + start[0].length - 1, end));
  const counts = new Map<string, number>();
  for (const node of Array.isArray(nodes) ? nodes as unknown[] : []) {
    if (!isRecord(node) || !isRecord(node['callFrame']) || typeof node['hitCount'] !== 'number') continue;
    const { functionName } = node['callFrame'];
    const name = typeof functionName === 'string' && functionName !== '' ? functionName : '(anonymous)';
    counts.set(name, (counts.get(name) ?? 0) + node['hitCount']);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (first === undefined || all === 0) return null;
  const span = from === undefined || to === undefined ? '' : ` in ${formatSeconds((Number(to) - Number(from)) / 1e6)}`;
  return `Its nodes are whole: of ${counted(all, 'sample')}${span}, ${first[0]} has ${
    formatRatio(first[1] / all)}${second === undefined || second[1] === 0 ? '' : `, then ${second[0]} with ${
    second[1].toLocaleString('en-US')}`}.`;
}

/** Returns the sums of each node; nodes of one function share theirs, whatever calls it. */
function sumsOf(nodes: unknown): Map<number, { key: string; name: string; sum: Summed }> {
  const byFunction = new Map<string, Summed>();
  const found = new Map<number, { key: string; name: string; sum: Summed }>();
  for (const node of Array.isArray(nodes) ? nodes as unknown[] : []) {
    if (!isRecord(node) || !isRecord(node['callFrame']) || typeof node['id'] !== 'number') continue;
    const { functionName, scriptId, lineNumber } = node['callFrame'];
    const name = typeof functionName === 'string' && functionName !== '' ? functionName : '(anonymous)';
    const key = JSON.stringify([name, scriptId, lineNumber]);
    const sum = byFunction.get(key) ?? { samples: 0, micros: 0, ticks: 0, lines: new Map<number, number>() };
    byFunction.set(key, sum);
    found.set(node['id'], { key, name, sum });
    for (const one of Array.isArray(node['positionTicks']) ? node['positionTicks'] as unknown[] : []) {
      if (!isRecord(one) || typeof one['line'] !== 'number' || typeof one['ticks'] !== 'number') continue;
      sum.ticks += one['ticks'];
      sum.lines.set(one['line'], (sum.lines.get(one['line']) ?? 0) + one['ticks']);
    }
  }
  return found;
}

function shareFact(
  { sum, name }: { sum: Summed; name: string }, all: { samples: number; micros: number }
): string | null {
  const [bySamples, byTime] = [sum.samples / all.samples, sum.micros / all.micros];
  return Math.abs(bySamples - byTime) < MUCH ? null
    : `By samples, ${name} has ${formatRatio(bySamples)} (${sum.samples} of ${all.samples}), by time ${
      formatRatio(byTime)}: a sample counts for the time until the next one.`;
}

function lineFact({ sum, name }: { sum: Summed; name: string }): string | null {
  const [line, ticks] = [...sum.lines].sort(([, a], [, b]) => b - a)[0] ?? [];
  return line === undefined || ticks === undefined || ticks < MAIN_LINE * sum.ticks ? null
    : `Line ${line} has ${ticks.toLocaleString('en-US')} of the ${counted(sum.ticks, 'tick')} in ${name}.`;
}
