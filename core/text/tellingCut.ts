/** Names cut so that what tells them apart stays. Pure text in, text out. */

/** Fewer characters of a beginning say nothing. */
const MIN_HEAD_CHARS = 3;
const ELLIPSIS = '…';

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/**
 * At most `maxChars` characters of `name`: its beginning, and from where it first differs from the most similar of
 * `others`; without one, its end. `lab cpu 2026-11-27 14:02` beside `lab cpu 2026-11-27 15:40` becomes
 * `lab cpu…27 14:02`.
 */
export function tellingCut(name: string, others: readonly string[], maxChars: number): string {
  // By characters, so that no pair of surrogates is cut.
  const chars = Array.from(name);
  if (chars.length <= maxChars) return name;
  const half = Math.ceil((maxChars - 1) / 2);
  const differsAt = Array.from(name.slice(0, Math.max(0, ...others.filter((other) => other !== name)
    .map((other) => commonStart(name, other))))).length;
  // A number is told by all its digits.
  const from = differsAt === 0 ? 0 : differsAt - (/\d*$/.exec(chars.slice(0, differsAt).join(''))?.[0].length ?? 0);
  if (from > 0 && from < maxChars - MIN_HEAD_CHARS - 1 && chars.length - from > half)
    return `${chars.slice(0, maxChars - 1).join('')}${ELLIPSIS}`;
  const tail = from > 0 ? Math.min(Math.max(half, chars.length - from), maxChars - MIN_HEAD_CHARS - 1) : half;
  const head = maxChars - 1 - tail;
  const begin = chars.slice(0, head).join('').trimEnd();
  if (from > 0 && chars.length - from > tail) {
    // What differs is in the middle, and the end is the same or too long.
    const rest = chars.slice(from, from + tail - 1).join('');
    return `${chars.slice(0, maxChars - 2 - Array.from(rest).length).join('').trimEnd()}${ELLIPSIS}${rest}${ELLIPSIS}`;
  }
  return `${begin}${ELLIPSIS}${chars.slice(chars.length - tail).join('').trimStart()}`;
}
