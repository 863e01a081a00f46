/**
 * Aligns the process's CPU with the ends of its GC cycles: quiet intervals, the reach of a cycle, and its CPU above the
 * quiet level. Basis of E2 and of the picture around one cycle; see docs/reference/gc-cpu.md.
 */
import { count, render } from '../../../../core/text/parts.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { GcCycles } from './gcCycles.ts';
import type { CounterSteps } from '../counterSteps.ts';
import { median, midmeanOf } from '../../../../core/statistics/quantiles.ts';
import type { SpanMs } from '../windowFrame.ts';

/** Minimum number of moments with a cycle for an average. */
export const MIN_EVENTS = 3;
/** A second this close to a cycle (before its end, after its end) does not show the process without GC. */
const REACH_BACK_SECONDS = 5;
const REACH_ON_SECONDS = 3;
/** Range around a cycle's end in which its CPU is searched. */
const SEARCH_BACK_SECONDS = 10;
const SEARCH_ON_SECONDS = 5;
/** Maximum quiet intervals of a local baseline on each side, and the minimum in total. */
const BASELINE_EACH_SIDE = 30;
const BASELINE_LEAST = 10;
/** More frequent cycles leave no quiet time between them. */
const CLOSEST_PERIOD_SECONDS = 5;
const CLOSEST_PERIOD_STEPS = 4;

export interface CycleLockInput {
  window: RoleWindow;
  gc: GcCycles;
  cpu: CounterSteps;
  /** Excludes times of other CPU use, such as compactions, widened by their errors. Ascending, not overlapping. */
  work: readonly SpanMs[];
  scrapeStepMs: number;
}

export interface CpuInterval {
  startMs: number; endMs: number; cpuSeconds: number; seconds: number; row: number; working: boolean; quiet: boolean
}
/** End of cycles. `at`: interval in which it ended. `endMs` null: its time is unknown. */
export interface GcEvent { at: number; cycles: number; endMs: number | null }
export interface EventWidth { back: number; on: number }
/** Cycle, or cycles too close to each other to be distinguished; `first` to `last` are indices of events. */
export interface MeasuredEvent { excessSeconds: number; cycles: number; first: number; last: number }

export interface CycleLock {
  intervals: CpuInterval[];
  events: GcEvent[];
  /** Quiet cores around each event; NaN if too little is quiet. */
  levels: number[];
  width: EventWidth;
  measured: MeasuredEvent[];
}

/**
 * Measures CPU around the cycles. Quiet is the midmean of the nearest intervals without a cycle or other work. The
 * width around a cycle's end extends as far as the mean over lone cycles exceeds its own noise. Cycles whose widths
 * overlap are one event and share its excess; one that touches other work or a gap is not measured. `why`, as the
 * middle of a sentence, if the cycles cannot be distinguished from the rest at all.
 */
export function lockToCycles(input: CycleLockInput): { lock: CycleLock } | { lock: null; why: string } {
  const { gc, scrapeStepMs } = input;
  const stepSeconds = scrapeStepMs / 1000;
  const intervals = cpuIntervals(input);
  if (intervals.length === 0) return { lock: null, why: 'the target does not export process CPU time' };
  const events = gcEvents(intervals, gc);
  if (events.length < MIN_EVENTS)
    return { lock: null, why: `only ${render(count(events.length, 'GC cycle'))} seen at separate moments` };
  const gaps = events.slice(1).map(
    (event, i) => (elementAt(intervals, event.at).endMs - elementAt(intervals, elementAt(events, i).at).endMs) / 1000
  );
  const closest = Math.max(CLOSEST_PERIOD_SECONDS, CLOSEST_PERIOD_STEPS * stepSeconds);
  const gapSeconds = median(gaps) ?? 0;
  if (gapSeconds < closest) {
    return {
      lock: null,
      why: `cycles are less than ${closest} s apart, which leaves no quiet time to compare with at this scrape `
        + 'interval',
    };
  }
  markQuiet(intervals, events, stepSeconds, gapSeconds);
  const rates = new Float64Array(2 * BASELINE_EACH_SIDE);
  const levels = events.map((event) => quietLevel(intervals, event.at, rates));
  const width = eventWidth(intervals, events, levels, stepSeconds);
  return {
    lock: {
      intervals, events, levels, width, measured: measureEvents(intervals, events, levels, { width, scrapeStepMs }),
    },
  };
}

function cpuIntervals({ window, cpu, work }: CycleLockInput): CpuInterval[] {
  const intervals: CpuInterval[] = [];
  let next = 0;
  for (let row = 0; row < cpu.increase.length; row++) {
    const cpuSeconds = numberAt(cpu.increase, row);
    const seconds = numberAt(cpu.seconds, row);
    if (Number.isNaN(cpuSeconds) || !(seconds > 0)) continue;
    const endMs = numberAt(window.scrapes.startMs, row) + 500 * numberAt(window.scrapes.durationSeconds, row);
    const startMs = endMs - 1000 * seconds;
    while (next < work.length && elementAt(work, next).endMs <= startMs) next++;
    const working = next < work.length && elementAt(work, next).startMs < endMs;
    intervals.push({ startMs, endMs, cpuSeconds, seconds, row, working, quiet: !working });
  }
  return intervals;
}

