/** Sums the errors and warnings of a whole log by message and by time, in any envelope. Pure. */
import type { LogErrorRow, LogErrors } from '../../../../core/contract/contract.ts';
import type { LogLine } from '../logLine.ts';
import { readLogInSteps } from '../readLog.ts';
import { gravityOfLevel } from './levels.ts';
import { stepsOf, TimeBins } from './timeBins.ts';

const MAX_ROWS = 8;
const MAX_STEPS = 120;
/** Messages of each level that are kept apart; lines of later ones are only counted. */
const MAX_MESSAGES = 500;
const MAX_MESSAGE = 240;
/** Characters that distinguish messages: more than are shown, as a number near the cut may be longer. */
const MAX_KEYED = 2000;

/** What differs between lines of one message: numbers, hashes, labels, and values in quotation marks. */
const VALUE = new RegExp([
  /"[^"]{0,300}"|\{[^{}]{0,500}\}/, /\b[0-9A-HJKMNP-TV-Z]{26}\b|\b[0-9a-f]{8}[0-9a-f-]{0,60}\b|\d+(?:[.:,]\d+)*/,
].map(({ source }) => source).join('|'), 'g');

interface Seen {
  level: LogErrorRow['level']; message: string; count: number; firstMs: number; lastMs: number; bins: TimeBins;
}

/** Reads a log in any envelope; a text without a line that has a log format has no rows. */
export function* analyseErrorsInSteps(file: Uint8Array): Generator<undefined, LogErrors> {
  const seen = { error: new Map<string, Seen>(), warning: new Map<string, Seen>() };
  let [firstMs, lastMs, lostCount] = [Infinity, -Infinity, 0];
  const take = (line: LogLine, ms: number | null): void => {
    if (ms === null) return;
    firstMs = Math.min(firstMs, ms);
    lastMs = Math.max(lastMs, ms);
    const level = gravityOfLevel(line.level);
    if (level === null) return;
    const message = messageOf(line);
    const key = message.slice(0, MAX_KEYED).replace(VALUE, '…');
    let one = seen[level].get(key);
    if (one === undefined) {
      if (seen[level].size >= MAX_MESSAGES) { lostCount += 1; return; }
      one = { level, message: shortened(message), count: 0, firstMs: ms, lastMs: ms, bins: new TimeBins() };
      seen[level].set(key, one);
    }
    one.count += 1;
    one.firstMs = Math.min(one.firstMs, ms);
    one.lastMs = Math.max(one.lastMs, ms);
    one.bins.add(ms);
  };
  yield* readLogInSteps(file, () => false, take);
  if (firstMs > lastMs)
    return { start: null, end: null, stepSeconds: 1, rows: [], otherMessages: 0, otherCount: 0, isCut: false };
  const { startMs, widthMs, steps } = stepsOf(firstMs, lastMs, MAX_STEPS);
  const all = [seen.error, seen.warning].flatMap((one) =>
    [...one.values()].sort((a, b) => b.count - a.count || a.firstMs - b.firstMs));
  const others = all.slice(MAX_ROWS);
  return {
    start: startMs / 1000, end: lastMs / 1000, stepSeconds: widthMs / 1000,
    rows: all.slice(0, MAX_ROWS).sort((a, b) => a.firstMs - b.firstMs).map((one) => ({
      level: one.level, message: one.message, count: one.count, first: one.firstMs / 1000, last: one.lastMs / 1000,
      counts: one.bins.counts(startMs, widthMs, steps),
    })),
    otherMessages: others.length, otherCount: others.reduce((sum, { count }) => sum + count, 0) + lostCount,
    isCut: lostCount > 0,
  };
}

/** The place in its source that a library puts in front of a message. */
const PLACE = /^(?:[\w.@~/-]{1,200}\/)?[\w.-]{1,80}\.go:\d{1,7}: /;

/** Returns the message with its error, as lines of one message may have several causes. */
function messageOf({ message, fields }: LogLine): string {
  const cause = fields['err'] ?? fields['error'] ?? '';
  const own = message.trim().replace(PLACE, '').replace(/(?<!\.)\.$/, '');
  const text = [own, cause.trim()].filter((part) => part !== '').join(': ');
  return text.replace(/\s{1,200}/g, ' ');
}

const shortened = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1)}…` : text);
