import type { RoleSeries } from '../../data/metrics/roleNames.ts';

/** What a scrape said of the role; null where it failed, lacked the series, or said no finite number. */
export function valueAt(series: RoleSeries | undefined, row: number): number | null {
  if (series === undefined || series.present[row] !== 1) return null;
  const value = series.values[row];
  return value !== undefined && Number.isFinite(value) ? value : null;
}
