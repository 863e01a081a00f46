/**
 * Finds when GC cycles ended, from the gauge of the last cycle's time and the counter of cycles; see
 * docs/reference/gc-cpu.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import { countPassing } from '../../../../core/statistics/ascending.ts';
import { memoised } from '../memoised.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { upperMedian } from '../../../../core/statistics/quantiles.ts';
import { valueAt } from '../valueAt.ts';
import { findRestarts, freshScrapes, medianStepMs } from '../windowFrame.ts';

/** Maximum distance, in scrape steps, of a heap reading from its cycle. */
const HEAP_REACH_STEPS = 2.5;
/** A target that answers from a cache shows a cycle up to this much late. */
const CACHE_SLACK_MS = 1000;

export interface TimedGcCycle {
  /** End of the cycle on tsdbscope's clock. */
  endMs: number;
  /** Row of the first scrape that showed it. */
  row: number;
  /** Cycles that ended since the previous scrape, this one and those without a time together; 1 without a counter. */
  endedSincePrevious: number;
  heapBeforeBytes: number | null;
  heapAfterBytes: number | null;
}

export interface ClockOffset {
  /** Target's clock minus tsdbscope's, ms. 0 if the scrapes allow it. */
  offsetMs: number;
  /** Bound of the true offset's distance from `offsetMs`, as far as the scrapes limit it. */
  errorMs: number;
}

export interface GcCycles {
  /** Cycles, ascending by `endMs`; none before the window's first good scrape. */
  cycles: readonly TimedGcCycle[];
  /** Number of cycles that the counter saw but whose time is unknown. */
  withoutTime: number;
  /** Cycles that ended between the previous fresh scrape and this row; NaN for rows where that is unknown. */
  endedByRow: Float64Array;
  /** Null if no cycle bounds it. */
  clock: ClockOffset | null;
}

interface Sighting { row: number; previousRow: number; gaugeMs: number; ended: number; newProcess: boolean }

/**
 * Returns the GC cycles of the window. A cycle's end is the last-GC gauge, converted from the target's clock to ours;
 * one per change of the gauge. If the counter rises by more, the others count in `withoutTime`: nothing is invented. A
 * gauge of 0 is not a cycle. A cycle that ended while scrapes failed is found by the first good one after, if the gauge
 * still holds it.
 * After a restart the first gauge is the new process's own last cycle, and its counter starts from 0. The state at the
 * window's first good scrape is the past and no event of the window. Without a gauge no cycle has a time; without a
 * counter each change of the gauge is one cycle.
 */
export const findGcCycles = memoised((window: RoleWindow): GcCycles => {
  const gauge = window.role('lastGcSeconds');
  const counter = window.role('gcCycles');
  const endedByRow = new Float64Array(window.scrapes.length).fill(NaN);
  if (gauge === undefined && counter === undefined) return { cycles: [], withoutTime: 0, endedByRow, clock: null };
  const restartRows = new Set(findRestarts(window).map((restart) => restart.row));
  const sightings: Sighting[] = [];
  let counted = 0;
  let previousRow = -1;
  let lastGauge = NaN;
  let lastCount = NaN;
  for (const row of freshScrapes(window.scrapes)) {
    const gaugeSeconds = valueAt(gauge, row) ?? NaN;
    const count = valueAt(counter, row) ?? NaN;
    if (Number.isNaN(gaugeSeconds) && Number.isNaN(count)) continue;
    if (previousRow >= 0) {
      const anew = restartRows.has(row) || count < lastCount;
      const changed = gaugeSeconds > 0 && gaugeSeconds !== lastGauge && (anew || !Number.isNaN(lastGauge));
      const rose = anew ? count : count - lastCount;
      const ended = Number.isNaN(rose) ? (changed ? 1 : 0) : rose;
      endedByRow[row] = ended;
      counted += ended;
      if (changed)
        sightings.push({ row, previousRow, gaugeMs: gaugeSeconds * 1000, ended: Math.max(1, ended), newProcess: anew });
    }
    previousRow = row;
    if (!Number.isNaN(gaugeSeconds)) lastGauge = gaugeSeconds;
    if (!Number.isNaN(count)) lastCount = count;
  }
  const clock = estimateClockOffset(window, sightings);
  const cycles = timedCycles(window, sightings, clock);
  return { cycles, withoutTime: Math.max(0, Math.round(counted) - cycles.length), endedByRow, clock };
});

