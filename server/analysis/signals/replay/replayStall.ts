/** Detects a stalled start: stopped, or waiting for something. See docs/reference/wal-replay.md. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { valueAt } from '../valueAt.ts';
import { replayedRow } from './segmentRuns.ts';
import { foundNobody, type ProcessStart } from './replayStarts.ts';

/** Minimum time and number of scrapes without progress. */
const STALL_MS = 6000;
const MIN_ROWS = 3;
/** Below this many cores a process only answers its scrapes (0.002 to 0.01 cores) and runs its timers. */
const IDLE_CORES = 0.03;
/** Roles that change while a start progresses. */
const MOVING: readonly Role[] = [
  'replaySegmentCurrent', 'replaySegmentMax', 'headSeries', 'headChunks', 'headMaxTimeMs', 'blocksLoaded',
];

export interface ReplayStall {
  /** Time of the last progress. */
  sinceMs: number;
  /** Its age at the row. */
  ms: number;
  /** `no-answer`: every scrape since then failed. `no-progress`: it answers, and its figures do not change. */
  kind: 'no-answer' | 'no-progress';
}

/**
 * Returns the stall at the row, from what was known by then; null while the start progresses, is over, or has no
 * process. Progress is a change of the head or the cursor, or CPU use.
 */
export function stallAt(window: RoleWindow, start: ProcessStart, row: number): ReplayStall | null {
  if ((start.readyRow !== null && row >= start.readyRow) || foundNobody(window, row)) return null;
  const { startMs, error } = window.scrapes;
  const moving = MOVING.map((role) => ({ series: window.role(role), known: null as number | null }));
  const cpu = window.role('cpuSeconds');
  const doneRow = replayedRow(window, start);
  let used: { seconds: number; ms: number } | null = null;
  let sign = { row: start.firstRow, answered: false };
  for (let at = start.firstRow; at <= row; at++) {
    let moved = at === doneRow;
    for (const figure of moving) {
      const value = valueAt(figure.series, at);
      if (value === null) continue;
      moved ||= value !== figure.known;
      figure.known = value;
    }
    const seconds = valueAt(cpu, at);
    if (seconds !== null) {
      const ms = numberAt(startMs, at);
      moved ||= used !== null && 1000 * (seconds - used.seconds) >= IDLE_CORES * (ms - used.ms);
      used = { seconds, ms };
    }
    if (moved) sign = { row: at, answered: false };
    else if (error[at] === null) sign.answered = true;
  }
  const sinceMs = numberAt(startMs, sign.row);
  const ms = numberAt(startMs, row) - sinceMs;
  return ms < STALL_MS || row - sign.row < MIN_ROWS ? null
    : { sinceMs, ms, kind: sign.answered ? 'no-progress' : 'no-answer' };
}
