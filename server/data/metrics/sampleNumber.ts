/** Numbers in the exposition format: Go's ParseFloat without hexadecimal. */

/**
 * Reads the number in `text[from, to)`. `NaN`, `+Inf`, `-Inf`, `Inf`, `infinity` in any case are numbers;
 * undefined = not a number, or a decimal too large for a float64.
 */
export function readNumber(text: string, from: number, to: number): number | undefined {
  // Most samples are short integers: a loop over the digits is several times faster than Number(slice).
  const length = to - from;
  if (length > 0 && length <= 15) {
    let value = 0;
    let at = from;
    for (; at < to; at += 1) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === to) return value;
  }
  return readSlowNumber(text.slice(from, to));
}

function readSlowNumber(text: string): number | undefined {
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
