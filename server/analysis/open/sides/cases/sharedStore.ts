/** Tells that two logs have the same error of the object store at about the same time. Pure. */
import { timesText } from '../../../../../core/text/format.ts';
import { clockOf, type CaseLog } from './caseLog.ts';
import { storeCauseOf, storeStep, type StoreCause } from './storeCause.ts';
import { troublesOf, wholeText } from './troubles.ts';

interface Seen { cause: StoreCause; count: number; fromMs: number; toMs: number }

/** Errors of two programs further apart may be of two outages. */
const MAX_APART_MS = 15 * 60_000;

/** Counts the errors of the store in a log by what they say. */
function seenIn({ lines }: CaseLog): Map<string, Seen> {
  const all = new Map<string, Seen>();
  for (const line of troublesOf(lines).flatMap((trouble) => trouble.lines)) {
    const cause = storeCauseOf(wholeText(line));
    if (cause === null) continue;
    const { timeMs } = line;
    const known = all.get(cause.said) ?? { cause, count: 0, fromMs: timeMs, toMs: timeMs };
    all.set(cause.said, {
      cause, count: known.count + 1, fromMs: Math.min(known.fromMs, timeMs), toMs: Math.max(known.toMs, timeMs),
    });
  }
  return all;
}

const timesWords = ({ count, fromMs, toMs }: Seen): string => (count === 1 ? `once at ${clockOf(fromMs)} UTC`
  : `${timesText(count)} from ${clockOf(fromMs)} to ${clockOf(toMs)} UTC`);

/** Returns null if the two have no error of the store in common. */
export function sharedStore(one: CaseLog, other: CaseLog): string | null {
  const others = seenIn(other);
  const [most] = [...seenIn(one).values()].flatMap((own) => {
    const same = others.get(own.cause.said);
    return same === undefined || own.fromMs - same.toMs > MAX_APART_MS || same.fromMs - own.toMs > MAX_APART_MS ? []
      : [{ own, same }];
  }).toSorted((a, b) => b.own.count + b.same.count - a.own.count - a.same.count);
  return most === undefined ? null : `Both logs have the same error of the object store, "${most.own.cause.said}": ${
    one.name} ${timesWords(most.own)}, ${other.name} ${timesWords(most.same)}. It is probably one cause. ${
    storeStep(most.own.cause)}.`;
}
