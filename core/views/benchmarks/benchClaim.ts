/** Claim on two benchmark outputs: how many benchmarks changed and by how much, per unit. Pure. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../contract/contract.ts';
import { comparedPairs, isEqualPair, isScattered, isUnsteady } from './scatter.ts';

const NAMES: Record<string, string> = {
  'sec/op': 'Time', 'B/op': 'Memory', 'allocs/op': 'Allocations', 'B/s': 'Throughput',
  sec: 'Wall clock', 'user+sys-sec': 'CPU', 'user-sec': 'User CPU', 'sys-sec': 'System CPU',
  'peak-RSS-bytes': 'Largest resident memory', cores: 'Cores',
};
const TIMES: ReadonlySet<string> = new Set(['sec/op', 'sec']);
/** Number of percentages that are listed; more become a range. */
const MAX_LISTED = 3;

export function unitName(unit: string): string {
  return NAMES[unit] ?? unit;
}

/** Returns the change of a cell that exceeds noise, or is counted; null if there is none. */
export function changeOf(cell: BenchmarkCell | null): number | null {
  const comparison = cell?.comparison ?? null;
  if (comparison === null) return null;
  const isCounted = comparison.countedText !== null && comparison.countedText !== 'same';
  return comparison.isSignificant || isCounted ? comparison.measuredRatio ?? Infinity : null;
}

/** A smaller change of another unit is not reported. */
const MIN_TOLD = 0.005;
/** A smaller change that the test does not show is reported as the same. */
const MIN_CHANGE = 0.05;

/** Whether the values of a cell changed much, but the test does not distinguish that from chance. */
export function isNotSignificant(cell: BenchmarkCell): boolean {
  const { comparison } = cell;
  return comparison !== null && comparison.countedText !== 'same' && changeOf(cell) === null
    && Math.abs(comparison.measuredRatio ?? 0) >= MIN_CHANGE;
}

function listed(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [least, largest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || largest === undefined) return '';
  return sorted.length <= MAX_LISTED ? sorted.map(ratioText).join(', ')
    : `${ratioText(least)} to ${ratioText(largest)}`;
}

/**
 * Returns the claim of the first unit, or null if nothing was compared:
 * `Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), 1 slower by an uncertain amount, no difference shown in 3`.
 * Counts that are equal, and values that are equal in all runs, are `same`.
 */
export function leadText(unit: string, tables: readonly BenchmarkUnit[]): string | null {
  const better = tables[0]?.better ?? 0;
  const pairs = tables.flatMap((table) => comparedPairs(table));
  if (pairs.length === 0) return null;
  const steady = pairs.filter((pair) => !isScattered(pair));
  const changes = steady.flatMap(({ after }) => changeOf(after) ?? []);
  const up = changes.filter((ratio) => ratio > 0);
  const down = changes.filter((ratio) => ratio < 0);
  const [upWord, downWord] = TIMES.has(unit) ? ['slower', 'faster'] : ['more', 'less'];
  const unshown = steady.filter(({ after }) => isNotSignificant(after))
    .flatMap(({ after: { comparison } }) => comparison?.measuredRatio ?? []);
  const scattered = pairs.filter(isScattered).flatMap(({ after }) => changeOf(after) ?? []);
  const isCounted = tables.some(({ nearExact }) => nearExact);
  const equal = steady.filter((pair) => isEqualPair(pair)).length;
  const rest = steady.length - up.length - down.length - unshown.length;
  const same = isCounted ? rest : Math.min(equal, rest);
  const parts = [
    up.length === 0 ? null : { isWorse: better < 0, text: `${up.length} ${upWord} (${listed(up)})` },
    down.length === 0 ? null : { isWorse: better > 0, text: `${down.length} ${downWord} (${listed(down)})` },
  ].filter((part) => part !== null).sort((a, b) => Number(b.isWorse) - Number(a.isWorse)).map(({ text }) => text);
  return `${unitName(unit)}: ${[
    ...parts, ...uncertain(scattered.filter((ratio) => ratio > 0).length, upWord),
    ...uncertain(scattered.filter((ratio) => ratio < 0).length, downWord),
    ...(unshown.length === 0 ? [] : [`${unshown.length} not significant (${listed(unshown)})`]),
    ...(same === 0 ? [] : [`${same} same`]), ...(rest === same ? [] : [`${NOT_SHOWN} in ${rest - same}`]),
  ].join(', ')}`;
}

/** Counts significant changes whose runs leave their size open. */
const uncertain = (n: number, word: string | undefined): string[] =>
  (n === 0 ? [] : [`${n} ${word} by ${n === 1 ? 'an uncertain amount' : 'uncertain amounts'}`]);
/** The words for values whose runs differ without a significant test: that is no proof that they are the same. */
export const NOT_SHOWN = 'no difference shown';

