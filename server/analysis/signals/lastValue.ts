import { numberAt } from '../../../core/elementAt.ts';
import type { RoleSeries } from '../../data/metrics/roleNames.ts';

/** Returns the last reading of a series, or of its rows from `fromRow` up to `endRow`; null if it has none. */
export function lastValue(
  series: RoleSeries | undefined, fromRow = 0, endRow = series?.values.length ?? 0
): number | null {
  if (series === undefined) return null;
  for (let row = endRow - 1; row >= fromRow; row--) {
    if (series.present[row] === 1 && Number.isFinite(series.values[row])) return numberAt(series.values, row);
  }
  return null;
}
