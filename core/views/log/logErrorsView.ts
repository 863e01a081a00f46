/** Words and bars of the errors and warnings of a log. Pure. */
import type { LogErrorRow, LogErrors } from '../../contract/contract.ts';
import { counted, formatSeconds, formatZonedWindow } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

/** A step with lines: its place and height from 0 to 1, and how many lines it has. */
export interface ErrorBar { step: number; height: number; count: number }

export interface ErrorLane {
  key: string;
  level: LogErrorRow['level'];
  message: string;
  /** `207 times, 20:12:54 to 20:46:54`, or `once, at 20:12:54`. */
  extent: string;
  bars: ErrorBar[];
}

export interface LogErrorsView {
  lanes: ErrorLane[];
  steps: number;
  /** The window of the log, with its zone. */
  window: string;
  /** What a bar is, and what the rows lack. */
  note: string;
}

/** A bar of a single line among thousands is still seen. */
const MIN_HEIGHT = 0.2;

/** Returns null for a log without errors and warnings, and for one without a duration, which has no picture. */
export function logErrorsView(errors: LogErrors, zone: Zone): LogErrorsView | null {
  const { start, end, stepSeconds, rows, otherMessages, otherCount } = errors;
  const steps = rows[0]?.counts.length ?? 0;
  if (start === null || end === null || steps < 2) return null;
  const rest = otherCount === 0 ? ''
    : ` Not shown: ${counted(otherCount, 'line')} of ${counted(otherMessages, 'further message')}.`;
  return {
    lanes: rows.map((row) => ({
      key: `${row.level} ${row.message}`, level: row.level, message: row.message, extent: extentOf(row, zone, end),
      bars: barsOf(row.counts),
    })),
    steps, window: formatZonedWindow(start, end, zone, end),
    note: `Each bar counts the lines of ${formatSeconds(stepSeconds)}; the highest of a row is its most. Lines of one `
      + `message differ in numbers and quoted values.${rest}`,
  };
}

function barsOf(counts: readonly number[]): ErrorBar[] {
  const most = Math.max(...counts);
  return counts.flatMap((count, step) => (count === 0 ? []
    : [{ step, count, height: MIN_HEIGHT + (1 - MIN_HEIGHT) * (count / most) }]));
}

function extentOf({ count, first, last }: LogErrorRow, zone: Zone, now: number): string {
  if (count === 1 || last - first < 1) {
    const [at = ''] = formatZonedWindow(first, first, zone, now).split(' to ');
    return `${count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`}, ${at}`;
  }
  const window = formatZonedWindow(first, last, zone, now).replace(/ \S+$/, '');
  return `${count.toLocaleString('en-US')} times, ${window}`;
}
