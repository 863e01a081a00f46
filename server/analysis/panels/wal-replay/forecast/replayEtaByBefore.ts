/**
 * Forecasts the time left from what was known before the start began to read: how much the old process held in memory,
 * or the size of its log, and how fast this process works. See docs/reference/wal-replay.md.
 */
import { numberAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';
import { quantile } from '../../../../../core/statistics/quantiles.ts';
import type { Eta } from './etaBounds.ts';
import { valueNear } from './replayWork.ts';
import { wblWaitBefore } from './replayEtaWbl.ts';
import { wasSeenToEnd } from './walBeforeStop.ts';

/**
 * CPU seconds of whole starts per chunk of the head before the stop, ascending: of the replays in
 * testdata/recordings.
 */
export const CHUNK_COSTS: readonly number[] = [
  11e-6, 14e-6, 19e-6, 19e-6, 21e-6, 22e-6, 23e-6, 23e-6, 27e-6, 28e-6, 31e-6, 34e-6, 35e-6, 35e-6, 38e-6, 39e-6,
  40e-6, 41e-6, 48e-6, 49e-6, 55e-6, 56e-6, 56e-6, 56e-6, 58e-6, 81e-6,
];
/** CPU seconds per byte of the log: fewer, since only some of them export its size. */
const BYTE_COSTS = [43e-9, 45e-9, 55e-9, 60e-9, 70e-9, 73e-9, 80e-9, 100e-9];
/** Minimum number of these starts that took longer than this one so far; with fewer, they predict nothing. */
const MIN_LONGER = 3;
/** Age from which the pace counts, and the time over which it is measured. */
const MIN_MS = 1000;
const PACE_MS = 5000;
/** Factors by which the pace may change, more often down: a quota runs out, and the last parts cost most. */
const PACE_FASTER = 1.5;
const PACE_SLOWER = 2;

/**
 * Returns null if neither is known, if CPU is not, or if an out-of-order log may make it wait for an unknown time.
 * `wblChunkMs`: time for each chunk of that log.
 */
export function etaByBefore(window: RoleWindow, start: ProcessStart, row: number, wblChunkMs: number): Eta | null {
  const costs = costsOf(window, start, row);
  const cpu = window.role('cpuSeconds');
  const used = valueNear(cpu, row, start.firstRow);
  const nowMs = numberAt(window.scrapes.startMs, row);
  const wait = wblWaitBefore(window, start, row, wblChunkMs);
  if (costs === null || used === null || nowMs - start.startMs < MIN_MS || wait === null) return null;
  const pace = paceNow(window, start, row, used);
  const left = costs.filter((cost) => cost > used).map((cost) => 1000 * (cost - used) / pace);
  if (!(pace > 0) || left.length < MIN_LONGER) return null;
  const at = (share: number): number => quantile(left, share) ?? NaN;
  const [lowMs, highMs] = [at(0.05) / PACE_FASTER + wait.lowMs, at(0.95) * PACE_SLOWER + wait.highMs];
  return { lowMs, medianMs: at(0.5) + wait.medianMs, highMs, scaleMs: (highMs - lowMs) / 2, basis: 'before' };
}

/** Returns possible costs of the whole start, CPU seconds, ascending. */
function costsOf(window: RoleWindow, start: ProcessStart, row: number): number[] | null {
  const chunks = wasSeenToEnd(window, start) && start.beforeRow !== null
    ? valueAt(window.role('headChunks'), start.beforeRow) : null;
  if (chunks !== null && chunks > 0) return CHUNK_COSTS.map((cost) => cost * chunks);
  const bytes = valueNear(window.role('walBytes'), row, start.firstRow);
  return bytes === null || bytes <= 0 ? null : BYTE_COSTS.map((cost) => cost * bytes);
}

/** Returns the cores in use over the newest seconds; the process started with none used. */
function paceNow(window: RoleWindow, start: ProcessStart, row: number, used: number): number {
  const { startMs } = window.scrapes;
  const cpu = window.role('cpuSeconds');
  const nowMs = numberAt(startMs, row);
  for (let from = row - 1; from >= start.firstRow; from--) {
    const earlier = valueAt(cpu, from);
    if (earlier !== null && nowMs - numberAt(startMs, from) >= PACE_MS)
      return 1000 * (used - earlier) / (nowMs - numberAt(startMs, from));
  }
  return 1000 * used / (nowMs - start.startMs);
}
