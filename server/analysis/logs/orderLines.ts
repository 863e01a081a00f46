/** Orders the lines of one source by their own time, without duplicates. */
import type { LogLine } from './logLine.ts';
import type { Stamp } from './stamps.ts';

export interface Timed {
  line: LogLine;
  own: boolean;
  stamp: Stamp | null;
  /** Time of the dated line before it in the file, wanted or not; null without one. */
  nearMs: number | null;
}

/** Maximum delay of a line: goroutines write some lines late. */
const LATE_MS = 2000;
/** Minimum number of repeated lines in a row that count as a second copy of a paste. */
const MIN_COPY = 3;

/** `exported` lines come from a log store, in any order and some twice. */
export function orderLines(read: readonly Timed[], exported: boolean): LogLine[] {
  let lines = withoutCopies(read, exported);
  const isReversed = isNewestFirst(lines);
  if (isReversed) lines = lines.toReversed().map((one) => ({ ...one, nearMs: null }));
  const timed = withTimes(lines);
  if (exported || isLateOnly(timed)) return timed.toSorted((a, b) => a.timeMs - b.timeMs);
  // Concatenated logs, or a clock that was set: the order of the file is kept.
  return timed;
}

/** Dates lines: a stamp in whole seconds may be any time within its step, and undated text takes the time before. */
function withTimes(lines: readonly Timed[]): LogLine[] {
  const done: LogLine[] = [];
  // Text before the first dated line, such as a pasted state, gets that line's time.
  let beforeMs = lines.map(timeOf).find((ms) => ms !== null) ?? null;
  for (const { line, own, stamp, nearMs } of lines) {
    let timeMs = own ? line.timeMs : stamp?.ms ?? nearMs ?? beforeMs;
    if (timeMs === null) continue;
    if (!own && stamp !== null && beforeMs !== null && timeMs < beforeMs && beforeMs - timeMs < stamp.stepMs)
      timeMs = beforeMs;
    beforeMs = timeMs;
    done.push({ ...line, timeMs });
  }
  return done;
}

function timeOf({ line, own, stamp }: Timed): number | null {
  return own ? line.timeMs : stamp?.ms ?? null;
}

/** Whether most steps go back in time; several starts or a clock that was set give only a few such steps. */
function isNewestFirst(lines: readonly Timed[]): boolean {
  let back = 0;
  let ahead = 0;
  let beforeMs: number | null = null;
  let isStopped = false;
  for (const one of lines) {
    const ms = timeOf(one);
    if (ms === null) continue;
    // A start below a stop is the next run, whatever its stamps are.
    const isNextRun = isStopped && STARTS.test(one.line.message);
    if (beforeMs !== null && ms < beforeMs && !isNextRun) back += 1;
    else if (beforeMs !== null && ms > beforeMs) ahead += 1;
    beforeMs = ms;
    isStopped = STOPS.test(one.line.message);
  }
  return back > 2 * ahead;
}

const STARTS = /^starting prometheus\b/i;
const STOPS = /^(?:see you next time|received sig)/i;

function isLateOnly(lines: readonly LogLine[]): boolean {
  let latestMs = -Infinity;
  for (const { timeMs } of lines) {
    if (timeMs < latestMs - LATE_MS) return false;
    latestMs = Math.max(latestMs, timeMs);
  }
  return true;
}

/**
 * Drops duplicates: in an export each line with the same time to the millisecond; in other files only the second copy
 * of several lines in a row, as in a paste of overlapping parts, because single lines may really repeat.
 */
function withoutCopies(lines: readonly Timed[], exported: boolean): readonly Timed[] {
  const seen = new Set<string>();
  const isCopy = lines.map((one) => {
    const ms = timeOf(one);
    if (ms === null || (!one.own && (one.stamp?.stepMs ?? 1000) > 1)) return false;
    const key = `${ms}\n${one.line.message}\n${JSON.stringify(one.line.fields)}`;
    const known = seen.has(key);
    seen.add(key);
    return known;
  });
  if (exported) return lines.filter((_one, i) => isCopy[i] !== true);
  const dropped = new Set<number>();
  for (let from = 0; from < lines.length; from++) {
    if (isCopy[from] !== true) continue;
    let to = from;
    while (isCopy[to] === true) to += 1;
    const before = lines[from - 1];
    const first = lines[from];
    const isBack = before !== undefined && first !== undefined && (timeOf(first) ?? 0) < (timeOf(before) ?? 0);
    if (to - from >= MIN_COPY && isBack) for (let i = from; i < to; i++) dropped.add(i);
    from = to;
  }
  return dropped.size === 0 ? lines : lines.filter((_one, i) => !dropped.has(i));
}
