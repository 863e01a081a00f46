/** Reads decimal numbers from bytes, exactly. */
import type { BodyBytes } from './lineScan.ts';

const PLUS = 43, MINUS = 45, POINT = 46, ZERO = 48, EXPONENT = 101;
/** Bit that makes an ASCII letter lower case. */
const LOWER_CASE = 32;
/** Powers of ten that a float64 holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

export class DecimalReader {
  /** End of the number that `read` returned. */
  end = 0;

  /** Returns the decimal that begins at `from`, as Number() reads it; NaN if there is none, or it is not finite. */
  read({ bytes, buffer }: BodyBytes, from: number, limit: number): number {
    let at = from;
    const isNegative = at < limit && bytes[at] === MINUS;
    if (isNegative || (at < limit && bytes[at] === PLUS)) at += 1;
    let mantissa = 0;
    let firstDigit = at;
    for (; at < limit; at += 1) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    let digits = at - firstDigit;
    let exponent = 0;
    if (at < limit && bytes[at] === POINT) {
      at += 1;
      firstDigit = at;
      for (; at < limit; at += 1) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        mantissa = mantissa * 10 + digit;
      }
      exponent = firstDigit - at;
      digits -= exponent;
    }
    if (digits === 0) return Number.NaN;
    if (at < limit && ((bytes[at] ?? 0) | LOWER_CASE) === EXPONENT) {
      at += 1;
      const isInverse = at < limit && bytes[at] === MINUS;
      if (isInverse || (at < limit && bytes[at] === PLUS)) at += 1;
      firstDigit = at;
      let power = 0;
      for (; at < limit; at += 1) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        power = power * 10 + digit;
      }
      if (at === firstDigit) return Number.NaN;
      exponent += isInverse ? -power : power;
    }
    this.end = at;
    const isExact = mantissa <= Number.MAX_SAFE_INTEGER && exponent > -POWERS.length && exponent < POWERS.length;
    if (!isExact) {
      const value = Number(buffer.toString('latin1', from, at));
      return Number.isFinite(value) ? value : Number.NaN;
    }
    // Both are exact, so that their product or quotient is rounded once, as Number() rounds.
    const value = exponent < 0 ? mantissa / (POWERS[-exponent] ?? 1) : mantissa * (POWERS[exponent] ?? 1);
    return isNegative ? -value : value;
  }
}
