/**
 * Estimator E2 of docs/gc-cpu.md: the CPU of GC cycles from the process's CPU alone, for targets that do not count it.
 */
import type { RoleWindow, TargetFacts } from '../metrics/roleNames.ts';
import type { GcCycles } from './gcCycles.ts';
import type { CounterSteps } from './panelSeries.ts';
import { BOOTSTRAP_DRAWS, bootstrapInterval, median, midmean, type Random } from './statistics.ts';
import type { SpanMs } from './windowFrame.ts';

/** Lone cycles needed before a mean and its spread are given. */
const MIN_EVENTS = 3;
/** A second this near a cycle is no measure of what the process does without GC: before its end, after its end. */
const REACH_BACK_SECONDS = 5;
const REACH_ON_SECONDS = 3;
/** How far from a cycle's end its CPU is looked for. */
const SEARCH_BACK_SECONDS = 10;
const SEARCH_ON_SECONDS = 5;
/** Quiet seconds that make up a local baseline, each side, and the least there must be in all. */
const BASELINE_EACH_SIDE = 30;
const BASELINE_LEAST = 10;
/** Cycles that follow each other more closely leave no quiet time between them. */
const CLOSEST_PERIOD_SECONDS = 5;
const CLOSEST_PERIOD_STEPS = 4;

export interface GcCpuCost {
  cores: number;
  lowCores: number;
  highCores: number;
  /** `E2 event-locked`, `E4 lifetime fraction`, `E5 direct`. */
  estimator: string;
  cyclesUsed: number;
  /** CPU seconds of one cycle on average. */
  coreSecondsPerCycle: number | null;
  from: string[];
}

/** Either the cost or the reason why there is none, as the middle of a sentence. */
export type GcCpuCostAnswer = { cost: GcCpuCost } | { cost: null; why: string };

export interface GcCpuCostInput {
  window: RoleWindow;
  facts: TargetFacts;
  gc: GcCycles;
  cpu: CounterSteps;
  /** Rises of the target's own counter of GC CPU seconds, null when it has none. */
  gcCpu: CounterSteps | null;
  /** To be left out, already widened by their errors. */
  compactions: readonly SpanMs[];
  scrapeStepMs: number;
  random: Random;
}

interface CpuInterval { startMs: number; endMs: number; cpuSeconds: number; seconds: number; row: number; compacting: boolean; quiet: boolean }
interface GcEvent { at: number; cycles: number }

/**
 * E2: what the process burns around a cycle beyond the local quiet level. Quiet is the midmean of the nearest intervals
 * without a cycle or a compaction. The width around the cycle's end is as far as the mean over lone cycles stands out from
 * its own noise. Cycles whose widths overlap are one event and share its excess. Events that touch a compaction or a gap
 * cannot be measured; each of their cycles is taken to cost what a lone one costs on average (the crowd of small cycles at
 * a process's start would pull it down). Spread: bootstrap over events. `why` when there are too few of them.
 */
