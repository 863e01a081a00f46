/** Sets apart benchmarks whose time nearly vanished or exploded: they do other work, and move a mean by themselves. */
import type { BenchmarkUnit, Part } from '../../../core/contract/contract.ts';
import { parts } from '../../../core/text/parts.ts';
import { ratioText } from '../../../core/views/benchmarks/benchClaim.ts';
import { valueText } from './single/values.ts';

/** Ratio of two sides below which one does not do the work of the other. */
const OTHER_WORK = 0.01;
const MAX_NAMED = 2;

interface Changed { name: string; before: number; after: number; ratio: number; isSignificant: boolean }

/** Returns the benchmarks of a column with their change, for one unit. */
function changesIn(tables: readonly BenchmarkUnit[], column: number): Changed[] {
  return tables.flatMap(({ rows }) => rows.flatMap(({ name, cells }) => {
    const [base, other] = [cells[0] ?? null, cells[column] ?? null];
    return base === null || other === null || !(base.center > 0) || !(other.center > 0) ? [] : [{
      name, before: base.center, after: other.center, ratio: other.center / base.center,
      isSignificant: other.comparison?.isSignificant === true,
    }];
  }));
}

/** Returns which benchmarks changed in kind, and the mean of the others; empty if none did. */
export function kindChanges(tables: readonly BenchmarkUnit[], column: number): Part[][] {
  const unit = tables[0]?.unit ?? '';
  const all = unit === 'sec/op' ? changesIn(tables, column) : [];
  const isOther = ({ ratio, isSignificant }: Changed): boolean =>
    isSignificant && (ratio < OTHER_WORK || ratio > 1 / OTHER_WORK);
  const kinds = all.filter(isOther).sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  const rest = all.filter((one) => !isOther(one));
  if (kinds.length === 0) return [];
  const named = kinds.slice(0, MAX_NAMED).map(({ name, before, after }) =>
    `${name} (${valueText(before, unit)} to ${valueText(after, unit)})`);
  const more = kinds.length > MAX_NAMED ? `, and ${kinds.length - MAX_NAMED} more` : '';
  const mean = Math.exp(rest.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rest.length);
  const [worst] = rest.filter(({ isSignificant }) => isSignificant).sort((a, b) => b.ratio - a.ratio);
  const most = worst === undefined || worst.ratio <= 1 ? ''
    : `; the slowest of them is ${worst.name}, ${ratioText(worst.ratio - 1)}`;
  return [
    parts`${`${named.join(', ')}${more}`}: so large a change is other work, or work that the compiler removed.`,
    ...rest.length === 0 ? [] : [parts`Without ${kinds.length === 1 ? 'it' : 'them'}, the time is ${
      ratioText(mean - 1)} in geometric mean of ${String(rest.length)}${most}.`],
  ];
}
