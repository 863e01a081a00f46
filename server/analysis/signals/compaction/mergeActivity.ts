/**
 * Merges without a schedule: VictoriaMetrics and the Thanos compactor merge instead of compacting a head on the clock.
 * Tests whether they follow a clock after all. See docs/reference/compaction.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import type { MergeActivity as Answered } from '../../../../core/contract/contract.ts';
import type { Role, RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { circularMean, rayleighPValue } from '../../../../core/statistics/circular.ts';
import { gaugePoints, momentaryRates, reduceToPoints, type CounterSteps, type PointGrid } from '../counterSteps.ts';
import { valueAt } from '../valueAt.ts';

/** Merge activity without the panel's own parts. */
export type MergeActivity = Omit<Answered, 'pressure'>;

/** Plausible timer periods: minutes, an hour, Prometheus's two hours, a day. */
const PERIODS_SECONDS = [60, 600, 3600, 7200, 86_400];
/** Minimum number of cycles for a test, and minimum coverage of a cycle. */
const MIN_CYCLES = 5;
const MIN_COVER = 0.9;
const ALIGNED_P = 0.01;
const ALIGNED_RESULTANT = 0.9;
/** A cycle whose merging is spread more evenly than this has no direction. */
const MIN_DIRECTION = 0.2;

/** Reports whether the engine's merges follow the data, not a block range. */
export function hasNoClock(window: RoleWindow): boolean {
  return engineOf(window) !== null;
}

function engineOf(window: RoleWindow): MergeActivity['engine'] | null {
  if (window.kind === 'victoriametrics') return 'victoriametrics';
  // Thanos Receive and Ruler each run a Prometheus TSDB with a head; only the compactor counts groups.
  const isCompactor = window.kind === 'thanos' && window.role('headMinTimeMs') === undefined
    && window.role('compactions')?.names[0]?.includes('compact_group') === true;
  return isCompactor ? 'thanos-compactor' : null;
}

/** Returns the merge activity; null for a target that compacts on a clock, or lacks the counter. */
export function findMergeActivity(
  window: RoleWindow, grid: PointGrid, stepsOf: (role: Role) => CounterSteps
): MergeActivity | null {
  const engine = engineOf(window);
  if (engine === null || window.role('compactions') === undefined) return null;
  const merges = stepsOf('compactions');
  const rows = stepsOf('rowsMerged');
  return {
    engine,
    mergesPerSecond: meanRate(merges),
    rowsPerSecond: meanRate(rows),
    active: meanOf(window.role('compactionRunning')),
    pendingRows: meanOf(window.role('rowsPending')),
    backlog: lastOf(window.role('compactorBacklog')),
    halted: window.role('compactorHalted') === undefined ? null : lastOf(window.role('compactorHalted')) !== 0,
    periods: PERIODS_SECONDS.map((periodSeconds) => ({
      periodSeconds, ...testPeriod(window, window.role('rowsMerged') === undefined ? merges : rows, periodSeconds),
    })),
    mergeRate: reduceToPoints(grid, momentaryRates(merges, window.scrapes), 'mean', merges.seconds),
    parts: gaugePoints(grid, window.role('blocksLoaded')),
  };
}

/**
 * Tests whether the work comes at the same offset of every period. Each whole cycle gives one direction, the circular
 * mean of its rises; those directions are the sample of a Rayleigh test. Merges within one cycle are not independent,
 * so they are never tested individually: thousands of them would make any unevenness significant. Bonferroni-corrected
 * over the periods tried.
 */
function testPeriod(
  window: RoleWindow, steps: CounterSteps, periodSeconds: number
): { cycles: number; resultantLength: number | null; pValue: number | null; aligned: boolean } {
  const periodMs = periodSeconds * 1000;
  const { length, startMs } = window.scrapes;
  const cycles = new Map<number, { times: number[]; amounts: number[]; seconds: number }>();
  for (let row = 0; row < length; row++) {
    const span = numberAt(steps.seconds, row);
    if (!(span > 0) || span > periodSeconds / 4) continue;
    const middleMs = numberAt(startMs, row) - span * 500;
    const index = Math.floor(middleMs / periodMs);
    const cycle = cycles.get(index) ?? { times: [], amounts: [], seconds: 0 };
    cycle.seconds += span;
    cycle.times.push(middleMs);
    cycle.amounts.push(numberAt(steps.increase, row));
    cycles.set(index, cycle);
  }
  const directions: number[] = [];
  let whole = 0;
  for (const { times, amounts, seconds } of cycles.values()) {
    if (seconds < MIN_COVER * periodSeconds) continue;
    whole += 1;
    const direction = circularMean(times, periodMs, amounts);
    if (direction !== null && direction.resultantLength >= MIN_DIRECTION) directions.push(direction.mean);
  }
  if (whole < MIN_CYCLES || directions.length < MIN_CYCLES)
    return { cycles: whole, resultantLength: null, pValue: null, aligned: false };
  const resultantLength = circularMean(directions, periodMs)?.resultantLength ?? 0;
  // Cycles without a direction are evidence against a clock: the test must hold for all of them.
  const pValue = Math.min(
    1, (rayleighPValue(resultantLength * (directions.length / whole), whole) ?? 1) * PERIODS_SECONDS.length
  );
  return {
    cycles: whole, resultantLength, pValue,
    aligned: pValue < ALIGNED_P && resultantLength >= ALIGNED_RESULTANT && directions.length >= 0.8 * whole,
  };
}

function meanRate(steps: CounterSteps): number | null {
  let amount = 0;
  let seconds = 0;
  for (let row = 0; row < steps.seconds.length; row++) {
    if (!(numberAt(steps.seconds, row) > 0)) continue;
    amount += numberAt(steps.increase, row);
    seconds += numberAt(steps.seconds, row);
  }
  return seconds > 0 ? amount / seconds : null;
}

function meanOf(series: RoleSeries | undefined): number | null {
  let sum = 0;
  let count = 0;
  series?.values.forEach((_value, row) => {
    const value = valueAt(series, row);
    if (value === null) return;
    sum += value;
    count += 1;
  });
  return count === 0 ? null : sum / count;
}

function lastOf(series: RoleSeries | undefined): number | null {
  for (let row = (series?.values.length ?? 0) - 1; row >= 0; row--) {
    const value = valueAt(series, row);
    if (value !== null) return value;
  }
  return null;
}
