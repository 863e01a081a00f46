/** Builds curves from benchmarks whose names differ in one number only, such as "Extract/5-2" and "Extract/2000-2". */
import type { BenchmarkCurve, BenchmarkUnit } from '../../../core/contract/contract.ts';

const PREFIXES: Record<string, number> = {
  '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30,
};
/** Two points are not a curve. */
const FEWEST_POINTS = 3;
const MAX_CURVES = 100;

interface OpenCurve extends BenchmarkCurve { sizes: Set<number> }
interface Family { family: string; size: number; label: string; sizeName: string; sizeUnit: 'B' | '' }

/**
 * Returns curves of at least three points each, by size; at most 100, those of the first benchmarks. A name with
 * several numbers makes a curve for each.
 */
export function curvesOf(units: readonly BenchmarkUnit[]): BenchmarkCurve[] {
  const all = units.flatMap((unit) => {
    const groups = new Map<string, OpenCurve>();
    for (const row of unit.rows) {
      for (const { family, size, label, sizeName, sizeUnit } of familiesOf(row.name)) {
        const curve = groups.get(family)
          ?? { unit: unit.unit, name: family, sizeName, sizeUnit, points: [], sizes: new Set() };
        groups.set(family, curve);
        if (curve.sizes.has(size)) continue;
        curve.sizes.add(size);
        const cells = row.cells.map((cell) => cell && { center: cell.center, low: cell.low, high: cell.high });
        curve.points.push({ size, label, row: row.name, cells });
      }
    }
    return [...groups.values()].filter(({ points }) => points.length >= FEWEST_POINTS)
      .map(({ sizes: _, points, ...curve }) => ({ ...curve, points: points.sort((a, b) => a.size - b.size) }));
  });
  return all.slice(0, MAX_CURVES);
}

/**
 * Returns each part of the name after its first that is, or ends in, a number: the name without it, and the number. The
 * trailing -N is GOMAXPROCS.
 */
function familiesOf(name: string): Family[] {
  const [, path = '', processors = ''] = /^(.*?)(-\d+)?$/s.exec(name) ?? [];
  const parts = path.split('/');
  return parts.flatMap((part, i) => {
    const [, before = '', digits, prefix = '', byte = ''] = /^(.*?[=_\-:]|)(\d+(?:\.\d+)?)([kKMG]i?|)(B?)$/.exec(part)
      ?? [];
    if (i === 0 || digits === undefined) return [];
    const factor = PREFIXES[prefix];
    if (factor === undefined) return [];
    const sizeUnit = byte === 'B' ? 'B' : '';
    return [{
      family: [...parts.slice(0, i), `${before}*`, ...parts.slice(i + 1)].join('/') + processors,
      size: Number(digits) * factor, label: sizeLabel(digits, prefix, sizeUnit),
      sizeName: before.replace(/[=_\-:]$/, ''), sizeUnit,
    }];
  });
}

/**
 * Formats a size as written, with a space before the unit; a bare number of 1000 or more gets a prefix: `2 k`, `64 KB`,
 * `1.5 M`.
 */
function sizeLabel(digits: string, prefix: string, unit: string): string {
  if (prefix !== '') return `${digits} ${prefix}${unit}`;
  const value = Number(digits);
  for (const [letter, factor] of [['G', 1e9], ['M', 1e6], ['k', 1e3]] as const) {
    // Skips prefixes that lose digits.
    if (value >= factor && value % (factor / 10) === 0) return `${value / factor} ${letter}${unit}`;
  }
  return unit === '' ? digits : `${digits} ${unit}`;
}
