/**
 * Finds which compactions failed, and which a shutdown probably cancelled; and whether the WAL is truncated. See
 * "Failures" in docs/reference/compaction.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import { foundNobody } from '../../signals/replay/replayStarts.ts';
import { medianStepMs } from '../../signals/windowFrame.ts';
import { valueAt } from '../../signals/valueAt.ts';

/** Time within which a server that was asked to stop cancels what runs and exits. */
const SHUTDOWN_MS = 15_000;

export interface Failures {
  failed: number;
  /** Failures counted by a process that was gone within `seconds`: 15 s and one scrape interval. */
  atEnd: { count: number; seconds: number };
}

/** Counts failures; those shortly before a known end of the process in `atEnd`. `firstRows`: of each new process. */
export function failuresOf(window: RoleWindow, failed: CounterSteps, firstRows: ReadonlySet<number>): Failures {
  const { scrapes } = window;
  const withinMs = SHUTDOWN_MS + (medianStepMs(scrapes) ?? 0);
  const found: Failures = { failed: 0, atEnd: { count: 0, seconds: Math.round(withinMs / 1000) } };
  const isEnd = (row: number): boolean => firstRows.has(row) || foundNobody(window, row);
  for (let row = 0; row < scrapes.length; row++) {
    const rise = failed.increase[row] ?? 0;
    if (!(rise > 0)) continue;
    const latestMs = numberAt(scrapes.startMs, row) + withinMs;
    let end = row + 1;
    while (end < scrapes.length && numberAt(scrapes.startMs, end) <= latestMs && !isEnd(end)) end++;
    if (end < scrapes.length && numberAt(scrapes.startMs, end) <= latestMs) found.atEnd.count += rise;
    else found.failed += rise;
  }
  return found;
}

export interface WalTrouble {
  checkpointsFailed: number;
  truncationsFailed: number;
  /** Size of the WAL at the first of them and at the end; null if it is not exported. */
  fromBytes: number | null;
  toBytes: number | null;
}

/** Returns failed checkpoints and truncations since the last that succeeded; null without any. */
export function walTrouble(
  window: RoleWindow,
  steps: (
    role: 'checkpointsFailed' | 'walTruncationsFailed' | 'checkpointCreations' | 'walTruncateRuns'
  ) => CounterSteps,
): WalTrouble | null {
  const [checkpoints, truncations, creations, runs] = (
    ['checkpointsFailed', 'walTruncationsFailed', 'checkpointCreations', 'walTruncateRuns'] as const
  ).map((role) => steps(role).increase);
  const countsRuns = window.role('walTruncateRuns') !== undefined;
  const trouble: WalTrouble = { checkpointsFailed: 0, truncationsFailed: 0, fromBytes: null, toBytes: null };
  let firstRow: number | null = null;
  // A truncation whose segments could not be removed goes on, and is timed like any other (tsdb/head.go).
  let cutsToBeTimed = 0;
  for (let row = 0; row < window.scrapes.length; row++) {
    const [failed, cut] = [checkpoints?.[row] ?? 0, truncations?.[row] ?? 0];
    const ran = (runs?.[row] ?? 0) > 0 ? runs?.[row] ?? 0 : 0;
    const cutsTimed = Math.min(cutsToBeTimed + (cut > 0 ? cut : 0), ran);
    // Both are counted shortly after each other, so in the same scrape or the next.
    cutsToBeTimed = cut > 0 ? Math.max(0, cut - cutsTimed) : 0;
    // `checkpoint_creations_total` counts tries as they begin, `wal_truncate_duration_seconds_count` those whose
    // checkpoint succeeded (tsdb/head.go). Without the latter, one try more than failed is one that succeeded.
    const succeeded = countsRuns ? ran > cutsTimed : (creations?.[row] ?? 0) > (failed > 0 ? failed : 0);
    if (succeeded) {
      [trouble.checkpointsFailed, trouble.truncationsFailed, firstRow] = [0, 0, null];
    }
    if (failed > 0 || cut > 0) firstRow ??= row;
    trouble.checkpointsFailed += failed > 0 ? failed : 0;
    trouble.truncationsFailed += cut > 0 ? cut : 0;
  }
  if (firstRow === null) return null;
  const bytes = window.role('walBytes');
  for (let row = firstRow; row < window.scrapes.length; row++) {
    const value = valueAt(bytes, row);
    trouble.fromBytes ??= value;
    trouble.toBytes = value ?? trouble.toBytes;
  }
  return trouble;
}
