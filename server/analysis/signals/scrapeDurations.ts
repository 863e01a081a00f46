/** Durations of scrapes, as far as they describe the target. */
import { elementAt } from '../../../core/elementAt.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';

/**
 * Returns seconds by row: of answered scrapes, and of timed-out ones their timeout, because skipping the slowest would
 * improve the statistics. NaN if a scrape was refused at once or skipped, or if nothing measured it: a file of a bundle
 * has no duration, which is stored as 0.
 */
export function measuredDurations(scrapes: ScrapeTable): Float64Array {
  return scrapes.durationSeconds.map((seconds, row) => (seconds > 0 && isMeasured(scrapes, row) ? seconds : NaN));
}

function isMeasured(scrapes: ScrapeTable, row: number): boolean {
  const error = elementAt(scrapes.error, row);
  return error === null || error.kind === 'timeout' || ((scrapes.status[row] ?? 0) > 0 && error.kind !== 'skipped');
}