/**
 * Returns the geometric mean of the changes minus one, without unsteady benchmarks, and how many those are; `ratio`
 * null if no mean is left, or nothing had to be left out.
 */
export function steadyMean(table: BenchmarkUnit, column = 1): { ratio: number | null; omitted: number } {
  const pairs = comparedPairs(table, column);
  const steady = pairs.filter((pair) => !isUnsteady(pair));
  const ratios = steady.map(({ after }) => after.comparison?.measuredRatio ?? null);
  const known = ratios.filter((ratio) => ratio !== null);
  const omitted = pairs.length - steady.length;
  return {
    omitted, ratio: omitted === 0 || known.length < ratios.length || known.length === 0 ? null
      : Math.expm1(known.reduce((sum, ratio) => sum + Math.log1p(ratio), 0) / known.length),
  };
}

/** Changes in both directions from which a mean hides them. */
const MUCH = 0.1;

/** Returns how many values rose and how many fell, if some of either changed much, so that a mean says nothing. */
export function bothWays(ratios: readonly number[]): { up: number; down: number } | null {
  const isMixed = ratios.some((ratio) => ratio >= MUCH) && ratios.some((ratio) => ratio <= -MUCH);
  return isMixed ? { up: ratios.filter((ratio) => ratio > 0).length, down: ratios.filter((ratio) => ratio < 0).length }
    : null;
}

/** Returns the changes beyond noise, without those whose runs leave their size open. */
const sizedChanges = (table: BenchmarkUnit): number[] =>
  comparedPairs(table).filter((pair) => !isScattered(pair)).flatMap(({ after }) => changeOf(after) ?? []);

/**
 * Returns the mean change of a unit of which something changed beyond noise: the geometric mean of the steady
 * benchmarks, or the only change; null for others, and if values changed much in both directions, which a mean hides.
 */
export function meanChange(table: BenchmarkUnit): number | null {
  const changes = sizedChanges(table);
  if (changes.length === 0 || bothWays(changes) !== null) return null;
  const { ratio, omitted } = steadyMean(table);
  return (omitted === 0 ? table.geomeans[1]?.deltaRatio : ratio)
    ?? (comparedPairs(table).length === 1 ? changes[0] : null) ?? null;
}

/**
 * Returns `Memory −22 %`: the geometric mean if several changed beyond noise; `Memory −28 % in 1 of 7` for one of
 * several, or `Memory up in 1, down in 2 of 7`, which a mean hides; else null.
 */
function otherText(unit: string, tables: readonly BenchmarkUnit[]): string | null {
  const [only, ...more] = tables;
  if (only === undefined || more.length > 0) return null;
  const changes = sizedChanges(only);
  const compared = comparedPairs(only).length;
  const [change] = changes;
  if (changes.length === 1 && compared > 1 && change !== undefined)
    return Math.abs(change) < MIN_TOLD ? null : `${unitName(unit)} ${ratioText(change)} in 1 of ${compared}`;
  const ways = bothWays(changes);
  if (ways !== null) return `${unitName(unit)} up in ${ways.up}, down in ${ways.down} of ${compared}`;
  const mean = meanChange(only);
  return mean === null || Math.abs(mean) < MIN_TOLD ? null
    : `${unitName(unit)} ${mean < 0 ? '−' : '+'}${Math.round(Math.abs(mean) * 100)} %`;
}

/** Returns `+16 %`, `−6.5 %`; for an unbounded ratio `from 0`. */
export function ratioText(ratio: number): string {
  if (!Number.isFinite(ratio)) return 'from 0';
  const percent = Math.abs(100 * ratio);
  if (percent < 0.05) return '0 %';
  // A value that nearly vanishes is not reported as one that did.
  if (ratio < 0 && percent > 99.5 && percent < 100) return `−${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
  return `${ratio < 0 ? '−' : '+'}${percent.toFixed(percent < 10 ? 1 : 0)} %`;
}

/**
 * Returns `Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), no difference shown in 3. Memory −22 %.`: counts and
 * sizes of changes beyond noise, or counted ones, first unit first; the more serious direction first. Null unless
 * there are two columns, and if nothing was compared. Has more than three numbers, because each is of another unit or
 * direction.
 */
export function benchClaim({ units, columns }: Pick<BenchmarkReport, 'units' | 'columns'>): string | null {
  if (columns.length !== 2) return null;
  const names = [...new Set(units.map(({ unit }) => unit))];
  const of = (unit: string): BenchmarkUnit[] => units.filter((one) => one.unit === unit);
  const [first, ...rest] = names;
  const lead = first === undefined ? null : leadText(first, of(first));
  if (lead === null) return null;
  const others = rest.flatMap((unit) => otherText(unit, of(unit)) ?? []);
  const tail = others.map((text, i) => (i === 0 || /^\p{Lu}{2}/u.test(text) ? text
    : `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`));
  return `${lead}.${tail.length === 0 ? '' : ` ${tail.join(', ')}.`}`;
}
