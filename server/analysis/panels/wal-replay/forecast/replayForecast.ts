/** Computes the progress of a start. See docs/reference/wal-replay.md. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { headMaxMs, headMinMs, newestLoggedMs } from '../../../signals/replay/headTimes.ts';
import { isCursorPolled, type SegmentRun } from '../../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';

/** Share of series above which the head's movement is typical: most series are created in the first segment. */
export const SETTLED_SERIES = 0.8;

/**
 * Returns the progress by row of the start, 0 to 1, never falling: loaded segments out of all while the WAL is read;
 * without a cursor, the share of the head's time range that is restored (null until most series are). null before the
 * segments: a snapshot restores most of that range. At most 0.99 until the target is ready, then 1.
 */
export function progressByRow(window: RoleWindow, start: ProcessStart, runs: readonly SegmentRun[]): (number | null)[] {
  const ratios: (number | null)[] = [];
  const wal = runs.at(0);
  const newestMs = start.beforeRow === null || isCursorPolled(window, start) ? null : newestLoggedMs(window, start);
  let highest: number | null = null;
  let event = 0;
  const seriesBefore = start.beforeRow === null ? null : valueAt(window.role('headSeries'), start.beforeRow);
  for (let row = start.firstRow; row < start.endRow; row++) {
    let ratio: number | null = null;
    if (start.readyRow !== null && row >= start.readyRow) ratio = 1;
    else if (wal !== undefined) {
      while (event < wal.events.length && elementAt(wal.events, event).row <= row) event++;
      if (row >= wal.row) ratio = event === 0 ? 0 : elementAt(wal.events, event - 1).loaded / wal.total;
      if (row >= wal.row && wal.endMs !== null && numberAt(window.scrapes.startMs, row) >= wal.endMs) ratio = 1;
    } else if (newestMs !== null) {
      const headMs = headMaxMs(window, row);
      const oldestMs = headMinMs(window, row);
      const settled = (valueAt(window.role('headSeries'), row) ?? 0) >= SETTLED_SERIES * (seriesBefore ?? Infinity);
      if (settled && headMs !== null && oldestMs !== null && newestMs > oldestMs)
        ratio = (headMs - oldestMs) / (newestMs - oldestMs);
    }
    if (ratio !== null) {
      const capped: number = row >= (start.readyRow ?? Infinity) ? 1 : Math.min(0.99, Math.max(0, ratio));
      highest = Math.max(highest ?? 0, capped);
    }
    ratios.push(highest);
  }
  return ratios;
}

