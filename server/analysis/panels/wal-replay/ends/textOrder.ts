/**
 * Describes what the order of the text shows: a stop before the start, and runs whose stamps go back although the text
 * goes on. Nothing is computed across those.
 */
import type { Part } from '../../../../../core/contract/contract.ts';
import { at, parts, seconds } from '../../../../../core/text/parts.ts';
import { endOfLine } from '../../../logs/processEnds.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import type { LoggedStart } from './loggedStart.ts';

/** Maximum delay of a line that goroutines write late. */
const LATE_MS = 2000;

/** A stop in the text that belongs to no start in it. */
interface Stop { toldMs: number | null; lastMs: number; isDone: boolean }

/** Returns the stop that stands before the first line of a start; null without one. */
function stopBefore(lines: readonly LogLine[], { of, firstLine, at: seen }: LoggedStart): Stop | null {
  // A server that gives up stops its parts, too: its start has only the line of its error.
  if ((seen.start ?? seen.tsdb) === undefined) return null;
  let stop: Stop | null = null;
  let toldMs: number | null = null;
  for (const { line, message, plain, timeMs, of: source } of lines) {
    if (source !== of || plain) continue;
    if (line === firstLine) break;
    const kind = endOfLine(message, true)?.kind;
    if (kind !== 'asked' && kind !== 'bye') continue;
    if (kind === 'asked') toldMs = timeMs;
    stop = { toldMs, lastMs: timeMs, isDone: kind === 'bye' };
  }
  return stop;
}

/** Returns whether a start that stands below a line is earlier. */
const isBackIn = (start: LoggedStart, beforeMs: number): boolean => start.firstMs < beforeMs - LATE_MS;

/** Returns the latest time of the lines above a start, in the order of the text. */
function latestAbove(lines: readonly LogLine[], { of, tenant, firstLine }: LoggedStart): number {
  let latestMs = -Infinity;
  for (const { line, of: source, plain, timeMs, fields } of lines) {
    if (source !== of || plain || (fields.tenant ?? '') !== tenant) continue;
    if (line === firstLine) return latestMs;
    latestMs = Math.max(latestMs, timeMs);
  }
  return -Infinity;
}

const BACK = 'the clock was set back, or they are not one sequence, so that nothing is computed across them';

/** Returns sentences on the order of the text; empty if its stamps go on and no stop stands before the start. */
export function orderEvidence(lines: readonly LogLine[], starts: readonly LoggedStart[]): Part[][] {
  const [first] = starts;
  if (first === undefined) return [];
  const stop = stopBefore(lines, first);
  const back = starts.slice(1).flatMap((start) => {
    const beforeMs = latestAbove(lines, start);
    return isBackIn(start, beforeMs) ? [{ start, beforeMs }] : [];
  });
  return [...stop === null ? [] : stopEvidence(stop, first), ...back.slice(0, 1).map(({ start, beforeMs }) =>
    parts`In the text, the start at ${at(start.firstMs / 1000)} stands below lines that are ${
      seconds((beforeMs - start.firstMs) / 1000)} later: ${BACK}.`)];
}

function stopEvidence({ toldMs, lastMs, isDone }: Stop, start: LoggedStart): Part[][] {
  const took = toldMs === null || !isDone || lastMs < toldMs ? null
    : parts`, which took ${seconds((lastMs - toldMs) / 1000)}`;
  const told = parts`Above the start, the text has a stop of a server at ${at((toldMs ?? lastMs) / 1000)}${took}`;
  const gapSeconds = (start.firstMs - lastMs) / 1000;
  if (isBackIn(start, lastMs)) return [
    parts`${told}. The start stands below it, but its stamps are ${seconds(-gapSeconds)} earlier: ${BACK}.`,
  ];
  return [
    gapSeconds > 0 && isDone ? parts`${told}; the start began ${seconds(gapSeconds)} after that.` : parts`${told}.`,
  ];
}
