/** The lines of one source by their own time, once each. */
import type { LogLine } from './logLine.ts';
import type { Stamp } from './stamps.ts';

export interface Timed {
  line: LogLine;
  own: boolean;
  stamp: Stamp | null;
  /** Time of the dated line before it in the file, wanted or not. */
  nearMs: number | null;
}

/** Goroutines write some lines a moment late. */
const LATE_MS = 2000;
/** Fewer lines are no second copy of a paste. */
const MIN_COPY = 3;

/** `exported`: a log store gave the lines, in any order and some twice. */
export function orderLines(read: readonly Timed[], exported: boolean): LogLine[] {
  let lines = withoutCopies(read, exported);
  const isReversed = isNewestFirst(lines);
  if (isReversed) lines = lines.toReversed().map((one) => ({ ...one, nearMs: null }));
  const timed = withTimes(lines);
  if (exported || isLateOnly(timed)) return timed.toSorted((a, b) => a.timeMs - b.timeMs);
  // Logs put together, or a clock that was set: each goes on from its own beginning.
  return timed;
}

/** A stamp of a second holds any moment in it, and words without a time come at that of the line before. */
function withTimes(lines: readonly Timed[]): LogLine[] {
  const done: LogLine[] = [];
  // What stands before the first time is not later than it: a state that somebody put before the log.
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

/** Several starts one after the other, or a clock that was set, give a few steps back in time; here nearly all are. */
function isNewestFirst(lines: readonly Timed[]): boolean {
  let back = 0;
  let ahead = 0;
  let beforeMs: number | null = null;
  for (const one of lines) {
    const ms = timeOf(one);
    if (ms === null) continue;
    if (beforeMs !== null && ms < beforeMs) back += 1;
    else if (beforeMs !== null && ms > beforeMs) ahead += 1;
    beforeMs = ms;
  }
  return back > 2 * ahead;
}

function isLateOnly(lines: readonly LogLine[]): boolean {
  let latestMs = -Infinity;
  for (const { timeMs } of lines) {
    if (timeMs < latestMs - LATE_MS) return false;
    latestMs = Math.max(latestMs, timeMs);
  }
  return true;
}

/**
 * An export holds a line twice with the same time to the millisecond: it is dropped. In other files only the second
 * copy of several lines in a row is, which a paste of overlapping parts has; a line that repeats is what happened.
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
