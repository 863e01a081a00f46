/** Numbers in the exposition format: Go's ParseFloat without hexadecimal. */

/**
 * Reads a number. `NaN`, `+Inf`, `-Inf`, `Inf`, `infinity` in any case are numbers; undefined = not a number, or a
 * decimal too large for a float64.
 */
export function readNumber(text: string): number | undefined {
  // Number() alone would also accept '', '0x10', '0b1' and 'Infinity'.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const plain = (code >= 48 && code <= 57) || code === 46 || code === 43 || code === 45 || code === 101
      || code === 69;
    if (!plain) return readWord(text.toLowerCase());
  }
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function readWord(lower: string): number | undefined {
  switch (lower) {
    case 'nan': return Number.NaN;
    case 'inf': case '+inf': case 'infinity': case '+infinity': return Number.POSITIVE_INFINITY;
    case '-inf': case '-infinity': return Number.NEGATIVE_INFINITY;
    default: return undefined;
  }
}

/** Returns the shortest text that reads back as the same number. */
export function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return Object.is(value, -0) ? '-0' : String(value);
}
