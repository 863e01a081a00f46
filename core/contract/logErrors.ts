/** Errors and warnings of an opened log over time. Part of contract.ts, which defines the units; import from there. */

/** One message, whatever its numbers and quoted values. */
export interface LogErrorRow {
  level: 'error' | 'warning';
  /** The first of the lines, shortened. */
  message: string;
  /** Number of lines. */
  count: number;
  /** Times of its first and last line. */
  first: number;
  last: number;
  /** Numbers of lines in each step from `LogErrors.start` on. */
  counts: number[];
}

/** The errors and warnings of a whole log that have a time. */
export interface LogErrors {
  /** The steps begin at `start` and cover the times of all lines of the log, up to `end`; null without any time. */
  start: number | null;
  end: number | null;
  stepSeconds: number;
  /**
   * At most 8, errors rather than warnings and those with the most lines, in the order of their first lines: what lasts
   * and came first is a cause rather than a consequence. None for a log without any that has a time.
   */
  rows: LogErrorRow[];
  /** Number of further messages, and of their lines. */
  otherMessages: number;
  otherCount: number;
  /** Whether there are more further messages than `otherMessages`: only so many are kept apart. */
  isCut: boolean;
}
