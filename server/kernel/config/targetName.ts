/** Target names are part of URLs: browsers resolve `.` and `..` away, and invisible characters cannot be typed. */

/** Returns what is wrong with the name, to follow `"name" ...`; null for a valid one. */
export function targetNameMistake(name: string): string | null {
  if (name.trim() === '') return 'must not be empty';
  if (name === '.' || name === '..') return `must not be "${name}"`;
  // Lone surrogates cannot be percent-encoded.
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name)) return 'must not hold control characters';
  return null;
}
