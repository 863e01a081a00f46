/** Forecasts how much memory the start takes, and against which limit. See docs/reference/wal-replay.md. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { wblChunkShare } from './forecast/replayEtaWbl.ts';
import type { SegmentRun } from '../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../signals/replay/replayStarts.ts';
import { valueAt } from '../../signals/valueAt.ts';

/** Minimum progress of the replay for a projection: the rise at its beginning does not predict the end. */
const MIN_PROGRESS = 0.3;
/** Limit above which GOMEMLIMIT counts as unset (near 2^63-1); no machine has this much memory. */
const NO_LIMIT_BYTES = 2 ** 60;
/** Number of rows before the present one that may hold a limit: not every scrape is good. */
const LIMIT_ROWS = 50;
/**
 * Remaining growth at progress p, as a share of the peak so far: about this times 1 - p in the measured replays.
 */
const USUAL_GROWTH = 0.42;
/** Exponent of the ratio of series to come, by which memory grows: slightly less than they do. */
const SERIES_POWER = 0.85;
/** Replaces `USUAL_GROWTH` if the old process was not seen, so that the series to come are unknown. */
const UNSEEN_GROWTH = 0.7;
/** Additional growth with a WBL, times its share of the chunks. */
const WBL_GROWTH = 2.4;
/** Chunks of a segment of the WBL (32 samples each) for one of a segment of the WAL (120 each). */
const WBL_CHUNKS = 3.75;
/**
 * Weight of the line through this start's own memory in the mean with the usual growth, which it may not exceed if
 * memory rises in steps.
 */
const LINE_WEIGHT = 0.38;
/** Explained variance (r²) above which memory rises linearly, and above which it certainly does. */
const STRAIGHT_FROM = 0.95;
const STRAIGHT = 0.99;
/**
 * Half width of the band as a share of the projection: times the remaining share, and the minimum. From the measured
 * replays.
 */
const GROWTH_ERROR = 0.35;
const MIN_ERROR = 0.13;

export interface PeakForecast { lowBytes: number; bytes: number; highBytes: number }

/**
 * Returns the share of the work done by the row, for memory: the WBL counts by its own new chunks. `wbl`: their share.
 */
function workShare({ start, runs, progress }: MemoryInputs, row: number, wbl: number): number | null {
  const ratio = elementAt(progress, row - start.firstRow);
  const run = runs.at(1);
  if (ratio === null || wbl === 0) return ratio;
  if (run === undefined || row < run.row) return ratio * (1 - wbl);
  return 1 - wbl + wbl * (run.events.findLast((event) => event.row <= row)?.loaded ?? 0) / run.total;
}

/**
 * Returns 0 without a WBL, or if no samples were out of order before the stop. For a stop that was not seen, uses the
 * segments of the two logs; the last of each is the new process's own and empty.
 */
function wblShare({ window, start, runs }: MemoryInputs): number {
  const [wal, wbl] = runs;
  const counted = wal === undefined ? null : wblChunkShare(window, start, wal);
  if (counted !== null || wal === undefined || wbl === undefined) return counted ?? 0;
  const chunks = WBL_CHUNKS * Math.max(1, wbl.total - 1);
  return chunks / (chunks + Math.max(1, wal.total - 1));
}

export interface MemoryInputs {
  window: RoleWindow; start: ProcessStart; runs: readonly SegmentRun[]; progress: readonly (number | null)[]
}

/**
 * Returns the peak of resident memory until ready, as known at the row; null before it can be estimated. Go collects
 * when the heap has grown to its goal, so memory rises in steps.
 */
export function peakAt(inputs: MemoryInputs, row: number): PeakForecast | null {
  const { window, start } = inputs;
  const rss = window.role('residentBytes');
  const wbl = wblShare(inputs);
  const points: { ratio: number; bytes: number }[] = [];
  let peak: number | null = null;
  for (let at = start.firstRow; at <= Math.min(row, start.readyRow ?? row); at++) {
    const bytes = valueAt(rss, at);
    if (bytes === null) continue;
    peak = Math.max(peak ?? 0, bytes);
    const ratio = workShare(inputs, at, wbl);
    if (ratio !== null && ratio > 0) points.push({ ratio, bytes });
  }
  if (peak === null) return null;
  if (start.readyRow !== null && row >= start.readyRow) return { lowBytes: peak, bytes: peak, highBytes: peak };
  const reached = points.at(-1)?.ratio ?? 0;
  const before = start.beforeRow === null ? null : valueAt(rss, start.beforeRow);
  if (reached < MIN_PROGRESS && before === null) return null;
  const line = reached < MIN_PROGRESS ? null : lineAtEnd(points.slice(Math.floor(points.length / 2)));
  const whole = reached < MIN_PROGRESS ? null : lineAtEnd(points);
  const seriesLeft = seriesRatio(inputs, row);
  const growth = (seriesLeft === null ? UNSEEN_GROWTH : USUAL_GROWTH) + WBL_GROWTH * wbl;
  const usual = peak * Math.max(1 + growth * (1 - reached), (seriesLeft ?? 1) ** SERIES_POWER);
  // Early in the start, the memory held before it is the best estimate.
  const bytes = line === null ? Math.max(peak, before ?? 0)
    : Math.max(
      peak, LINE_WEIGHT * Math.min(line.bytes, usual) + (1 - LINE_WEIGHT) * usual, straight(line, whole, usual)
    );
  const error = Math.max(GROWTH_ERROR * (1 - reached), MIN_ERROR) * bytes;
  return { lowBytes: Math.max(peak, bytes - error), bytes, highBytes: bytes + error };
}

