/** Computes the figures of one table as `benchstat`: centres, intervals, deltas, tests, geometric means. */
import type {
  BenchmarkCell, BenchmarkComparison, BenchmarkGeomean, BenchmarkRow, BenchmarkUnit,
} from '../../../core/contract/contract.ts';
import { commonScale, scaled, usuallyBetter } from './read/benchUnits.ts';
import type { TableGroup } from './benchTables.ts';
import { fixed, signedPercent } from './read/goNumbers.ts';
import { leastPValue, type MannWhitney } from '../../../core/statistics/mannWhitney.ts';
import { exactSummary, medianSummary } from '../../../core/statistics/medianInterval.ts';

export const ALPHA = 0.05;
const TOO_FEW = 4;

/**
 * Returns the figures. `columnCount` of all files: a file without a result here has null cells. The base is the first
 * file with results.
 */
export function unitFigures(table: TableGroup, columnCount: number, test: MannWhitney): BenchmarkUnit {
  const base = table.columns[0] ?? 0;
  const nearExact = isCounted(table);
  const rows = table.rows.map((row) => rowFigures(row, table, columnCount, { base, test, counted: nearExact }));
  const geomeans = Array.from({ length: columnCount }, (_, column) => geomeanOf(rows, table, column, base));
  return {
    unit: table.unit, config: table.config, better: betterOf(table),
    nearExact,
    rows,
    geomean: {
      before: geomeans[0]?.center ?? null, after: geomeans[1]?.center ?? null,
      deltaRatio: geomeans[1]?.deltaRatio ?? null,
    },
    geomeans,
  };
}

/** Matches bytes of a file and its sections; not of memory or of a transfer, which vary. */
const SIZE = /^(?:[\w.]+[-_ ])*(?:bytes|size|B)$/i;
const VARYING = /rss|heap|mem|alloc|stack|peak|live|goal|cache|read|writ|sent|recv|received|net|disk|gc/i;

/** Reports whether the unit is counted: B/op, allocs/op, and sizes of files that are equal in all runs of a side. */
function isCounted({ unit, rows }: TableGroup): boolean {
  if (unit === 'B/op' || unit === 'allocs/op') return true;
  return SIZE.test(unit) && !VARYING.test(unit) && rows.every(({ cells }) => [...cells.values()].every(
    ({ values }) => Number.isInteger(values[0]) && values[0] === values.at(-1)
  ));
}

function betterOf({ better, unit }: TableGroup): -1 | 0 | 1 {
  if (better === undefined) return usuallyBetter(unit);
  return better === 'higher' ? 1 : better === 'lower' ? -1 : 0;
}

