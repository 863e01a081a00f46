/** Sample times of a target's head while it starts. */
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ProcessStart } from './replayStarts.ts';
import { valueAt } from '../valueAt.ts';

/** A head's sample times are real only up to this (ms): before its first sample it reports the extremes of int64. */
const LATEST_TIME_MS = 7_258_118_400_000;

/** Returns the newest sample in the head at the row, ms; null before the first. */
export function headMaxMs(window: RoleWindow, row: number): number | null {
  return realTime(valueAt(window.role('headMaxTimeMs'), row));
}

/** Returns the oldest sample in the head at the row, ms; null before the first. */
export function headMinMs(window: RoleWindow, row: number): number | null {
  return realTime(valueAt(window.role('headMinTimeMs'), row));
}

/** Returns the time of the log's newest possible sample: the old process's last answer, else the new one's start. */
export function newestLoggedMs(window: RoleWindow, start: ProcessStart): number {
  const before = start.beforeRow === null ? null : headMaxMs(window, start.beforeRow);
  return before ?? start.startMs;
}

function realTime(value: number | null): number | null {
  return value === null || value <= 0 || value > LATEST_TIME_MS ? null : value;
}
