/** Finds the stretch of a GC trace in which cycles come far denser than in the rest, and says what it cost. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { limitBytes, type LimitedCycle } from './memoryLimit.ts';

/** A cycle with its number, its heap at the start, its time of marking, and whether it was forced. */
export interface TracedCycle extends LimitedCycle {
  number: number; startMb: number; markMs: number; isForced: boolean;
}

/** A run of cycles, from one index up to another, which is not in it. */
interface Run { from: number; to: number }

const MIN_DENSE = 10;
const MIN_OTHERS = 2;
/** A shorter stretch costs little in all. */
const MIN_SECONDS = 2;
/** Cycles of a start have a live heap below this part of the largest one. */
const START_HEAP = 0.2;
/** Factor by which the cycles of the stretch come denser, and by which GC costs more in it. */
const MIN_DENSER = 3;
const MIN_DEARER = 2;
/** Share of the time that marks, and share of the CPU, from which a stretch is a load. */
const MUCH_MARKING = 0.25;
const MUCH_CPU = 0.05;
const MOSTLY_MARKING = 0.5;
/** Time between two runs that still makes one of them. */
const MAX_GAP = 0.1;
/** A goal so little above the live heap is held down, if it is larger elsewhere by this factor. */
const TIGHT_GOAL = 1.3;
const MIN_RELAXED = 1.2;
/** Goals between these multiples of the live heap are of a low GOGC. */
const LOW_GOAL = 1.4;
const MIN_GOAL = 1.05;
const SAME_HEAP = 1.15;
const MUCH_ASSIST = 0.2;
const MUCH_FORCED = 0.5;
const MAX_CYCLES = 20_000;
const MIB = 2 ** 20;

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

/** Returns the limit that best separates short intervals from long ones, by the variance between them. */
function limitOf(intervals: readonly number[]): number {
  const logs = intervals.map((one) => Math.log(Math.max(one, 1e-4))).toSorted((a, b) => a - b);
  const all = sumOf(logs);
  let [best, limit, below] = [0, NaN, 0];
  for (let i = 1; i < logs.length; i += 1) {
    below += logs[i - 1] ?? 0;
    const apart = below / i - (all - below) / (logs.length - i);
    const variance = i * (logs.length - i) * apart * apart;
    if (variance > best) [best, limit] = [variance, Math.exp(((logs[i - 1] ?? 0) + (logs[i] ?? 0)) / 2)];
  }
  return limit;
}

/** Returns the runs of short intervals; those with little time between them are one. */
function runsOf(intervals: readonly number[], limit: number): Run[] {
  const runs: Run[] = [];
  const time = ({ from, to }: Run): number => sumOf(intervals.slice(from, to));
  intervals.forEach((interval, at) => {
    if (interval > limit) return;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  });
  return runs.reduce<Run[]>((merged, run) => {
    const last = merged.at(-1);
    const gap = last === undefined ? NaN : time({ from: last.to, to: run.from });
    if (last !== undefined && gap <= MAX_GAP * time(last) && gap <= MAX_GAP * time(run)) last.to = run.to;
    else merged.push({ ...run });
    return merged;
  }, []);
}

/** `ratio`: the goal of a cycle by the live heap of the one before; `room`: their difference. */
interface Cost {
  count: number; seconds: number; cpu: number; marking: number; assist: number; ratio: number; roomMb: number;
  allocated: number; every: number;
}

/** Sums cycles up to the begin of the next one of each. */
function costOf(cycles: readonly TracedCycle[], at: readonly number[]): Cost {
  const own = at.flatMap((i) => {
    const [cycle, next, last] = [cycles[i], cycles[i + 1], cycles[i - 1]];
    return cycle === undefined || next === undefined ? []
      : [{ cycle, seconds: next.seconds - cycle.seconds, allocatedMb: next.startMb - cycle.liveMb, last }];
  });
  const seconds = sumOf(own.map((one) => one.seconds));
  const cpuMs = sumOf(own.map(({ cycle }) => cycle.cpuMs));
  const goals = own.flatMap(({ cycle, last }) =>
    (last === undefined ? [] : [{ goal: cycle.goalMb, live: last.liveMb }]));
  return {
    count: own.length, seconds, cpu: cpuMs / 1000,
    marking: sumOf(own.map(({ cycle }) => cycle.markMs)) / 1000 / seconds,
    assist: sumOf(own.map(({ cycle }) => cycle.assistMs)) / cpuMs,
    ratio: median(goals.map(({ goal, live }) => goal / live)),
    roomMb: Math.max(0, sumOf(goals.map(({ goal, live }) => goal - live)) / goals.length),
    allocated: sumOf(own.map(({ allocatedMb }) => Math.max(0, allocatedMb))) / seconds,
    every: median(own.map((one) => one.seconds)),
  };
}

