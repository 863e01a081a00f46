/** How long scrapes took, as far as that says something about the target. */
import { elementAt } from '../../../core/elementAt.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';

/**
 * Seconds by row: of scrapes that were answered, and of time-outs the time that they were given; leaving out the
 * slowest would flatter the rest. NaN where a scrape was refused at once or skipped, or where nobody measured it: a
 * file of a bundle states no duration, which is kept as 0.
 */
export function measuredDurations(scrapes: ScrapeTable): Float64Array {
  return scrapes.durationSeconds.map((seconds, row) => (seconds > 0 && isMeasured(scrapes, row) ? seconds : NaN));
}

function isMeasured(scrapes: ScrapeTable, row: number): boolean {
  const error = elementAt(scrapes.error, row);
  return error === null || error.kind === 'timeout' || ((scrapes.status[row] ?? 0) > 0 && error.kind !== 'skipped');
}
