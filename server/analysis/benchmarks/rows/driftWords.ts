/** Says what a uniform drift of two outputs leaves of their changes: which benchmarks deviate from it. Pure. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../../core/contract/contract.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { changeOf, ratioText, unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import { driftsOf, type Drift } from './drifts.ts';
import { testWords } from './rowDetails.ts';
import { valueText } from '../single/values.ts';

const MAX_LISTED = 4;
/** A smaller change of a count is not reported beside a time. */
const MIN_COUNTED = 0.01;

interface Row {
  name: string; config: string; ratio: number; before: BenchmarkCell; after: BenchmarkCell;
  /** Logarithm of its change without the drift. */
  own: number;
}

type Sides = Pick<BenchmarkReport, 'units' | 'columns'>;

const idOf = ({ config }: BenchmarkUnit): string => JSON.stringify(config);

/** Returns the drift of the first unit between two sides; null if there is none. */
function mainDrift({ units, columns }: Sides): Drift | null {
  const name = units[0]?.unit;
  return columns.length !== 2 ? null
    : driftsOf(units, columns.length).find(({ unit, isUniform }) => isUniform && unit === name) ?? null;
}

/** Returns the rows of the unit of a drift, those that deviate most first. */
function rowsBeyond(units: readonly BenchmarkUnit[], { unit, ratio: common }: Drift): Row[] {
  return units.filter((one) => one.unit === unit).flatMap((table) => table.rows.flatMap(({ name, cells }): Row[] => {
    const [before = null, after = null] = cells;
    const ratio = after?.comparison?.measuredRatio ?? null;
    return before === null || after === null || ratio === null || ratio <= -1 ? []
      : [{ name, config: idOf(table), ratio, before, after, own: Math.log1p(ratio) - Math.log1p(common) }];
  })).sort((a, b) => Math.abs(b.own) - Math.abs(a.own));
}

const isAlike = ({ own }: Row, { tolerance }: Drift): boolean => Math.abs(own) <= tolerance;
const isApart = (row: Row, drift: Drift): boolean => !isAlike(row, drift) && changeOf(row.after) !== null;

/** Returns `Time: +8 % in 6 of 7 benchmarks, the machine or the build; beyond it: 1 faster (−20 %).` */
export function fewDriftClaim(sides: Sides, drift: Drift): string {
  const apart = rowsBeyond(sides.units, drift).filter((row) => isApart(row, drift));
  const part = (rows: readonly Row[], word: string): string[] => (rows.length === 0 ? []
    : [`${rows.length} ${word} (${rows.slice(0, 3).map(({ own }) => ratioText(Math.expm1(own))).join(', ')})`]);
  const beyond = [
    ...part(apart.filter(({ own }) => own > 0), 'slower'), ...part(apart.filter(({ own }) => own < 0), 'faster'),
  ].join(', ');
  return `${unitName(drift.unit)}: ${ratioText(drift.ratio)} in ${drift.alike} of ${drift.benchmarks} benchmarks, the `
    + `machine or the build; beyond it: ${beyond === '' ? 'no change' : beyond}.`;
}

/** Returns which benchmarks deviate, and what the change of the others is of; empty without a drift. */
export function driftWords(sides: Sides): string[] {
  const drift = mainDrift(sides);
  if (drift === null) return [];
  const rows = rowsBeyond(sides.units, drift);
  const alike = rows.filter((row) => isAlike(row, drift)).toSorted((a, b) => a.ratio - b.ratio);
  const apart = rows.filter((row) => isApart(row, drift));
  const told = apart.slice(0, MAX_LISTED).map((row) => `${row.name} is ${ratioText(Math.expm1(row.own))} against the `
    + `others (${valueText(row.before.center, drift.unit)} to ${valueText(row.after.center, drift.unit)}, ${
      ratioText(row.ratio)} as measured, ${testWords(row.after.comparison)}${countWords(sides.units, row)})`);
  const [least, most] = [alike[0], alike.at(-1)].map((row) => ratioText(row?.ratio ?? 0));
  return [
    ...told.length === 0 ? [] : [`${told.join(', ')}${
      apart.length > told.length ? `, and ${apart.length - told.length} more` : ''}.`],
    `${alike.length === rows.length ? `All ${alike.length}` : alike.length + apart.length === rows.length
      ? `The ${alike.length} others` : `Of the others, ${alike.length}`} changed by about as much (${
      least === most ? least : `${least} to ${most}`})${areCountsSame(sides.units, alike)
      ? ', with the same bytes and allocations as before' : ''}: that is the machine, its clock or the build rather `
      + 'than this code, and p does not exclude it. Run both sides in turns (A B A B), with a fixed CPU frequency.',
  ];
}

const countsOf = (units: readonly BenchmarkUnit[], { name, config }: Row): { unit: string; cells: BenchmarkCell[] }[] =>
  units.filter((one) => one.nearExact && idOf(one) === config).flatMap(({ unit, rows }) =>
    rows.filter((row) => row.name === name).map(({ cells }) => ({ unit, cells: cells.flatMap((cell) => cell ?? []) })));

/** Returns `; 8.03 MiB/op to 5.82 MiB/op` for counts that changed with a time. */
function countWords(units: readonly BenchmarkUnit[], row: Row): string {
  return countsOf(units, row).flatMap(({ unit, cells: [before, after] }) => {
    const ratio = after === undefined ? null : changeOf(after);
    return before === undefined || after === undefined || ratio === null || Math.abs(ratio) < MIN_COUNTED ? []
      : [unit === 'B/op' ? `; ${valueText(before.center, unit)} to ${valueText(after.center, unit)}`
        : `; ${formatNumber(before.center)} to ${formatNumber(after.center)} ${unit}`];
  }).join('');
}

function areCountsSame(units: readonly BenchmarkUnit[], rows: readonly Row[]): boolean {
  const counts = rows.flatMap((row) => countsOf(units, row));
  return counts.length > 0
    && counts.every(({ cells: [before, after] }) => before?.center === after?.center);
}
