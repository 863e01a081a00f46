/**
 * Divides the values of an answer by the seconds or the ingested samples of its profile:
 *
 * ```
 *   cpu 12 s of a profile of 10 s                 1.2 cores              12 / 10
 *   cpu 12 s while 6,000,000 samples came         2 µs/sample            12e9 ns / 6e6
 *   alloc_space 600 MB, the same samples          100 B/sample           6e8 / 6e6
 * ```
 *
 * In a diff the after side is first normalized to the seconds or samples of before, so one divisor fits both sides.
 */
import type { Per } from '../../../core/contract/contract.ts';
import { scaleUnit } from '../query/units.ts';

/** `amount`: seconds, or samples; for a diff the mean of the before side's profiles. Above 0. */
export interface PerScale { per: Per; amount: number }

/** Fields that hold a value, and parents below which the same names mean something else. */
const VALUES = new Set([
  'total', 'flat', 'cum', 'value', 'self', 'net', 'selfNet', 'sum', 'without', 'before', 'after', 'delta',
  'selfBefore', 'selfAfter',
  'shareTotal',
]);
const OTHERS = new Set(['share', 'samples', 'cumSamples', 'groups', 'comparability', 'howSure', 'finding', 'labels']);
/** More digits are useless to a reader; a double has more characters. */
const DIGITS = 9;

/** Returns the answer divided by the scale, or unchanged without one. Divided values need not be integers. */
export function perUnit<T extends { unit: string }>(answer: T, scale: PerScale | undefined): T {
  if (scale === undefined) return answer;
  const { factor, unit } = perUnitOf(answer.unit, scale);
  // The result has the same type, with other numbers.
  return { ...divided(answer, factor) as T, unit };
}

/** `factor`: multiplies values in `unit`. Times are in nanoseconds per sample. */
export function perUnitOf(unit: string, { per, amount }: PerScale): { factor: number; unit: string } {
  const nanos = scaleUnit(1, unit, 'nanoseconds');
  const isTime = nanos.unit === 'ns';
  if (per === 'second' && isTime) return { factor: nanos.value / 1e9 / amount, unit: 'cores' };
  if (per === 'second') return { factor: 1 / amount, unit: `${unit}/s` };
  return { factor: (isTime ? nanos.value : 1) / amount, unit: `${isTime ? 'nanoseconds' : unit}/sample` };
}

function divided(value: unknown, factor: number): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => divided(item, factor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]: [string, unknown]) => [
    key, OTHERS.has(key) ? held : typeof held === 'number' ? (VALUES.has(key) ? rounded(held * factor) : held)
      : divided(held, factor),
  ]));
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
