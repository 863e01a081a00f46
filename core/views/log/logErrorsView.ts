/** Words and bars of the errors and warnings of a log. Pure. */
import type { LogErrorRow, LogErrors } from '../../contract/contract.ts';
import { counted, formatClock, formatDateTime, formatSeconds, formatWindow, zoneName } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

/** A step with lines: its place, its height from 0 to 1, and how many lines it has, and when. */
export interface ErrorBar { step: number; height: number; words: string }

export interface ErrorLane {
  key: string;
  level: LogErrorRow['level'];
  message: string;
  /** `207 times, 20:12:54 to 20:46:54, at most 8 in 32 s`, or `once, 20:12:54`. */
  extent: string;
  bars: ErrorBar[];
}

export interface LogErrorsView {
  lanes: ErrorLane[];
  steps: number;
  /** The times of both ends of the log, the later one with its zone. */
  from: string;
  to: string;
  /** What a bar is, and what the rows lack. */
  note: string;
}

/** A bar of a single line among thousands is still seen. */
const MIN_HEIGHT = 0.2;

/** Returns null for a log without errors and warnings, and for one without a duration, which has no picture. */
export function logErrorsView(errors: LogErrors, zone: Zone): LogErrorsView | null {
  const { start, end, stepSeconds, rows, otherMessages, otherCount, isCut } = errors;
  const steps = rows[0]?.counts.length ?? 0;
  if (start === null || end === null || steps < 2) return null;
  const rest = otherCount === 0 ? ''
    : ` Not shown: ${counted(otherCount, 'line')} of ${isCut ? 'at least ' : ''}${
      counted(otherMessages, 'further message')}.`;
  const clock = { zone, now: end, stepSeconds };
  return {
    lanes: rows.map((row) => ({
      key: `${row.level} ${row.message}`, level: row.level, message: row.message, extent: extentOf(row, clock),
      bars: barsOf(row.counts, start, clock),
    })),
    steps, from: momentOf(start, zone, end), to: `${momentOf(end, zone, end)} ${zoneName(zone, end)}`,
    note: `Each bar counts the lines of ${formatSeconds(stepSeconds)}, and each row has a scale of its own. `
      + `Lines of one message differ in numbers and quoted values.${rest}`,
  };
}

/** `now`: the time whose date is not repeated. */
interface Clock { zone: Zone; now: number; stepSeconds: number }

function barsOf(counts: readonly number[], start: number, { zone, now, stepSeconds }: Clock): ErrorBar[] {
  const most = Math.max(...counts);
  return counts.flatMap((count, step) => {
    if (count === 0) return [];
    const from = start + step * stepSeconds;
    const words = `${counted(count, 'line')}, ${formatWindow(from, from + stepSeconds, zone, now)}`;
    return [{ step, words, height: MIN_HEIGHT + (1 - MIN_HEIGHT) * (count / most) }];
  });
}

function extentOf({ count, first, last, counts }: LogErrorRow, { zone, now, stepSeconds }: Clock): string {
  const most = Math.max(...counts);
  const often = `${count.toLocaleString('en-US')} times`;
  if (last - first < 1) return `${count === 1 ? 'once' : often}, ${momentOf(first, zone, now)}`;
  const peak = most > 1 ? `, at most ${most.toLocaleString('en-US')} in ${formatSeconds(stepSeconds)}` : '';
  return `${often}, ${formatWindow(first, last, zone, now)}${peak}`;
}

/** Returns a time, with its date if that is not `now`'s. */
const momentOf = (time: number, zone: Zone, now: number): string => {
  const [whole, today] = [formatDateTime(time, zone), formatDateTime(now, zone)];
  return whole.slice(0, 10) === today.slice(0, 10) ? formatClock(time, zone) : whole;
};
