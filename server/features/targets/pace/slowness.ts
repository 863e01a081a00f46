import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';

/** Share of its timeout or interval at which a scrape counts as slow. */
const LATE = 0.5;

/** Returns why a target must not be asked for more than its metrics now; null: it is healthy. */
export function slowness(scraper: TargetScraper): string | null {
  const { state, lastScrape, effectiveIntervalMs } = scraper.view();
  const { scrapeIntervalMs, scrapeTimeoutMs } = scraper.config;
  if (state !== 'up') return `Not asked: the target is ${state}.`;
  if (lastScrape === null || lastScrape.error !== null) return 'Not asked: its last scrape failed.';
  if (effectiveIntervalMs > scrapeIntervalMs) return 'Not asked: it is slow, and scraped less often than configured.';
  const latestMs = LATE * Math.min(scrapeIntervalMs, scrapeTimeoutMs);
  return 1000 * lastScrape.durationSeconds < latestMs ? null
    : `Not asked: its last scrape took ${lastScrape.durationSeconds.toFixed(1)} s.`;
}
