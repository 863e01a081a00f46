/**
 * Detects uniform drift: most benchmarks of a unit changed by the same factor, as when the machine, its clock or the
 * whole build changed, not one function.
 */
import type { BenchmarkUnit } from '../../../core/contract/contract.ts';
import type { TableGroup } from './benchTables.ts';

/** Drift of a unit in one column relative to the base. */
export interface Drift {
  unit: string; column: number; ratio: number;
  /** Number of compared benchmarks, and of those within the tolerance of the common factor. */
  benchmarks: number; alike: number;
  /** Whether the common factor exceeds what the benchmarks' spread explains. */
  isBeyondNoise: boolean;
  /** Whether most benchmarks changed by it, and by enough to report. */
  isUniform: boolean;
}

/** Minimum number of benchmarks for a common factor. */
const MIN_BENCHMARKS = 8;
const MIN_DRIFT = 0.01;
/** Tolerance of the logarithm of a factor around the common one. */
const TOLERANCE = 0.02;
const ALIKE_SHARE = 0.5;
const SAME_SIGN_SHARE = 0.75;
/** Factor from median absolute deviation to the standard error of a median: 1.4826 x 1.2533. */
const MEDIAN_ERROR = 1.858;

/** Reports whether a slower machine changes the unit: times and rates, but not bytes or counts. */
function driftsWithMachine(unit: string): boolean {
  return /(?:^|[-*])sec(?:$|\/)|\/s(?:ec)?$/.test(unit);
}

/** Returns the drift of each unit and column with enough benchmarks. */
export function driftsOf(units: readonly BenchmarkUnit[], columnCount: number): Drift[] {
  const names = [...new Set(units.map(({ unit }) => unit))].filter(driftsWithMachine);
  return names.flatMap((unit) => Array.from({ length: columnCount }, (_, column) => column).flatMap((column) => {
    const logs = units.filter((one) => one.unit === unit).flatMap(({ rows }) => rows.flatMap(({ cells }) => {
      const ratio = cells[column]?.comparison?.measuredRatio ?? null;
      return ratio === null || ratio <= -1 ? [] : [Math.log1p(ratio)];
    }));
    return logs.length < MIN_BENCHMARKS ? [] : [driftOf(unit, column, logs)];
  }));
}

/** Fewer benchmarks than these say nothing together. */
const MIN_TOGETHER = 3;
/** A larger change is hardly one of the machine. */
const MAX_OF_MACHINE = 0.3;

/**
 * Returns the changes of a time if there are too few for a drift, but all changed the same way, beyond noise and by
 * about as much; null otherwise.
 */
export function changedTogether(tables: readonly BenchmarkUnit[], column: number): number[] | null {
  const compared = tables.filter(({ unit }) => driftsWithMachine(unit))
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells[column]?.comparison ?? []));
  const ratios = compared.map(({ measuredRatio }) => measuredRatio ?? Infinity).sort((a, b) => a - b);
  if (ratios.length < MIN_TOGETHER || ratios.length >= MIN_BENCHMARKS) return null;
  if (!compared.every(({ isSignificant }) => isSignificant)) return null;
  const logs = ratios.map((ratio) => Math.log1p(ratio));
  const common = median(logs);
  const isAlike = logs.every((log) => Math.sign(log) === Math.sign(common)
    && Math.abs(log - common) <= Math.max(TOLERANCE, Math.abs(common) / 3));
  return isAlike && Math.abs(common) <= MAX_OF_MACHINE ? ratios : null;
}

function driftOf(unit: string, column: number, logs: readonly number[]): Drift {
  const common = median(logs);
  const spread = median(logs.map((log) => Math.abs(log - common)));
  const tolerance = Math.max(TOLERANCE, Math.abs(common) / 3);
  const alike = logs.filter((log) => Math.abs(log - common) <= tolerance).length;
  const sameSign = logs.filter((log) => Math.sign(log) === Math.sign(common)).length;
  const isBeyondNoise = Math.abs(common) > 3 * MEDIAN_ERROR * spread / Math.sqrt(logs.length);
  return {
    unit, column, ratio: Math.expm1(common), benchmarks: logs.length, alike,
    isBeyondNoise,
    isUniform: isBeyondNoise && Math.abs(common) >= MIN_DRIFT && alike >= ALIKE_SHARE * logs.length
      && sameSign >= SAME_SIGN_SHARE * logs.length,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Returns the tables with the values of each drifted column divided by its common factor. */
export function withoutDrift(tables: readonly TableGroup[], drifts: readonly Drift[]): TableGroup[] {
  return tables.map((table) => {
    const own = drifts.filter(({ unit }) => unit === table.unit);
    if (own.length === 0) return table;
    const rows = table.rows.map(({ name, cells }) => ({
      name,
      cells: new Map([...cells].map(([column, cell]) => {
        const drift = own.find((one) => one.column === column);
        return [column, drift === undefined ? cell
          : { ...cell, values: cell.values.map((value) => value / (1 + drift.ratio)) }];
      })),
    }));
    return { ...table, rows };
  });
}
