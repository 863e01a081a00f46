/** Reads the values of a row of benchstat or benchcmp, for its ratio. Pure. */
import { isHiding } from '../../../../../core/text/benchmarks/hidingMeans.ts';

/** `3.997m ± 1%`, `30.85m ±  2%`, `73.7B`, `157304440`, `79.00MB/s`; no share, no p and no number of runs. */
const ROW_VALUE = new RegExp(String.raw`(?<=^|[\s,|])(\d{1,15}(?:\.\d{1,12})?(?:e[-+]\d{1,3})?)`
  + String.raw`([pnum\u00b5\u03bckKMGT]i?)?(?:B\/s|B|s)?(?=[\s,|\u00b1]|$)`, 'g');

const POWERS: Readonly<Record<string, number>> = {
  p: 1e-12, n: 1e-9, u: 1e-6, '\u00b5': 1e-6, '\u03bc': 1e-6, m: 1e-3, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40,
};

/** Returns the values of a row behind its name, in one unit. */
export function valuesIn(rest: string): number[] {
  return [...rest.matchAll(ROW_VALUE)].map(([, value = '', prefix = '']) => Number(value) * (POWERS[prefix] ?? 1));
}

/** Returns the new value divided by the old one: by the printed change, else by the values; null without either. */
export function ratioOf(change: number | null, [old, current]: readonly number[]): number | null {
  if (change !== null) return 1 + change;
  if (old === undefined || current === undefined) return null;
  if (old === 0) return current === 0 ? 1 : null;
  return current / old;
}

/** Returns the geometric mean of ratios; null if one is missing or 0, or there are fewer than `least`. */
export function meanRatio(ratios: readonly (number | null)[], least: number): number | null {
  const known = ratios.filter((ratio): ratio is number => ratio !== null && ratio > 0);
  return known.length < least || known.length < ratios.length ? null
    : Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
}

/** Returns the geometric mean as `meanRatio`; null also where it would hide what the rows do. */
export const tellingMean = (ratios: readonly (number | null)[], least: number): number | null =>
  (isHiding(ratios.flatMap((ratio) => ratio ?? [])) ? null : meanRatio(ratios, least));

/** The spread behind a value: `\u00b1  2%`. */
const SPREAD = /\u00b1\s{0,6}(\d{1,6})%/g;

/** Returns how far the runs of the first and of each other value of a row differ, in percent; none if one has none. */
export function spreadsIn(rest: string, count: number): (readonly [old: number, current: number])[] {
  const [old, ...others] = [...rest.matchAll(SPREAD)].map(([, percentage]) => Number(percentage));
  return old === undefined || others.length !== count ? [] : others.map((current) => [old, current]);
}
