/** Says how the time of benchmarks grows with the only number by which their names differ. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { valueText } from './values.ts';

interface Row { name: string; value: number }
interface Sized { size: number; label: string; value: number }
/** `parameter`: what the names call the number by which they differ. */
interface Series { rows: Sized[]; parameter: string }

const MIN_ROWS = 3;
const MAX_ROWS = 12;
/** Factor between the sizes from which growth is reported. */
const MIN_SPAN = 8;
/** Factor between the costs of one more up to which growth is linear. */
const ALIKE = 1.5;
/** Exponents beyond which growth is not linear. */
const STEEPER = 1.2;
const FLATTER = 0.8;
/** Share of the smallest result from which a fixed part is named. */
const MIN_FIXED = 0.2;
const SIZE = /^(\d{1,12})([kKM]?)$/;
const FACTORS: Readonly<Record<string, number>> = { '': 1, 'k': 1e3, 'K': 1e3, 'M': 1e6 };

const bareName = (name: string): string => name.replace(/-\d{1,4}$/, '');

/** Returns how many characters all texts share at their beginning. */
function sharedLength(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return length;
}

const reversed = (text: string): string => [...text].toReversed().join('');

/** A parameter before its number, as in `rows=10`, or behind it, as in `10_series`. */
const KEY = /(?:^|[^A-Za-z0-9])([A-Za-z]\w{0,40})[=:]$/;
const NOUN = /^[_-]?([a-z]{3,40})(?![A-Za-z0-9])/;
const LAST_WORD = /([A-Za-z]\w{0,60})[^A-Za-z0-9]?$/;

/** Returns `n`, `series` or `the number after Gather`. */
function parameterOf(prefix: string, suffix: string): string {
  const name = KEY.exec(prefix)?.[1] ?? NOUN.exec(suffix)?.[1];
  const word = LAST_WORD.exec(prefix)?.[1];
  return name ?? (word === undefined ? 'the number in the name' : `the number after ${word}`);
}

/** Returns the rows by the number in their names, smallest first; null if names differ in more than one number. */
function sized(rows: readonly Row[]): Series | null {
  const names = rows.map(({ name }) => bareName(name));
  const [first = ''] = names;
  const prefix = first.slice(0, sharedLength(names)).replace(/\d+$/, '');
  const rests = names.map((name) => name.slice(prefix.length));
  const ends = rests.map(reversed);
  const suffix = reversed((ends[0] ?? '').slice(0, sharedLength(ends))).replace(/^[\dkKM]+/, '');
  const found = rests.flatMap((rest, i): Sized[] => {
    const [, digits, factor = ''] = SIZE.exec(rest.slice(0, rest.length - suffix.length)) ?? [];
    return digits === undefined ? []
      : [{ size: Number(digits) * (FACTORS[factor] ?? 1), label: names[i] ?? '', value: rows[i]?.value ?? 0 }];
  });
  const isWhole = found.length === rows.length && new Set(found.map(({ size }) => size)).size === found.length;
  return isWhole && found.every(({ size, value }) => size > 0 && value > 0)
    ? { rows: found.toSorted((a, b) => a.size - b.size), parameter: parameterOf(prefix, suffix) } : null;
}

/** Returns null unless a few results differ in one number that spans a wide range. */
export function sizeGrowth(rows: readonly Row[], unit: string): string | null {
  if (unit !== 'sec/op' || rows.length < MIN_ROWS || rows.length > MAX_ROWS) return null;
  const series = sized(rows);
  const all = series?.rows ?? [];
  const [first, last] = [all[0], all.at(-1)];
  if (series === null || first === undefined || last === undefined || last.size < MIN_SPAN * first.size) return null;
  const text = (value: number): string => valueText(value, unit);
  const costs = all.slice(1).flatMap(({ size, value }, i) => {
    const before = all[i];
    return before === undefined ? [] : [(value - before.value) / (size - before.size)];
  });
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  const grows = `From ${first.label} to ${last.label} the time`;
  if (least > 0 && most <= ALIKE * least) {
    const fixed = first.value - (costs[0] ?? 0) * first.size;
    const span = text(least) === text(most) ? text(least) : `${text(least)} to ${text(most)}`;
    return `${grows} grows nearly linearly: ${span.replaceAll('/op', '')} per unit of ${series.parameter}${
      fixed < MIN_FIXED * first.value ? '' : `, and about ${text(fixed).replace('/op', '')} fixed`}.`;
  }
  const exponent = Math.log(last.value / first.value) / Math.log(last.size / first.size);
  const factors = `${formatNumber(last.value / first.value)} times for ${
    formatNumber(last.size / first.size)} times the number`;
  return exponent > STEEPER ? `${grows} grows faster than linearly: ${factors}.`
    : exponent < FLATTER && exponent > 0 ? `${grows} grows more slowly than linearly: ${factors}.` : null;
}
