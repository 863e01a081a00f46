/** Sets apart benchmarks whose value nearly vanished or exploded: they do other work, and move a mean by themselves. */
import type { BenchmarkCell, BenchmarkUnit, Part } from '../../../core/contract/contract.ts';
import { parts } from '../../../core/text/parts.ts';
import { ratioText } from '../../../core/views/benchmarks/benchClaim.ts';
import { NO_WORK_SECONDS } from './single/noise.ts';
import { valueText } from './single/values.ts';

/** Ratio of two sides below which one does not do the work of the other. */
const OTHER_WORK = 0.01;
const MAX_NAMED = 3;

interface Changed { name: string; before: number; after: number; isOther: boolean }

/** `isOther`: whether the change is beyond noise, and one side below 1 % of the other. */
function changesIn(tables: readonly BenchmarkUnit[], column: number): Changed[] {
  return tables.flatMap(({ rows }) => rows.flatMap(({ name, cells }): Changed[] => {
    const [base, other] = [cells[0] ?? null, cells[column] ?? null];
    return base === null || other === null || !(base.center > 0) || !(other.center > 0) ? []
      : [{ name, before: base.center, after: other.center, isOther: isOtherKind(base, other) }];
  }));
}

/** Whether a benchmark does other work on one side: beyond noise, a value is below 1 % of the other. */
export const isOtherKind = (before: BenchmarkCell, after: BenchmarkCell): boolean =>
  after.comparison?.isSignificant === true
  && Math.min(before.center, after.center) < OTHER_WORK * Math.max(before.center, after.center);

/** Says which times changed in kind, and the mean of the others; empty if none did, and for other units. */
export function kindChanges(tables: readonly BenchmarkUnit[], column: number): Part[][] {
  const unit = tables[0]?.unit ?? '';
  const all = unit === 'sec/op' ? changesIn(tables, column) : [];
  const [kinds, rest] = [all.filter(({ isOther }) => isOther), all.filter(({ isOther }) => !isOther)];
  if (kinds.length === 0) return [];
  const named = kinds.slice(0, MAX_NAMED).map(({ name, before, after }) =>
    `${name} (${valueText(before, unit)} to ${valueText(after, unit)})`).join(', ');
  const more = kinds.length > MAX_NAMED ? ` and ${kinds.length - MAX_NAMED} more` : '';
  const isEmpty = kinds.some(({ before, after }) => Math.min(before, after) < NO_WORK_SECONDS);
  const [whole, mean] = [all, rest].map(meanOf);
  return [
    parts`${`${named}${more}`}: one side is below 1 % of the other, so it does other work, or none${
      isEmpty ? '; below 1 ns/op no work is measured' : ''}. See whether the work was moved to another call, or ${
      'whether the compiler removed it.'}`,
    ...whole === undefined || mean === undefined || rest.length === 0 ? []
      : [parts`Without ${kinds.length === 1 ? 'it' : 'these'}, the geometric mean is ${ratioText(mean)}; with ${
        kinds.length === 1 ? 'it' : 'them'}, ${ratioText(whole)}, which says nothing.`],
  ];
}

/** Returns the geometric mean of the changes, minus one. */
const meanOf = (rows: readonly Changed[]): number =>
  Math.expm1(rows.reduce((sum, { before, after }) => sum + Math.log(after / before), 0) / rows.length);
