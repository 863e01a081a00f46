/** Parses and formats numbers like Go, so that every figure is spelt as by `benchstat`. */

/**
 * Parses a plain decimal number; null for anything else, for overflow, and for NaN and Inf, which are not measurements.
 */
export function parseMeasurement(text: string): number | null {
  if (text.length > 64 || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/**
 * Formats as `%.<digits>f` of Go: the nearest decimal, and of two equally near ones the even (JavaScript's toFixed
 * takes the larger). `digits` at most 12.
 */
export function fixed(value: number, digits: number): string {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (size >= 1e21) return `${sign}${BigInt(size).toString()}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
  const up = size.toFixed(digits);
  // Only an odd multiple of 2^-(digits+1) is halfway between two decimals with that many digits.
  const halves = size * 2 ** (digits + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return sign + up;
  const down = size.toFixed(digits + 1).slice(0, -1).replace(/\.$/, '');
  return sign + ('02468'.includes(down.at(-1) ?? '') ? down : up);
}

/** Formats as `%+.2f%%` of Go. */
export function signedPercent(percent: number): string {
  const text = fixed(percent, 2);
  return `${text.startsWith('-') ? '' : '+'}${text}%`;
}

/** Formats as Go's `fmt.Sprint` of a float64: the shortest exact decimal, with an exponent below 1e-4 and from 1e6. */
export function shortest(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 6)
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(-exponent - 1)}${digits}`;
}
