/** Compares messages that differ in a count of a whole, such as "3 out of 4" and "4 out of 4". Pure. */
import { COUNTS } from '../../../../logs/excerpt/limits.ts';

const PARTS = /(\d{1,9})(?: (?:out )?of (?:the )?|\/)(\d{1,9})/;
/** Words of a message in which fewer are worse. */
const GOOD = new RegExp(String.raw`\b(?:healthy|live|alive|ready|available|reachable|responded|answered|acked|succeeded`
  + String.raw`|successful|found|find|up|running|joined|connected)\b`, 'i');
const BAD = /\b(?:fail\w*|unhealthy|not|un(?:available|reachable)|lost|missing|down|dropped|error\w*|timed? ?out)\b/i;

interface Count { part: number; whole: number }

function countIn(text: string): Count | null {
  const [, part, whole] = PARTS.exec(text.match(COUNTS)?.[0] ?? '') ?? [];
  return part === undefined ? null : { part: Number(part), whole: Number(whole) };
}

/**
 * Returns the worse one of two messages of one form: the one in which more failed or fewer are well, on a tie the later
 * one. Null if both have the same count, or no count.
 */
export function worseCount(one: string, later: string): string | null {
  const [a, b] = [countIn(one), countIn(later)];
  if (a === null || b === null || (a.part === b.part && a.whole === b.whole)) return null;
  const [before, behind] = [a.part / a.whole, b.part / b.whole];
  const isFewer = GOOD.test(later) && !BAD.test(later);
  return (isFewer ? before < behind : before > behind) ? one : later;
}