/** Returns events by the interval in which the cycle ended (moment known) or was counted (not known), ascending. */
function gcEvents(intervals: CpuInterval[], gc: GcCycles): GcEvent[] {
  const endByRow = new Map(gc.cycles.map((cycle) => [cycle.row, cycle.endMs]));
  const events: GcEvent[] = [];
  intervals.forEach((interval, k) => {
    const cycles = numberAt(gc.endedByRow, interval.row);
    if (!(cycles > 0)) return;
    const knownMs = endByRow.get(interval.row) ?? null;
    const endMs = knownMs ?? interval.endMs;
    // The gauge is read slightly before or after the CPU counter: the cycle may belong to a neighbour.
    const at = endMs <= interval.startMs && k > 0 ? k - 1 : endMs > interval.endMs && k + 1 < intervals.length ? k + 1
      : k;
    events.push({ at, cycles, endMs: knownMs });
  });
  return events;
}

function markQuiet(intervals: CpuInterval[], events: GcEvent[], stepSeconds: number, gapSeconds: number): void {
  // Frequent cycles are short; half of the time between them must remain for comparison.
  const back = Math.max(
    1, Math.min(Math.ceil(REACH_BACK_SECONDS / stepSeconds), Math.floor(gapSeconds / stepSeconds / 3))
  );
  const on = Math.max(1, Math.min(Math.ceil(REACH_ON_SECONDS / stepSeconds), Math.floor(gapSeconds / stepSeconds / 6)));
  for (const { at } of events) {
    for (let k = Math.max(0, at - back); k <= Math.min(at + on, intervals.length - 1); k++)
      elementAt(intervals, k).quiet = false;
  }
}

/**
 * Returns cores without GC and other work near interval `at`; NaN with too few quiet intervals nearby. `rates`: buffer
 * for both sides.
 */
function quietLevel(intervals: CpuInterval[], at: number, rates: Float64Array): number {
  let known = 0;
  const own = elementAt(intervals, at);
  const farthestMs = 4 * BASELINE_EACH_SIDE * 1000 * Math.max(1, own.seconds);
  const collect = (direction: -1 | 1): void => {
    let found = 0;
    for (let k = at + direction; k >= 0 && k < intervals.length && found < BASELINE_EACH_SIDE; k += direction) {
      const { endMs, quiet, cpuSeconds, seconds } = elementAt(intervals, k);
      if (Math.abs(endMs - own.endMs) > farthestMs) break;
      if (!quiet) continue;
      rates[known++] = cpuSeconds / seconds;
      found++;
    }
  };
  collect(-1);
  collect(1);
  return known < BASELINE_LEAST ? NaN : midmeanOf(rates.subarray(0, known).sort()) ?? NaN;
}

/** Returns how many intervals before and after a cycle's end interval still show excess CPU; at least one each side. */
function eventWidth(intervals: CpuInterval[], events: GcEvent[], levels: number[], stepSeconds: number): EventWidth {
  const searchBack = Math.max(1, Math.ceil(SEARCH_BACK_SECONDS / stepSeconds));
  const searchOn = Math.max(1, Math.ceil(SEARCH_ON_SECONDS / stepSeconds));
  const isWorking = (from: number, to: number): boolean => {
    for (let k = from; k <= to; k++) if (elementAt(intervals, k).working) return true;
    return false;
  };
  const lone = events.map(({ at }, i) => ({ at, level: elementAt(levels, i) })).filter(({ at, level }, i) => {
    if (Number.isNaN(level) || at < searchBack || at + searchOn >= intervals.length) return false;
    if (i > 0 && at - elementAt(events, i - 1).at <= searchBack) return false;
    if (i + 1 < events.length && elementAt(events, i + 1).at - at <= searchBack) return false;
    return !isWorking(at - searchBack, at + searchOn);
  });
  if (lone.length < 4) return { back: Math.max(1, Math.ceil(3 / stepSeconds)), on: 1 };
  const standsOut = (offset: number): boolean => {
    let sum = 0;
    let squares = 0;
    for (const { at, level } of lone) {
      const interval = elementAt(intervals, at + offset);
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

/** Returns the excess CPU seconds of events that touch no other work and no gap; overlapping ones are joined. */
function measureEvents(
  intervals: CpuInterval[], events: GcEvent[], levels: number[],
  { width, scrapeStepMs }: { width: EventWidth; scrapeStepMs: number },
): MeasuredEvent[] {
  const measured: MeasuredEvent[] = [];
  for (let first = 0; first < events.length;) {
    let last = first;
    while (
      last + 1 < events.length && elementAt(events, last + 1).at - width.back <= elementAt(events, last).at + width.on
    ) last++;
    const from = elementAt(events, first).at - width.back;
    const to = elementAt(events, last).at + width.on;
    let sum = 0;
    let usable = from >= 0 && to < intervals.length && !Number.isNaN(levels[first]);
    for (let k = Math.max(0, from); usable && k <= to; k++) {
      const { cpuSeconds, seconds, working } = elementAt(intervals, k);
      if (working || seconds > 2.5 * scrapeStepMs / 1000) usable = false;
      sum += cpuSeconds - elementAt(levels, first) * seconds;
    }
    if (usable) {
      measured.push({
        excessSeconds: sum, cycles: events.slice(first, last + 1).reduce((total, event) => total + event.cycles, 0),
        first, last,
      });
    }
    first = last + 1;
  }
  return measured;
}