/**
 * Returns the end of the line if memory climbs in one; `usual` at most if it does not; in between, in proportion. 0
 * without a line of the whole.
 */
function straight(late: Line, whole: Line | null, usual: number): number {
  if (whole === null) return 0;
  const fit = Math.min(late.explained, whole.explained);
  const weight = Math.min(1, Math.max(0, (fit - STRAIGHT_FROM) / (STRAIGHT - STRAIGHT_FROM)));
  return weight * Math.min(late.bytes, whole.bytes) + (1 - weight) * Math.min(usual, late.bytes);
}

/** Returns the old process's last series count, relative to those restored; null if either is unknown. */
function seriesRatio({ window, start }: MemoryInputs, row: number): number | null {
  const series = window.role('headSeries');
  const before = start.beforeRow === null ? null : valueAt(series, start.beforeRow);
  for (let at = row; at >= start.firstRow && before !== null; at--) {
    const now = valueAt(series, at);
    if (now !== null) return now > 0 ? before / now : null;
  }
  return null;
}

interface Line { bytes: number; explained: number }

/**
 * Fits a least-squares line through the points: its value at ratio 1, and the share of their variance that it explains;
 * null when they do not spread.
 */
function lineAtEnd(points: { ratio: number; bytes: number }[]): Line | null {
  if (points.length < 3) return null;
  const meanRatio = points.reduce((sum, point) => sum + point.ratio, 0) / points.length;
  const meanBytes = points.reduce((sum, point) => sum + point.bytes, 0) / points.length;
  let covariance = 0;
  let variance = 0;
  let spread = 0;
  for (const point of points) {
    spread += (point.bytes - meanBytes) ** 2;
    covariance += (point.ratio - meanRatio) * (point.bytes - meanBytes);
    variance += (point.ratio - meanRatio) ** 2;
  }
  return variance <= 0 ? null : {
    bytes: meanBytes + (covariance / variance) * (1 - meanRatio),
    explained: spread <= 0 ? 0 : covariance ** 2 / (variance * spread),
  };
}

export type LimitSource = 'gomemlimit' | 'configured' | 'host';

/**
 * Returns the lowest known limit: Go's own (soft: it collects ever more often before it is passed), that of the
 * container (hard, and in none of a target's metrics: `memory_limit` in the configuration), and the memory of the host,
 * if a node_exporter next to the target reports it.
 */
export function memoryLimit(window: RoleWindow, row: number, facts: TargetFacts): { bytes: number; source: LimitSource }
  | null {
  const go = realLimit(facts.memoryLimitBytes ?? lastOf(window, 'memoryLimitBytes', row));
  const known: { bytes: number | null; source: LimitSource }[] = [
    { bytes: go, source: 'gomemlimit' },
    { bytes: realLimit(facts.configuredLimitBytes ?? null), source: 'configured' },
    { bytes: realLimit(lastOf(window, 'hostTotalBytes', row)), source: 'host' },
  ];
  return known.reduce<{ bytes: number; source: LimitSource } | null>((lowest, { bytes, source }) => (
    bytes !== null && (lowest === null || bytes < lowest.bytes) ? { bytes, source } : lowest
  ), null);
}

function lastOf(window: RoleWindow, role: 'memoryLimitBytes' | 'hostTotalBytes', row: number): number | null {
  const series = window.role(role);
  for (let at = row; series !== undefined && at >= 0 && at > row - LIMIT_ROWS; at--) {
    const value = valueAt(series, at);
    if (value !== null) return value;
  }
  return null;
}

const realLimit = (bytes: number | null): number
  | null => (bytes === null || bytes <= 0 || bytes >= NO_LIMIT_BYTES ? null : bytes);
