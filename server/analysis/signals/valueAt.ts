import type { RoleSeries } from '../../data/metrics/roleNames.ts';

/** Returns a role's value at a row; null if the scrape failed, lacked the series, or had no finite number. */
export function valueAt(series: RoleSeries | undefined, row: number): number | null {
  if (series === undefined || series.present[row] !== 1) return null;
  const value = series.values[row];
  return value !== undefined && Number.isFinite(value) ? value : null;
}
