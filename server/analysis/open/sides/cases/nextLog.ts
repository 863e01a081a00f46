/** Tells that one log goes on where another of the same program ends, as with kubectl logs --previous. Pure. */
import { endOfLine } from '../../../logs/processEnds.ts';
import { between, clockOf, isAsked, isBegin, type CaseLog } from './caseLog.ts';

/** The words for an end that neither log explains. */
export const NO_END = ' without a line on its end, as after SIGKILL or an OOM kill';
const MAX_GAP_MS = 600_000;
const LAST_LINES = 50;
const FIRST_LINES = 20;

/** Tells how `one` ends before `other` begins; null unless `other` is the log of the next run. */
export function nextLog(one: CaseLog, other: CaseLog): string | null {
  const [last, first] = [one.lines.at(-1), other.lines[0]];
  if (last === undefined || first === undefined || one.format !== other.format) return null;
  const gapMs = first.timeMs - last.timeMs;
  if (gapMs < 0 || gapMs > MAX_GAP_MS || !other.lines.slice(0, FIRST_LINES).some(isBegin)) return null;
  const lines = one.lines.slice(-LAST_LINES);
  const hasEnd = lines.some(({ message, plain }) => endOfLine(message, !plain) !== null);
  const how = lines.some(isAsked) ? ', after it was told to stop'
    : hasEnd ? '' : NO_END;
  return `${other.name} is the log of the run after ${one.name}: that one ends at ${
    clockOf(last.timeMs)} UTC${how}, and the next begins ${between(last.timeMs, first.timeMs)} later.`;
}
