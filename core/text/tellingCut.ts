/** Truncation of names that keeps the distinguishing part. Pure text in, text out. */

/** Minimum length of a meaningful beginning. */
const MIN_HEAD_CHARS = 3;
/** Length above which the rest of a word can be meaningful. */
const MAX_REST_CHARS = 4;
const ELLIPSIS = '…';

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Returns how many characters at the start of a tail belong to a truncated word; 0 if `differsAt` is among them. */
function rest(tail: readonly string[], differsAt: number): number {
  const part = /^[\p{L}\p{N}]+[^\p{L}\p{N}]+/u.exec(tail.join(''))?.[0] ?? '';
  const length = Array.from(part).length;
  return length <= MAX_REST_CHARS && length <= differsAt ? length - (/[^\p{L}\p{N}\s]$/u.test(part) ? 1 : 0) : 0;
}

/**
 * Returns at most `maxChars` characters of `name`: its beginning, and the part from its first difference to the most
 * similar of `others`; without others, its end. `lab cpu 2026-11-27 14:02` next to `lab cpu 2026-11-27 15:40` becomes
 * `lab cpu 20…14:02`.
 */
export function tellingCut(name: string, others: readonly string[], maxChars: number): string {
  // Cuts by code points, so that no surrogate pair is split.
  const chars = Array.from(name);
  if (chars.length <= maxChars) return name;
  const half = Math.ceil((maxChars - 1) / 2);
  const differsAt = Array.from(name.slice(0, Math.max(0, ...others.filter((other) => other !== name)
    .map((other) => commonStart(name, other))))).length;
  // Keeps all digits of a number.
  const from = differsAt === 0 ? 0 : differsAt - (/\d*$/.exec(chars.slice(0, differsAt).join(''))?.[0].length ?? 0);
  if (from > 0 && from < maxChars - MIN_HEAD_CHARS - 1 && chars.length - from > half)
    return `${chars.slice(0, maxChars - 1).join('')}${ELLIPSIS}`;
  const most = from > 0 ? Math.min(Math.max(half, chars.length - from), maxChars - MIN_HEAD_CHARS - 1) : half;
  const tail = most - rest(chars.slice(chars.length - most), from - (chars.length - most));
  const begin = chars.slice(0, maxChars - 1 - tail).join('').trimEnd();
  if (from > 0 && chars.length - from > tail) {
    // The difference is in the middle, and the end is equal or too long.
    const middle = chars.slice(from, from + tail - 1);
    const start = chars.slice(0, maxChars - 2 - middle.length).join('').trimEnd();
    return `${start}${ELLIPSIS}${middle.join('')}${ELLIPSIS}`;
  }
  return `${begin}${ELLIPSIS}${chars.slice(chars.length - tail).join('').trimStart()}`;
}
