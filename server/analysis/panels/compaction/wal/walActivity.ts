/** Measures the write-ahead log: fsyncs, page flushes, failures, size; see docs/reference/compaction.md. Pure. */
import { numberAt } from '../../../../../core/elementAt.ts';
import type { WalActivity, WalFailure } from '../../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../../data/metrics/roleNames.ts';
import {
  gaugePoints, momentaryRates, reduceToPoints, type CounterSteps, type PointGrid,
} from '../../../signals/counterSteps.ts';
import { valueAt } from '../../../signals/valueAt.ts';

const FAILURES: readonly (readonly [WalFailure, Role])[] = [
  ['writes', 'walWritesFailed'], ['truncations', 'walTruncationsFailed'], ['checkpoints', 'checkpointsFailed'],
  ['checkpoint-deletions', 'checkpointDeletionsFailed'],
];
/** Quantiles that a summary of the client library has by default; more are too many lines for a chart. */
const MAX_QUANTILES = 5;
/** Minimum head truncations to judge the size: each truncates a part of the WAL at most. */
const MIN_TRUNCATIONS = 3;
/** A truncation drops two thirds of the segments before the last, so a small WAL need not fall. */
const MIN_SEGMENTS = 4;
/** Minimum fall; a smaller one is that of a segment that was cut short. */
const FALL = 0.02;

/** Returns null if the target has no WAL. `segmentBytes`: of a full segment. */
export function walActivity(
  window: RoleWindow, grid: PointGrid, stepsOf: (role: Role) => CounterSteps, segmentBytes: number
): WalActivity | null {
  const roles: readonly Role[] = ['walFsyncs', 'walPageFlushes', 'walBytes', 'walWritesFailed'];
  if (roles.every((role) => window.role(role) === undefined)) return null;
  const [fsyncs, fsyncSeconds] = [total(stepsOf('walFsyncs')), total(stepsOf('walFsyncSeconds'))];
  const flushes = stepsOf('walPageFlushes');
  return {
    fsyncs, fsyncMeanSeconds: fsyncs === null || fsyncSeconds === null || fsyncs === 0 ? null : fsyncSeconds / fsyncs,
    fsyncQuantiles: fsyncQuantiles(window, grid),
    pageFlushesPerSecond: reduceToPoints(grid, momentaryRates(flushes, window.scrapes), 'mean', flushes.seconds),
    bytes: gaugePoints(grid, window.role('walBytes')),
    truncations: { count: total(stepsOf('walTruncateRuns')) ?? 0, seconds: total(stepsOf('walTruncateSeconds')) },
    failures: FAILURES.flatMap(([what, role]) => failuresOf(window, what, stepsOf(role))),
    size: sizeOf(window, stepsOf('headTruncations'), segmentBytes),
  };
}

function fsyncQuantiles(window: RoleWindow, grid: PointGrid): WalActivity['fsyncQuantiles'] {
  const byQuantile = new Map<string, Float64Array>();
  for (const { labels, values, present } of window.labelled('walFsyncQuantiles')) {
    const { quantile } = labels;
    if (quantile === undefined || !(Number(quantile) >= 0 && Number(quantile) <= 1)) continue;
    // Uses the slowest of several (one per tenant).
    const known = byQuantile.get(quantile);
    byQuantile.set(quantile, values.map((value, row) => {
      const own = present[row] === 1 ? value : NaN;
      const other = known?.[row] ?? NaN;
      return Number.isNaN(own) ? other : Number.isNaN(other) ? own : Math.max(own, other);
    }));
  }
  return [...byQuantile].sort(([a], [b]) => Number(a) - Number(b)).slice(-MAX_QUANTILES)
    .map(([quantile, values]) => ({ quantile, seconds: reduceToPoints(grid, values, 'max') }));
}

function failuresOf(window: RoleWindow, what: WalFailure, { increase }: CounterSteps): WalActivity['failures'] {
  const count = total({ increase, seconds: increase }) ?? 0;
  if (!(count > 0)) return [];
  const last = increase.findLastIndex((rise) => rise > 0);
  return [{ what, count, lastTime: numberAt(window.scrapes.startMs, last) / 1000 }];
}

/** Returns the size from the first truncation of a head in the window to its end. */
function sizeOf(window: RoleWindow, truncations: CounterSteps, segmentBytes: number): WalActivity['size'] {
  const series = window.role('walBytes');
  if (series === undefined) return null;
  let headTruncations = 0;
  let [from, to, highest]: [number | null, number | null, number | null] = [null, null, null];
  let fell = false;
  for (let row = 0; row < window.scrapes.length; row++) {
    const rise = truncations.increase[row] ?? 0;
    if (rise > 0) headTruncations += rise;
    const value = valueAt(series, row);
    if (value === null || headTruncations === 0) continue;
    from ??= value;
    if (highest !== null && value < (1 - FALL) * highest) fell = true;
    highest = Math.max(highest ?? 0, value);
    to = value;
  }
  if (from === null || to === null || highest === null || headTruncations < MIN_TRUNCATIONS) return null;
  return {
    falls: fell || to <= from || to < MIN_SEGMENTS * segmentBytes, headTruncations, fromBytes: from, toBytes: to,
    highestBytes: highest,
  };
}

/** Returns the sum of all rises; null without a step. */
function total({ increase }: CounterSteps): number | null {
  let sum = 0;
  let isKnown = false;
  for (const rise of increase) {
    if (Number.isNaN(rise)) continue;
    sum += rise;
    isKnown = true;
  }
  return isKnown ? sum : null;
}
