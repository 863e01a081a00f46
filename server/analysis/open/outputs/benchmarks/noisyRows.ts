/** Tells changes that are significant, but not larger than the spread of their runs, in a table of benchstat. Pure. */

interface SpreadChange {
  name: string; change: number | null; isTested: boolean; isEqual: boolean;
  spread: readonly [old: number, current: number] | null;
}

/** Spread of a value, in percent, from which a row may be noise. */
const WIDE = 20;
/** Part of the change that has to lie between the ranges of both sides. */
const MIN_GAP = 0.25;
const MAX_TOLD = 2;

/** Whether the runs of a changed row differ so far that its change has no size. */
export function isNoisy({ change, spread }: Pick<SpreadChange, 'change' | 'spread'>): boolean {
  if (change === null || spread === null || change <= -1 || change === 0) return false;
  const [old, current] = spread.map((percentage) => percentage / 100);
  if (old === undefined || current === undefined || 100 * Math.max(old, current) < WIDE) return false;
  const ratio = 1 + change;
  const gap = change > 0 ? ratio * (1 - current) / (1 + old) : (1 - old) / (ratio * (1 + current));
  return gap <= 0 || Math.log(gap) < MIN_GAP * Math.abs(Math.log(ratio));
}

/** Whether a row that is not significant has runs that differ so far that it says nothing of its side. */
export const isOpen = ({ change, isTested, isEqual, spread }: SpreadChange): boolean =>
  change === null && isTested && !isEqual && spread !== null && Math.max(...spread) >= WIDE;

/** Names the noisy rows behind the others; "" without any. `mean`: the printed geometric mean, which has them. */
export function noisyFacts(
  rows: readonly (SpreadChange & { change: number })[], percent: (change: number) => string, mean: string | null
): string {
  if (rows.length === 0) return '';
  const shown = rows.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MAX_TOLD)
    .map(({ name, change, spread }) => `${percent(change)} (${name}, runs \u00b1 ${Math.max(...spread ?? [0])} %)`);
  const rest = rows.length - shown.length;
  return ` ${rows.length} more ${rows.length === 1 ? 'is' : 'are'} significant, but ${
    rows.length === 1 ? 'its' : 'their'} runs differ too far to say by how much: ${shown.join(' and ')}${
    rest === 0 ? '' : `, and ${rest} more`}.${
    mean === null ? '' : ` The printed geometric mean, ${mean}, has them in it.`}`;
}