function rowFigures(
  { name, cells: samples }: TableGroup['rows'][number], table: TableGroup, columnCount: number,
  { base, test, counted }: { base: number; test: MannWhitney; counted: boolean }
): BenchmarkRow {
  const summary = table.assumeExact ? exactSummary : medianSummary;
  const summaries = new Map([...samples].map(([column, { values }]) => [column, summary(values)]));
  const scale = commonScale([...summaries.values()].map(({ center }) => center), table.unit);
  const baseValues = samples.get(base)?.values;
  const baseCenter = summaries.get(base)?.center;
  const cells = Array.from({ length: columnCount }, (_, column): BenchmarkCell | null => {
    const cell = samples.get(column);
    const own = summaries.get(column);
    if (cell === undefined || own === undefined) return null;
    const { center, low, high } = own;
    const how = { test: table.assumeExact ? null : test, counted };
    const comparison = column === base || baseValues === undefined || baseCenter === undefined
      ? null : compare(baseValues, cell.values, [baseCenter, center], how);
    return {
      center, low: finite(low), high: finite(high), n: cell.values.length, samples: cell.values,
      ...rangeOf(center, low, high), centerText: scaled(center, scale),
      notes: [
        ...(cell.varying.length === 0 ? [] : [`benchmarks vary in ${cell.varying.join(', ')}`]),
        ...(own.note === null ? [] : [own.note])
      ],
      comparison,
    };
  });
  const [before = null, after = null] = cells;
  const notes = [
    ...new Set(cells.flatMap((cell) => (cell === null ? [] : [...cell.notes, ...(cell.comparison?.notes ?? [])])))
  ];
  return {
    name, before, after, cells,
    deltaRatio: after?.comparison?.deltaRatio ?? null, pValue: after?.comparison?.pValue ?? null,
    note: notes.length === 0 ? null : notes.join('; '),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Returns the range as benchstat: ∞ without bounds, ? if the interval and the centre differ in sign. */
function rangeOf(center: number, low: number, high: number): { rangeRatio: number | null; rangeText: string } {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { rangeRatio: null, rangeText: '∞' };
  if (Math.sign(center) !== Math.sign(low) || Math.sign(center) !== Math.sign(high))
    return { rangeRatio: null, rangeText: '?' };
  if (center === 0) return { rangeRatio: 0, rangeText: '0%' };
  const rangeRatio = Math.max(high / center - 1, 1 - low / center);
  return { rangeRatio, rangeText: `${fixed(100 * rangeRatio, 0)}%` };
}

/** Compares two sides. `test` null: an exact unit, in which every difference counts. */
function compare(
  before: readonly number[], after: readonly number[], [old, center]: [number, number],
  { test, counted }: { test: MannWhitney | null; counted: boolean }
): BenchmarkComparison {
  const tested = test === null ? 0 : test.pValue(before, after);
  const pValue = tested ?? 1;
  const isSignificant = !(pValue > (test === null ? 0 : ALPHA));
  // benchstat's test of ties can give p = 0 to runs too few to show anything.
  const canShow = test === null || leastPValue(before.length, after.length) <= ALPHA;
  const sizes = before.length === after.length ? `n=${before.length}` : `n=${before.length}+${after.length}`;
  const notes = tested === null ? ['all samples are equal'] : isSignificant && !canShow
    ? ['too few samples for any difference to be significant, whatever the test of equal values says'] : [];
  if (tested !== null && !isSignificant && before.length < TOO_FEW && after.length < TOO_FEW)
    notes.push(`need >= ${TOO_FEW} samples to detect a difference at alpha level ${ALPHA}`);
  const measuredRatio = old === center ? 0 : old === 0 ? null : center / old - 1;
  return {
    ...deltaOf(isSignificant, old, center), measuredRatio, pValue,
    qValue: tested === null || test === null || !canShow ? null : pValue,
    isSignificant: isSignificant && canShow && old !== center, notes,
    countedText: counted && !isSignificant ? countedText(before, after, measuredRatio) : null,
    testText: pValue === 0 ? sizes : `p=${fixed(pValue, 3)} ${sizes}`,
  };
}

/** Describes the change of a count; both ascend. */
function countedText(before: readonly number[], after: readonly number[], measuredRatio: number | null): string | null {
  const [low = 0, high = 0] = [before[0], before.at(-1)];
  const [newLow = 0, newHigh = 0] = [after[0], after.at(-1)];
  if (low === high && newLow === newHigh && low === newLow) return 'same';
  return measuredRatio !== null && (high < newLow || newHigh < low) ? signedPercent(measuredRatio * 100) : null;
}

function deltaOf(
  isSignificant: boolean, old: number, center: number
): { deltaText: string; deltaRatio: number | null } {
  if (!isSignificant) return { deltaText: '~', deltaRatio: null };
  if (old === center) return { deltaText: '0.00%', deltaRatio: 0 };
  if (old === 0) return { deltaText: '?', deltaRatio: null };
  return { deltaText: signedPercent((center / old - 1) * 100), deltaRatio: center / old - 1 };
}

/** Returns null if a value is not above zero. Uses benchstat's running mean, so that the last digits match. */
function geometricMean(values: readonly number[]): number | null {
  if (values.length === 0 || values.some((value) => value <= 0)) return null;
  let mean = 0;
  values.forEach((value, i) => { mean += (Math.log(value) - mean) / (i + 1); });
  return Math.exp(mean);
}

/**
 * Returns a column's mean. The delta is the mean of the rows' ratios, so that columns may have different benchmarks.
 */
function geomeanOf(rows: readonly BenchmarkRow[], table: TableGroup, column: number, base: number): BenchmarkGeomean {
  const nothing: BenchmarkGeomean = { center: null, centerText: null, deltaRatio: null, deltaText: null, notes: [] };
  if (!table.columns.includes(column)) return nothing;
  const cells = rows.flatMap(({ cells: all }) => all[column] ?? []);
  const ratios = rows.flatMap(({ cells: all }) => {
    const cell = all[column];
    return cell === null || cell === undefined || cell.comparison === null ? []
      : [ratioOf(cell.center, all[base]?.center ?? 0)];
  });
  const notes: string[] = [];
  const isBase = column === base;
  if (!isBase && rows.filter((row) => row.cells[base] !== null).length !== ratios.length)
    notes.push('benchmark set differs from baseline; geomeans may not be comparable');
  const center = geometricMean(cells.map((cell) => cell.center));
  if (center === null) notes.push('summaries must be >0 to compute geomean');
  const centerText = center === null ? null : scaled(center, commonScale([center], table.unit));
  if (isBase) return { ...nothing, center, centerText, notes };
  const ratio = ratios.includes(null) ? null : geometricMean(ratios.filter((one) => one !== null));
  if (ratio === null && !ratios.includes(null)) notes.push('ratios must be >0 to compute geomean');
  return {
    center, centerText, deltaRatio: ratio === null ? null : ratio - 1,
    deltaText: ratio === null ? '?' : signedPercent((ratio - 1) * 100), notes,
  };
}

/** Returns the ratio; null for division by zero, 1 for zero by zero. */
function ratioOf(center: number, old: number): number | null {
  if (center === old) return 1;
  return old === 0 ? null : center / old;
}
