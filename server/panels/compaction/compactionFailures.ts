/**
 * Which compactions failed, and which a shutdown cancelled; and whether the WAL is truncated. See "Failures" in
 * docs/reference/compaction.md.
 */
import { numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import { foundNobody } from '../../signals/replay/replayStarts.ts';
import { valueAt } from '../../signals/valueAt.ts';

/** A server that was asked to stop cancels what runs and is gone within this time. */
const SHUTDOWN_MS = 15_000;

export interface Failures {
  failed: number;
  /** Counted as failed by a process that ended right after. */
  cancelled: number;
}

/** `firstRows`: of each new process. */
export function failuresOf(window: RoleWindow, failed: CounterSteps, firstRows: ReadonlySet<number>): Failures {
  const { startMs, error, length } = window.scrapes;
  const found: Failures = { failed: 0, cancelled: 0 };
  for (let row = 0; row < length; row++) {
    const rise = failed.increase[row] ?? 0;
    if (!(rise > 0)) continue;
    let last = row;
    let end = row + 1;
    while (end < length && !firstRows.has(end) && !foundNobody(window, end)) {
      if (error[end] === null) last = end;
      end += 1;
    }
    const isLast = end < length && numberAt(startMs, last) - numberAt(startMs, row) < SHUTDOWN_MS;
    found[isLast ? 'cancelled' : 'failed'] += rise;
  }
  return found;
}

export interface WalTrouble {
  checkpointsFailed: number;
  truncationsFailed: number;
  /** Size of the WAL at the first of them and at the end; null where it is not exported. */
  fromBytes: number | null;
  toBytes: number | null;
}

/** Failed checkpoints and truncations since the last that succeeded; null without any. */
export function walTrouble(
  window: RoleWindow,
  steps: (role: 'checkpointsFailed' | 'walTruncationsFailed' | 'checkpointCreations') => CounterSteps,
): WalTrouble | null {
  const [checkpoints, truncations, creations] = (
    ['checkpointsFailed', 'walTruncationsFailed', 'checkpointCreations'] as const
  ).map((role) => steps(role).increase);
  const trouble: WalTrouble = { checkpointsFailed: 0, truncationsFailed: 0, fromBytes: null, toBytes: null };
  let firstRow: number | null = null;
  for (let row = 0; row < window.scrapes.length; row++) {
    const [failed, cut] = [checkpoints?.[row] ?? 0, truncations?.[row] ?? 0];
    // `checkpoint_creations_total` counts tries; one more than failed is one that succeeded.
    if ((creations?.[row] ?? 0) > (failed > 0 ? failed : 0)) {
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
