/** Says that GC runs at the memory limit of Go (GOMEMLIMIT), where its goal no longer follows the live heap. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';

/** One cycle: when it began, its CPU and that of assists, the live heap it left, and its goal. */
export interface LimitedCycle { seconds: number; cpuMs: number; assistMs: number; liveMb: number; goalMb: number }

/** The value of the variable, in bytes or with a unit, as programs print it or a command sets it. */
const LIMIT = /\bGOMEMLIMIT["']?(?:=|: {0,2})["']?(\d{1,19}(?:\.\d{1,6})?)((?:[KMGT]i)?B)?(?![\w.])/g;
/** The value of no limit is 2^63 - 1. */
const MAX_LIMIT_BYTES = 2 ** 60;
const UNIT_BYTES: Readonly<Record<string, number>> = {
  B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40,
};

const MIN_CYCLES = 12;
/** Part of the cycles that is compared at each end. */
const PART = 1 / 4;
const MIN_PART = 5;
/** A goal below this share of the limit is not held down by it: Go takes other memory off the limit first. */
const NEAR_LIMIT = 0.85;
/** A goal so little above the live heap is held down; the usual one is 1.4 to 2 times as large. */
const TIGHT_GOAL = 1.3;
/** A goal that follows the live heap differs by more from one cycle to the next. */
const SAME_GOAL = 1.02;
/** Growth of the live heap under a goal that stays, and the fall of their ratio. */
const MIN_GROWTH = 1.1;
const MIN_FALL = 0.2;
/** Share of the CPU from which GC is a load. */
const MIN_SHARE = 0.1;
/** Share of assists in the CPU of GC from which the program itself is slowed down. */
const MUCH_ASSIST = 0.2;
const MIB = 2 ** 20;

/** Returns the last limit that the text sets, in bytes; null without one. */
export function limitBytes(text: string): number | null {
  const set = [...text.matchAll(LIMIT)].map(([, value, unit = 'B']) => Number(value) * (UNIT_BYTES[unit] ?? NaN))
    .filter((bytes) => bytes > 0 && bytes < MAX_LIMIT_BYTES);
  return set.at(-1) ?? null;
}

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

/** `ratio`: the goal of a cycle by the live heap of the one before, from which Go sets it. */
interface Part { count: number; every: number; share: number; assist: number; ratio: number }

/** Returns the pace and the load from one cycle to another, which begins after the span. */
function partOf(cycles: readonly LimitedCycle[], from: number, to: number, cores: number): Part {
  const own = cycles.slice(from, to);
  const seconds = (cycles[to]?.seconds ?? NaN) - (own[0]?.seconds ?? NaN);
  const sum = (of: (cycle: LimitedCycle) => number): number => own.reduce((all, cycle) => all + of(cycle), 0);
  const cpuMs = sum(({ cpuMs: ms }) => ms);
  return {
    count: own.length, every: seconds / own.length, share: cpuMs / 1000 / seconds / cores,
    assist: sum(({ assistMs }) => assistMs) / cpuMs,
    ratio: mean(own.flatMap(({ goalMb }, i) => goalMb / (cycles[from + i - 1]?.liveMb ?? NaN) || [])),
  };
}

interface Limited { cores: number; limit: number | null; isServer: boolean }

const percent = (share: number): string => `${formatNumber(100 * share)} %`;
const loadOf = ({ every, share }: Part, cores: number): string =>
  `one every ${formatSeconds(every)}, with ${percent(share)} of ${cores} P`;

/**
 * Returns what the limit costs, and the step; null for a heap that is not at a limit. `isServer`: whether series and
 * queries take the memory.
 */
function memoryLimitText(
  cycles: readonly LimitedCycle[], { cores, limit, isServer }: Limited
): string | null {
  const [first, last] = [cycles[0], cycles.at(-1)];
  if (first === undefined || last === undefined || cycles.length < MIN_CYCLES) return null;
  const size = Math.max(MIN_PART, Math.floor(PART * cycles.length));
  const [before, after] = [
    partOf(cycles, 0, size, cores), partOf(cycles, cycles.length - 1 - size, cycles.length - 1, cores),
  ];
  const goals = cycles.slice(-size).map(({ goalMb }) => goalMb);
  const isSteady = Math.max(...goals) <= SAME_GOAL * Math.min(...goals);
  const isTight = after.ratio <= TIGHT_GOAL && after.share >= MIN_SHARE;
  const grows = last.liveMb >= MIN_GROWTH * first.liveMb && before.ratio - after.ratio >= MIN_FALL;
  const isNear = limit !== null && last.goalMb * MIB >= NEAR_LIMIT * limit;
  if (!isSteady || !isTight || !(isNear || (limit === null && grows))) return null;
  const [live, goal] = [last.liveMb, last.goalMb].map((mib) => formatBytes(mib * MIB));
  const growth = last.liveMb < MIN_GROWTH * first.liveMb ? `The live heap is ${live}`
    : `The live heap grew from ${formatBytes(first.liveMb * MIB)} to ${live} in ${
      formatSeconds(last.seconds - first.seconds)}`;
  const named = limit === null ? ', and the heap goal no longer grows with it, as at a memory limit (GOMEMLIMIT)'
    : `, ${percent(last.liveMb * MIB / limit)} of the memory limit (GOMEMLIMIT is ${formatBytes(limit)})`;
  const room = `the goal ${limit === null ? 'of' : 'stays at'} ${goal}${limit === null ? '' : ', which'} leaves ${
    formatBytes(Math.max(0, last.goalMb - last.liveMb) * MIB)} to allocate until the next cycle`;
  const assists = after.assist < MUCH_ASSIST ? ''
    : `; ${percent(after.assist)} of that are assists, which the goroutines of the program must do while they allocate`;
  const pace = before.every > 1.25 * after.every
    ? ` The first ${before.count} cycles came ${loadOf(before, cores)} for GC, the last ${after.count} ${
      loadOf(after, cores)}${assists}.`
    : ` In the last ${after.count} cycles GC came ${loadOf(after, cores)}${assists}.`;
  const step = `A larger GOGC does not help at the limit: give the process more memory and a higher GOMEMLIMIT, or ${
    isServer ? 'let it hold less (fewer series, lighter queries)' : 'let it hold less'}; a heap profile shows what `
    + 'holds the memory.';
  return `${growth}${named}: ${room}.${pace} ${step}`;
}

/** The servers whose memory is that of series and queries. */
const HOLDS_SERIES = /\b(?:prometheus|mimir|cortex|thanos|victoriametrics|vmstorage|vmsingle)\b/i;

/** Describes a heap at its memory limit, by the limit that the text sets and the server that it names. */
export const memoryLimit = (cycles: readonly LimitedCycle[], cores: number, text: string): string | null =>
  memoryLimitText(cycles, { cores, limit: limitBytes(text), isServer: HOLDS_SERIES.test(text) });
