import { numberAt } from '../../../core/elementAt.ts';
import type { RoleSeries } from '../../data/metrics/roleNames.ts';

/** Returns the last reading of a series; null if it has none. */
export function lastValue(series: RoleSeries | undefined): number | null {
  if (series === undefined) return null;
  for (let row = series.values.length - 1; row >= 0; row--) {
    if (series.present[row] === 1 && Number.isFinite(series.values[row])) return numberAt(series.values, row);
  }
  return null;
}
