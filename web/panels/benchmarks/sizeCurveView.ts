/** View model of a curve over a size: scales, ticks with units, lines, and the change at each size. Pure. */
import { ratioText } from '../../../core/views/benchmarks/benchClaim.ts';
import type { BenchmarkComparison, BenchmarkCurve, BenchmarkUnit } from '../../../core/contract/contract.ts';

/** Maximum number of lines, because more are hard to distinguish. */
export const MAX_LINES = 5;
/** Ratio of the largest to the smallest value from which an axis is logarithmic. */
const LOG_FROM = 10;

export interface AxisTick { value: number; text: string }

/** `at`: 0 at the lowest value, 1 at the highest. */
export interface Axis { isLog: boolean; ticks: AxisTick[]; at: (value: number) => number }

export interface CurveChange { size: number; ratio: number; text: string; kind: 'less' | 'more' | 'noise' }

export interface CurveView {
  /** Unit at the axis head: `sec/op`. */
  unit: string;
  sizeTitle: string;
  x: Axis;
  y: Axis;
  lines: {
    column: number; name: string; points: { size: number; center: number; low: number | null; high: number | null }[]
  }[];
  linesOmitted: number;
  /** Changes of the second output against the first; empty for more than two. */
  changes: CurveChange[];
  /** Range of the strip of changes: includes 0, at least 1 % wide. */
  changeSpan: { low: number; high: number };
}

const PREFIXES: [
  string, number
][] = [['T', 1e12], ['G', 1e9], ['M', 1e6], ['k', 1e3], ['', 1], ['m', 1e-3], ['µ', 1e-6], ['n', 1e-9], ['p', 1e-12]];
const BINARY: [string, number][] = [['TiB', 2 ** 40], ['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 2 ** 10], ['B', 1]];

/** Formats a value of a benchstat unit with three digits: `746 ns`, `10 µs`, `64 KiB`, `1.5 k`. */
export function measureText(value: number, unit: string): string {
  const [above = ''] = unit.split('/');
  if (value === 0) return above === 'sec' ? '0 s' : above === 'B' ? '0 B' : '0';
  if (above === 'B') {
    const [name, size] = BINARY.find(([, each]) => Math.abs(value) >= each) ?? ['B', 1];
    return `${digits(value / size)} ${name}`;
  }
  // Counts and ratios below 1 have no common prefix.
  if (above !== 'sec' && Math.abs(value) < 1) return digits(value);
  const [prefix, size] = PREFIXES.find(([, each]) => Math.abs(value) >= each * 0.9995) ?? ['p', 1e-12];
  const suffix = `${prefix}${above === 'sec' ? 's' : ''}`;
  return suffix === '' ? digits(value / size) : `${digits(value / size)} ${suffix}`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Returns null for fewer than two sizes. */
export function curveView(curve: BenchmarkCurve, columns: readonly string[], units: readonly BenchmarkUnit[]): CurveView
  | null {
  const { points, unit } = curve;
  const values = points.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === null ? [] : [cell.center, cell.low ?? cell.center, cell.high ?? cell.center])));
  const sizes = points.map(({ size }) => size);
  if (points.length < 2 || values.length === 0) return null;
  const drawn = columns.map((_, column) => column)
    .filter((column) => points.some(({ cells }) => (cells[column] ?? null) !== null));
  const changes = drawn.length === 2 ? changesOf(curve, units, drawn[1] ?? 1) : [];
  return {
    unit, sizeTitle: curve.sizeName === '' ? 'size' : curve.sizeName,
    x: sizeAxis(points, sizes), y: valueAxis(values, unit),
    lines: drawn.slice(0, MAX_LINES).map((column) => ({
      column, name: columns[column] ?? '',
      points: points.flatMap(
        ({ size, cells }) => { const cell = cells[column] ?? null; return cell === null ? [] : [{ size, ...cell }]; }
      ),
    })),
    linesOmitted: Math.max(0, drawn.length - MAX_LINES),
    changes, changeSpan: spanOf(changes.map(({ ratio }) => ratio)),
  };
}

function spanOf(ratios: readonly number[]): { low: number; high: number } {
  const [low, high] = [Math.min(0, ...ratios), Math.max(0, ...ratios)];
  return high - low < 0.01 ? { low: Math.min(low, -0.01), high } : { low, high };
}

/** Returns the size axis: linear, or logarithmic if the sizes span a decade. Every size has a tick. */
function sizeAxis(points: BenchmarkCurve['points'], sizes: readonly number[]): Axis {
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
  const isLog = low > 0 && high / low >= LOG_FROM;
  return {
    isLog, ticks: points.map(({ size, label }) => ({ value: size, text: label })),
    at: isLog ? logPlace(low, high) : linearPlace(low, high),
  };
}

/** Returns the value axis: linear from zero, or logarithmic by decades if the values span one. */
function valueAxis(values: readonly number[], unit: string): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low > 0 && high / low >= LOG_FROM) {
    const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const step = Math.max(1, Math.ceil((to - from) / 5));
    const ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => 10 ** (from + i * step))
      .map((value) => ({ value, text: decadeText(value, unit) }));
    return { isLog: true, ticks, at: logPlace(10 ** from, 10 ** to) };
  }
  const top = high <= 0 ? 1 : high;
  const size = unit.startsWith('B/') ? [...BINARY].find(([, each]) => top >= each)?.[1] ?? 1 : 1;
  const step = roundStep(top / size / 4) * size;
  const count = Math.ceil(top / step - 1e-9);
  return {
    isLog: false,
    ticks: Array.from({ length: count + 1 }, (_, i) => ({ value: i * step, text: measureText(i * step, unit) })),
    at: linearPlace(Math.min(0, low), count * step),
  };
}

/** Returns a decade of bytes as a power of ten: `10 kB`, because 9.77 KiB is not round. */
function decadeText(value: number, unit: string): string {
  return unit.startsWith('B/') ? `${measureText(value, '')}${value >= 1000 ? '' : ' '}B` : measureText(value, unit);
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

function logPlace(low: number, high: number): Axis['at'] {
  return (value) => (high === low ? 0.5 : (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low)));
}

function linearPlace(low: number, high: number): Axis['at'] {
  return (value) => (high === low ? 0.5 : (value - low) / (high - low));
}

function changesOf(curve: BenchmarkCurve, units: readonly BenchmarkUnit[], column: number): CurveChange[] {
  const comparisons = new Map<string, BenchmarkComparison>();
  for (const { unit, rows } of units) {
    if (unit !== curve.unit) continue;
    for (const { name, cells } of rows) {
      const comparison = cells[column]?.comparison ?? null;
      if (comparison !== null && !comparisons.has(name)) comparisons.set(name, comparison);
    }
  }
  return curve.points.flatMap(({ size, row }) => {
    const comparison = comparisons.get(row);
    const ratio = comparison?.measuredRatio ?? null;
    if (comparison === undefined || ratio === null) return [];
    const isChange = comparison.isSignificant || (comparison.countedText !== null && comparison.countedText !== 'same');
    return [
      {
        size, ratio, text: ratioText(ratio),
        kind: !isChange || ratio === 0 ? 'noise' as const : ratio < 0 ? 'less' as const : 'more' as const,
      },
    ];
  });
}