export function eventLockedCost(input: GcCpuCostInput): GcCpuCostAnswer {
  const { gc, random, window } = input;
  const stepSeconds = input.scrapeStepMs / 1000;
  const intervals = cpuIntervals(input);
  if (intervals.length === 0) return { cost: null, why: 'the target states no process CPU time' };
  const events = gcEvents(intervals, gc);
  if (events.length < MIN_EVENTS) return { cost: null, why: `only ${events.length} moments with a GC cycle were seen` };
  const gaps = events.slice(1).map((event, i) => (intervals[event.at].endMs - intervals[events[i].at].endMs) / 1000);
  const closest = Math.max(CLOSEST_PERIOD_SECONDS, CLOSEST_PERIOD_STEPS * stepSeconds);
  if ((median(gaps) ?? 0) < closest) {
    return { cost: null, why: `they follow each other within ${closest} s, which leaves no quiet time at this scrape interval to compare with` };
  }
  markQuiet(intervals, events, stepSeconds, median(gaps) ?? 0);
  const levels = events.map((event) => quietLevel(intervals, event.at));
  const width = eventWidth(intervals, events, levels, stepSeconds);
  const measured = measureEvents(intervals, events, levels, width, input.scrapeStepMs);
  const cyclesUsed = measured.reduce((sum, event) => sum + event.cycles, 0);
  const lone = measured.filter((event) => event.cycles === 1).length;
  const totals = cyclesAndSeconds(intervals, gc);
  if (lone < MIN_EVENTS || !(totals.seconds > 0)) {
    return { cost: null, why: `only ${lone} of them stand clear of each other, of compactions and of gaps` };
  }
  const coresOf = (drawn: Iterable<number>): number => {
    let excess = 0, loneExcess = 0, loneCycles = 0;
    for (const k of drawn) {
      excess += measured[k].excessSeconds;
      if (measured[k].cycles === 1) { loneExcess += measured[k].excessSeconds; loneCycles++; }
    }
    return (excess + (totals.cycles - cyclesUsed) * loneExcess / loneCycles) / totals.seconds;
  };
  const spread = bootstrapInterval(measured.length, BOOTSTRAP_DRAWS, random, coresOf);
  if (spread === null) return { cost: null, why: `only ${measured.length} of them could be measured` };
  const cores = Math.max(0, coresOf(measured.keys()));
  const names = [window.role('cpuSeconds'), window.role('gcCycles'), window.role('lastGcSeconds')].flatMap((series) => series?.names ?? []);
  return { cost: {
    cores, lowCores: Math.max(0, spread.low), highCores: Math.max(0, spread.high),
    estimator: 'E2 event-locked', cyclesUsed, coreSecondsPerCycle: cores * totals.seconds / totals.cycles, from: names,
  } };
}

function cyclesAndSeconds(intervals: CpuInterval[], gc: GcCycles): { cycles: number; seconds: number } {
  let cycles = 0;
  let seconds = 0;
  for (const interval of intervals) {
    const ended = gc.endedByRow[interval.row];
    if (!Number.isNaN(ended)) { cycles += ended; seconds += interval.seconds; }
  }
  return { cycles, seconds };
}

function cpuIntervals({ window, cpu, compactions }: GcCpuCostInput): CpuInterval[] {
  const intervals: CpuInterval[] = [];
  let next = 0;
  cpu.increase.forEach((rise, row) => {
    if (Number.isNaN(rise) || !(cpu.seconds[row] > 0)) return;
    const endMs = window.scrapes.startMs[row] + 500 * window.scrapes.durationSeconds[row];
    const startMs = endMs - 1000 * cpu.seconds[row];
    while (next < compactions.length && compactions[next].endMs <= startMs) next++;
    const compacting = next < compactions.length && compactions[next].startMs < endMs;
    intervals.push({ startMs, endMs, cpuSeconds: rise, seconds: cpu.seconds[row], row, compacting, quiet: !compacting });
  });
  return intervals;
}

/** Events by the interval in which the cycle ended (a moment known) or was counted (not known), ascending. */
function gcEvents(intervals: CpuInterval[], gc: GcCycles): GcEvent[] {
  const endByRow = new Map(gc.cycles.map((cycle) => [cycle.row, cycle.endMs]));
  const events: GcEvent[] = [];
  intervals.forEach((interval, k) => {
    const cycles = gc.endedByRow[interval.row];
    if (!(cycles > 0)) return;
    const endMs = endByRow.get(interval.row) ?? interval.endMs;
    // The gauge is read a little after the CPU counter or before it: the cycle may belong to a neighbour.
    const at = endMs <= interval.startMs && k > 0 ? k - 1 : endMs > interval.endMs && k + 1 < intervals.length ? k + 1 : k;
    events.push({ at, cycles });
  });
  return events;
}

function markQuiet(intervals: CpuInterval[], events: GcEvent[], stepSeconds: number, gapSeconds: number): void {
  // Frequent cycles are short ones; half of the time between them must stay to compare with.
  const back = Math.max(1, Math.min(Math.ceil(REACH_BACK_SECONDS / stepSeconds), Math.floor(gapSeconds / stepSeconds / 3)));
  const on = Math.max(1, Math.min(Math.ceil(REACH_ON_SECONDS / stepSeconds), Math.floor(gapSeconds / stepSeconds / 6)));
  for (const { at } of events) {
    for (let k = Math.max(0, at - back); k <= Math.min(intervals.length - 1, at + on); k++) intervals[k].quiet = false;
  }
}

