/** Compares the causes of errors, which a program repeats with what each of its parts puts before them. Pure. */

/** A shorter text may be of any error. */
const MIN_CHARS = 24;
/** Number of last parts of an error that have its innermost cause. */
const INNER = 2;

const innerOf = (cause: string): string => cause.split(': ').slice(-INNER).join(': ');

/** Whether two causes are one: one has the other within it, or both end with the same cause, a path and its reason. */
export function isSameCause(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= MIN_CHARS && long.includes(short)) return true;
  const inner = innerOf(short);
  return inner.length >= MIN_CHARS && inner.includes('/') && inner === innerOf(long);
}
