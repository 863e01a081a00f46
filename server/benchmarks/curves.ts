/** Benchmarks whose names differ in one number alone, such as "Extract/5-2" and "Extract/2000-2", make a curve over it. */
import type { BenchmarkCurve, BenchmarkUnit } from '../api/contract.ts';

const PREFIXES: Record<string, number> = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
/** A line through two points is no curve. */
const FEWEST_POINTS = 3;

/** At least three points each, by size. A name with several numbers belongs to the part with the most sizes. */
export function curvesOf(units: readonly BenchmarkUnit[]): BenchmarkCurve[] {
  return units.flatMap((unit) => {
    const groups = new Map<string, BenchmarkCurve>();
    for (const row of unit.rows) {
      for (const { family, size } of familiesOf(row.name)) {
        const curve = groups.get(family) ?? { unit: unit.unit, name: family, points: [] };
        groups.set(family, curve);
        if (curve.points.some((point) => point.size === size)) continue;
        curve.points.push({ size, cells: row.cells.map((cell) => (cell === null ? null : { center: cell.center, low: cell.low, high: cell.high })) });
      }
    }
    return [...groups.values()].filter(({ points }) => points.length >= FEWEST_POINTS).map((curve) => ({ ...curve, points: curve.points.sort((a, b) => a.size - b.size) }));
  });
}

/** Each part of the name below its first that is, or ends in, a number: the name without it, and the number. The trailing -N is GOMAXPROCS. */
function familiesOf(name: string): { family: string; size: number }[] {
  const [, path = '', processors = ''] = /^(.*?)(-\d+)?$/s.exec(name) ?? [];
  const parts = path.split('/');
  return parts.flatMap((part, i) => {
    const match = /^(.*?[=_\-:]|)(\d+(?:\.\d+)?)([kKMG]i?|)B?$/.exec(part);
    if (i === 0 || match === null) return [];
    const factor = PREFIXES[match[3] ?? ''];
    if (factor === undefined) return [];
    return [{ family: [...parts.slice(0, i), `${match[1] ?? ''}*`, ...parts.slice(i + 1)].join('/') + processors, size: Number(match[2]) * factor }];
  });
}