/** Cores without GC and compaction near interval `at`, NaN when too few quiet intervals are near. */
function quietLevel(intervals: CpuInterval[], at: number): number {
  const rates: number[] = [];
  const farthestMs = 4 * BASELINE_EACH_SIDE * 1000 * Math.max(1, intervals[at].seconds);
  const collect = (direction: -1 | 1): void => {
    let found = 0;
    for (let k = at + direction; k >= 0 && k < intervals.length && found < BASELINE_EACH_SIDE; k += direction) {
      if (Math.abs(intervals[k].endMs - intervals[at].endMs) > farthestMs) break;
      if (!intervals[k].quiet) continue;
      rates.push(intervals[k].cpuSeconds / intervals[k].seconds);
      found++;
    }
  };
  collect(-1);
  collect(1);
  return rates.length < BASELINE_LEAST ? NaN : midmean(rates) ?? NaN;
}

interface EventWidth { back: number; on: number }

/** How many intervals before and after the one a cycle ends in still stand out; at least one each side. */
function eventWidth(intervals: CpuInterval[], events: GcEvent[], levels: number[], stepSeconds: number): EventWidth {
  const searchBack = Math.max(1, Math.ceil(SEARCH_BACK_SECONDS / stepSeconds));
  const searchOn = Math.max(1, Math.ceil(SEARCH_ON_SECONDS / stepSeconds));
  const lone = events.map((event, i) => ({ ...event, level: levels[i] })).filter(({ at, level }, i) => {
    if (Number.isNaN(level) || at < searchBack || at + searchOn >= intervals.length) return false;
    if (i > 0 && at - events[i - 1].at <= searchBack) return false;
    if (i + 1 < events.length && events[i + 1].at - at <= searchBack) return false;
    for (let k = at - searchBack; k <= at + searchOn; k++) if (intervals[k].compacting) return false;
    return true;
  });
  if (lone.length < 4) return { back: Math.max(1, Math.ceil(3 / stepSeconds)), on: 1 };
  const standsOut = (offset: number): boolean => {
    let sum = 0;
    let squares = 0;
    for (const { at, level } of lone) {
      const interval = intervals[at + offset];
      const above = interval.cpuSeconds - level * interval.seconds;
      sum += above;
      squares += above * above;
    }
    const mean = sum / lone.length;
    const standardError = Math.sqrt(Math.max(0, squares / lone.length - mean * mean) / (lone.length - 1));
    return mean > 2 * standardError;
  };
  let back = 1;
  while (back < searchBack && standsOut(-back - 1)) back++;
  let on = 1;
  while (on < searchOn && standsOut(on + 1)) on++;
  return { back, on };
}

interface MeasuredEvent { excessSeconds: number; cycles: number }

/** Excess CPU seconds of each event, overlapping ones joined, that touches neither a compaction nor a gap. */
function measureEvents(
  intervals: CpuInterval[], events: GcEvent[], levels: number[], width: EventWidth, scrapeStepMs: number,
): MeasuredEvent[] {
  const measured: MeasuredEvent[] = [];
  for (let first = 0; first < events.length;) {
    let last = first;
    while (last + 1 < events.length && events[last + 1].at - width.back <= events[last].at + width.on) last++;
    const from = events[first].at - width.back;
    const to = events[last].at + width.on;
    let sum = 0;
    let usable = from >= 0 && to < intervals.length && !Number.isNaN(levels[first]);
    for (let k = Math.max(0, from); usable && k <= to; k++) {
      const { cpuSeconds, seconds, compacting } = intervals[k];
      if (compacting || seconds > 2.5 * scrapeStepMs / 1000) usable = false;
      sum += cpuSeconds - levels[first] * seconds;
    }
    if (usable) {
      measured.push({ excessSeconds: sum, cycles: events.slice(first, last + 1).reduce((total, event) => total + event.cycles, 0) });
    }
    first = last + 1;
  }
  return measured;
}