/**
 * Estimates the difference of the clocks. Each new gauge value must have appeared after the previous scrape was sent
 * and before this one was answered. All these bounds together limit the difference. If 0 is within them, the clocks
 * agree as far as can be determined, and 0 is used: on one host that is exact. Otherwise the middle. If the bounds
 * contradict each other (cached answers, a clock that was set) the offset is 0 if it fits to within the cache's second,
 * else the median.
 */
function estimateClockOffset(window: RoleWindow, sightings: Sighting[]): ClockOffset | null {
  if (sightings.length === 0) return null;
  const { startMs, durationSeconds } = window.scrapes;
  let low = -Infinity;
  let high = Infinity;
  let zeroFits = 0;
  const middles: number[] = [];
  let widest = 0;
  for (const { row, previousRow, gaugeMs } of sightings) {
    const least = gaugeMs - (numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row));
    const most = gaugeMs - numberAt(startMs, previousRow);
    low = Math.max(low, least);
    high = Math.min(high, most);
    if (least <= CACHE_SLACK_MS && most >= -CACHE_SLACK_MS) zeroFits++;
    middles.push((least + most) / 2);
    widest = Math.max(widest, (most - least) / 2);
  }
  if (low <= high) {
    if (low <= 0 && high >= 0) return { offsetMs: 0, errorMs: Math.max(-low, high) };
    return { offsetMs: (low + high) / 2, errorMs: (high - low) / 2 };
  }
  if (zeroFits >= 0.9 * sightings.length) return { offsetMs: 0, errorMs: CACHE_SLACK_MS };
  const offsetMs = upperMedian(middles);
  return offsetMs === null ? null : { offsetMs, errorMs: widest };
}

function timedCycles(window: RoleWindow, sightings: Sighting[], clock: ClockOffset | null): TimedGcCycle[] {
  if (clock === null) return [];
  const { startMs, durationSeconds } = window.scrapes;
  const fresh = freshScrapes(window.scrapes);
  const heapAt = heapReader(window, fresh);
  const firstMs = numberAt(startMs, numberAt(fresh, 0));
  const cycles: (Pick<TimedGcCycle, 'endMs' | 'row' | 'endedSincePrevious'> & { newProcess: boolean })[] = [];
  for (const { row, previousRow, gaugeMs, ended, newProcess } of sightings) {
    // A cached answer may show a cycle late, so the lower bound is that much earlier.
    const earliestMs = Math.max(firstMs, numberAt(startMs, previousRow) - CACHE_SLACK_MS);
    const latestMs = numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row);
    const endMs = Math.min(latestMs, Math.max(earliestMs, gaugeMs - clock.offsetMs));
    cycles.push({ endMs, row, endedSincePrevious: ended, newProcess });
  }
  cycles.sort((a, b) => a.endMs - b.endMs);
  return cycles.map(({ endMs, row, endedSincePrevious, newProcess }, i) => {
    const { before, after } = heapAt(endMs, cycles[i + 1]?.endMs ?? Infinity);
    return { endMs, row, endedSincePrevious, heapBeforeBytes: newProcess ? null : before, heapAfterBytes: after };
  });
}

/**
 * Returns the heap around a moment: the last reading before it (at most the cycle's peak, since allocation continued)
 * and the least one after it and before `untilMs` (at least the live heap; the first may include unswept memory). Null
 * if no reading is near.
 */
function heapReader(
  window: RoleWindow, fresh: Int32Array,
): (timeMs: number, untilMs: number) => { before: number | null; after: number | null } {
  const heap = window.role('heapAllocBytes') ?? window.role('heapInuseBytes');
  if (heap === undefined || fresh.length < 2) return () => ({ before: null, after: null });
  const { startMs } = window.scrapes;
  const rows = fresh.filter((row) => heap.present[row] === 1 && Number.isFinite(heap.values[row]));
  const reachMs = HEAP_REACH_STEPS * Math.max(1000, medianStepMs(window.scrapes, fresh) ?? 0);
  return (timeMs, untilMs) => {
    const low = countPassing(rows.length, (k) => numberAt(startMs, numberAt(rows, k)) <= timeMs);
    const before = low > 0 && timeMs - numberAt(startMs, numberAt(rows, low - 1)) <= reachMs
      ? numberAt(heap.values, numberAt(rows, low - 1)) : null;
    let after: number | null = null;
    for (let at = low; at < rows.length && numberAt(startMs, numberAt(rows, at)) - timeMs <= reachMs; at++) {
      if (after !== null && numberAt(startMs, numberAt(rows, at)) >= untilMs) break;
      after = Math.min(after ?? Infinity, numberAt(heap.values, numberAt(rows, at)));
    }
    return { before, after };
  };
}
