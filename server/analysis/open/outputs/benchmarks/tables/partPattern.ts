/** Finds which part of the names has all rows that changed, where the others did not. Pure. */
import { allRows, groupsBy, keysOf, spanOf } from '../changePattern.ts';

interface NamedChange { name: string; change: number }

const MIN_ROWS = 4;
const MIN_GROUP = 2;
const MAX_GROUPS = 6;

/** Returns the groups of names that have all of some rows and none of the others; null if no part of names does. */
function parted(
  rows: readonly NamedChange[], others: readonly NamedChange[]
): { own: { name: string; rows: NamedChange[] }[]; rest: { name: string; rows: NamedChange[] }[] } | null {
  const all = [...rows, ...others];
  if (all.length < MIN_ROWS || rows.length < MIN_GROUP || others.length < MIN_GROUP) return null;
  for (const key of keysOf(all)) {
    const groups = groupsBy(all, key);
    const own = groups.filter((group) => group.rows.every((row) => rows.includes(row)));
    const rest = groups.filter((group) => group.rows.every((row) => others.includes(row)));
    if (own.length > 0 && rest.length > 0 && own.length + rest.length === groups.length && groups.length <= MAX_GROUPS
      && groups.every((group) => group.rows.length >= MIN_GROUP)) return { own, rest };
  }
  return null;
}

const names = (groups: readonly { name: string }[]): string => groups.map(({ name }) => name).join(', ')
  .replace(/, ([^,]*)$/, ' and $1');

/**
 * Returns `By name: slower in all 3 rows of A (+10 % to +20 %); no change is shown in the 2 rows of B.`; null unless
 * all changes go one way. `others`: the rows that did not change, each with a change of 0.
 */
export function partPattern(
  changed: readonly NamedChange[], others: readonly NamedChange[], [less, more]: readonly [less: string, more: string],
  percent: (change: number) => string
): string | null {
  const isUp = (changed[0]?.change ?? 0) > 0;
  const groups = changed.some(({ change }) => change > 0 !== isUp) ? null : parted(changed, others);
  return groups === null ? null : `By name: ${isUp ? more : less} in ${allRows(changed.length)} of ${
    names(groups.own)} (${spanOf(changed, percent)}); no change is shown in the ${others.length} rows of ${
    names(groups.rest)}.`;
}

/** Factor from which a change is beyond the noise of one run. */
const BEYOND_NOISE = 2;
const sizeOf = ({ change }: NamedChange): number => Math.abs(Math.log1p(Math.max(change, -0.9999)));

/** Returns the changes that are beyond the noise of one run, if all of them go one way; empty otherwise. */
export function largeRows<T extends NamedChange>(rows: readonly T[]): T[] {
  const large = rows.filter((row) => sizeOf(row) >= Math.log(BEYOND_NOISE));
  return large.every(({ change }) => change > 0 === (large[0]?.change ?? 0) > 0) ? large : [];
}

/** Says which changes of one run per side are beyond noise, and leaves the others open; null without both. */
export function largeOnce(
  rows: readonly NamedChange[], unit: string, percent: (change: number) => string
): string | null {
  const large = largeRows(rows);
  const others = rows.filter((row) => !large.includes(row));
  if (large.length === 0 || others.length === 0) return null;
  const groups = parted(large, others);
  const most = large.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  const where = groups !== null ? `in ${allRows(large.length)} of ${names(groups.own)}`
    : large.length === 1 ? `in ${most?.name ?? ''}` : `in ${large.length} of ${rows.length} rows (most ${
      most?.name ?? ''})`;
  const rest = others.length === 1 ? `The other row (${spanOf(others, percent)}) is`
    : `The other ${others.length} rows (${spanByValue(others, percent)}) are`;
  return `Far beyond the noise of single runs: ${unit} ${spanOf(large, percent)} ${where}. ${rest} open without more `
    + 'runs.';
}

/** Returns the lowest and the highest change. */
function spanByValue(rows: readonly NamedChange[], percent: (change: number) => string): string {
  const sorted = rows.map(({ change }) => change).toSorted((a, b) => a - b);
  return `${percent(sorted[0] ?? 0)} to ${percent(sorted.at(-1) ?? 0)}`;
}