/** Returns when the densest stretch was, what it cost, its cause and the step; null if the cycles come evenly. */
export function denseStretch(traced: readonly TracedCycle[], cores: number, text: string): string | null {
  const all = traced.slice(0, MAX_CYCLES);
  const largest = all.reduce((most, { liveMb }) => Math.max(most, liveMb), 0);
  const begin = all.findIndex(({ liveMb }) => liveMb >= START_HEAP * largest);
  const cycles = all.slice(Math.max(0, begin));
  const intervals = cycles.slice(1).map(({ seconds }, i) => seconds - (cycles[i]?.seconds ?? NaN));
  if (intervals.length < MIN_DENSE + MIN_OTHERS) return null;
  const indexes = intervals.map((_, i) => i);
  const found = runsOf(intervals, limitOf(intervals))
    .map((run) => ({ run, own: costOf(cycles, indexes.slice(run.from, run.to)) }))
    .toSorted((a, b) => b.own.cpu - a.own.cpu)[0];
  if (found === undefined) return null;
  const { run, own } = found;
  const others = costOf(cycles, indexes.filter((i) => i < run.from || i >= run.to));
  const [load, usualLoad] = [own, others].map(({ cpu, seconds }) => cpu / seconds);
  if (load === undefined || usualLoad === undefined || own.count < MIN_DENSE || others.count < MIN_OTHERS
    || own.seconds < MIN_SECONDS || others.every < MIN_DENSER * own.every || load < MIN_DEARER * usualLoad
    || (own.marking < MUCH_MARKING && load / cores < MUCH_CPU)) return null;
  const [first, last] = [cycles[run.from], cycles[run.to]];
  if (first === undefined || last === undefined) return null;
  const often = own.marking >= MOSTLY_MARKING ? 'most of the time' : 'far more often than otherwise';
  const where = `From gc ${first.number} (${formatSeconds(first.seconds)} after the start) to gc ${last.number} (${
    formatSeconds(last.seconds)}) GC ran ${often}`;
  const cost = `${run.to - run.from + 1} cycles in ${formatSeconds(own.seconds)}, one every ${
    formatSeconds(own.every)}, with ${formatNumber(load)} cores of CPU (${formatSeconds(own.cpu)}, ${
    formatNumber(100 * load / cores)} % of ${cores} P) and marking for ${Math.round(100 * own.marking)} % of that time`;
  const rest = `Outside of it one came every ${formatSeconds(others.every)}, with ${formatNumber(usualLoad)} cores`;
  const within = cycles.slice(run.from, run.to + 1);
  const outside = [...cycles.slice(0, run.from), ...cycles.slice(run.to + 1)].map(({ liveMb }) => liveMb);
  return `${where}: ${cost}. ${rest}; the percentage in each line is the average since the start, and hides that. ${
    causeOf({ own, others, within, outside, goal: last.goalMb, limit: limitBytes(text) })}`;
}

interface Cause {
  own: Cost; others: Cost; within: readonly TracedCycle[]; outside: readonly number[]; goal: number;
  limit: number | null;
}

/** Returns what the stretch has that the rest lacks, with the step. */
function causeOf({ own, others, within, outside, goal, limit }: Cause): string {
  const lives = within.map(({ liveMb }) => liveMb);
  const [least, most] = [Math.min(...lives), Math.max(...lives)].map((mib) => formatBytes(mib * MIB));
  const live = least === most ? `${least ?? ''}` : `${least ?? ''} to ${most ?? ''}`;
  const assists = own.assist < MUCH_ASSIST ? '' : ` ${formatNumber(100 * own.assist)} % of its CPU there are assists, `
    + 'which the goroutines of the program must do while they allocate.';
  const forced = within.filter(({ isForced }) => isForced).length;
  if (forced >= MUCH_FORCED * within.length)
    return `${forced} of these cycles were forced: find what calls runtime.GC or debug.FreeOSMemory so often.`;
  if (own.ratio <= TIGHT_GOAL && others.ratio >= MIN_RELAXED * own.ratio) {
    const steady = Math.max(...lives) <= SAME_HEAP * Math.min(...lives) ? 'stays at' : 'is';
    const usual = median(outside);
    const isSame = usual <= SAME_HEAP * Math.max(...lives) && SAME_HEAP * usual >= Math.min(...lives);
    const named = limit === null ? 'as at a memory limit (GOMEMLIMIT) that is little above the live heap'
      : `as at the memory limit (GOMEMLIMIT is ${formatBytes(limit)})`;
    return `In it the live heap ${steady} ${live}${isSame ? ', as outside' : ''}, but the heap goal (${
      formatBytes(goal * MIB)} last) is only ${own.ratio.toPrecision(3)} times as large, against ${
      others.ratio.toPrecision(2)} times outside, which leaves ${formatBytes(own.roomMb * MIB)} to allocate until the `
      + `next cycle: ${named}.${assists} Raise that limit well above the live heap, or let the process hold less (a `
      + 'heap profile shows what); GOGC does not help there.';
  }
  const faster = own.allocated < MIN_DEARER * others.allocated ? ''
    : `The program allocated ${formatBytes(own.allocated * MIB)}/s in it, against ${
      formatBytes(others.allocated * MIB)}/s outside: see what ran then (a profile of allocations shows where).`;
  const low = own.ratio > LOW_GOAL || own.ratio < MIN_GOAL ? ''
    : ` The heap goal is only ${own.ratio.toPrecision(3)} times the live heap (GOGC about ${
      Math.round((own.ratio - 1) * 100)}): a larger GOGC makes the cycles rarer if there is memory for it.`;
  return `${faster === '' ? `The live heap in it is ${live}: see what ran then.` : faster}${low}${assists}`;
}
