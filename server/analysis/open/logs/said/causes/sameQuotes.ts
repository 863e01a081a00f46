/** Drops quotations of one cause that differ only in times. Pure and bounded. */

/** Times, epochs, durations and own ports, in which quotations of one cause differ. */
const STAMPS = new RegExp([
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/, /\b\d{10,19}\b/,
  /\b\d{1,9}\.\d{1,12}(?=(?:[mnµ]?s|m|h|seconds)\b)/, /:\d{4,5}(?=->)/,
  /\bafter \d{1,6}(?= attempts?\b)/,
].map(({ source }) => source).join('|'), 'g');

/** Drops quotations that differ from an earlier one only in times. */
export function withoutAgain(quotes: readonly string[]): string[] {
  const shapes = new Set<string>();
  return quotes.filter((quote) => {
    const shape = quote.replace(STAMPS, '0');
    return !shapes.has(shape) && shapes.add(shape);
  });
}
