/**
 * Detects uniform drift: most benchmarks of a unit changed by the same factor, as when the machine, its clock or the
 * whole build changed, not one function.
 */
import type { BenchmarkUnit } from '../../../../core/contract/contract.ts';

/** Drift of a unit in one column relative to the base. */
export interface Drift {
  unit: string; column: number; ratio: number;
  /** Number of compared benchmarks, and of those within the tolerance of the common factor. */
  benchmarks: number; alike: number;
  /** Whether the common factor exceeds what the benchmarks' spread explains. */
  isBeyondNoise: boolean;
  /** Whether most benchmarks changed by it, and by enough to report. */
  isUniform: boolean;
  /** Largest distance of the logarithm of a change from that of `ratio` which is taken for the same change. */
  tolerance: number;
}

/** Minimum number of benchmarks for a common factor, and of those that are all tested and whose counts are known. */
export const MIN_BENCHMARKS = 8;
const MIN_FEW = 4;
/** Part of a few benchmarks that has to change alike, and how many functions they have to be of. */
const FEW_ALIKE_SHARE = 2 / 3;
const MIN_FUNCTIONS = 3;
const MIN_FEW_DRIFT = 0.02;
/** Relative change of a count that is none. */
const SAME_COUNT = 0.001;
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
    return logs.length >= MIN_BENCHMARKS ? [driftOf(unit, column, logs)]
      : logs.length < MIN_FEW ? [] : fewDrift(units, unit, column);
  }));
}

/** Whether a row has the same bytes and allocations on both sides; null if the output has none. */
function hasSameCounts(units: readonly BenchmarkUnit[], { name, config }: Tested, column: number): boolean | null {
  const counts = units.filter((one) => one.nearExact && JSON.stringify(one.config) === config)
    .flatMap(({ rows }) => rows.filter((row) => row.name === name))
    .flatMap(({ cells }) => cells[column]?.comparison ?? []);
  return counts.length === 0 ? null
    : counts.every(({ measuredRatio }) => measuredRatio !== null && Math.abs(measuredRatio) <= SAME_COUNT);
}

interface Tested { name: string; config: string; log: number; isSignificant: boolean }

/**
 * Returns the drift of a few benchmarks. Several functions that change by the same share beyond noise, with the same
 * bytes and allocations as before, do not have one change of the code in common.
 */
function fewDrift(units: readonly BenchmarkUnit[], unit: string, column: number): Drift[] {
  const all = units.filter((one) => one.unit === unit).flatMap(({ rows, config }) =>
    rows.flatMap(({ name, cells }): Tested[] => {
      const comparison = cells[column]?.comparison ?? null;
      const ratio = comparison?.measuredRatio ?? null;
      return comparison === null || ratio === null || ratio <= -1 ? []
        : [{ name, config: JSON.stringify(config), log: Math.log1p(ratio), isSignificant: comparison.isSignificant }];
    }));
  const first = median(all.map(({ log }) => log));
  const near = all.filter(({ log }) => Math.abs(log - first) <= Math.abs(first) / 3);
  const common = median(near.map(({ log }) => log));
  const tolerance = Math.abs(common) / 3;
  const alike = all.filter(({ log, isSignificant }) => isSignificant && Math.abs(log - common) <= tolerance);
  const functions = new Set(alike.map(({ name }) => name.split(/[/-]/, 1).join('')));
  const isUniform = alike.length >= Math.max(MIN_FEW, FEW_ALIKE_SHARE * all.length) && functions.size >= MIN_FUNCTIONS
    && Math.abs(common) >= MIN_FEW_DRIFT && Math.abs(common) <= MAX_OF_MACHINE
    && alike.every((row) => hasSameCounts(units, row, column) === true);
  return isUniform ? [{
    unit, column, ratio: Math.expm1(common), benchmarks: all.length, alike: alike.length, isBeyondNoise: true,
    isUniform, tolerance,
  }] : [];
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
    isBeyondNoise, tolerance,
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
