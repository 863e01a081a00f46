import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';

const WINDOW_MS = 15 * 60_000;

/** Returns the panel query for the last 15 minutes of a target. */
export function lastMinutes({ config }: TargetScraper, nowMs: number): PanelQuery {
  return {
    target: config.name, startMs: nowMs - WINDOW_MS, endMs: nowMs, stepMs: null,
    timeoutSeconds: config.scrapeTimeoutMs / 1000, intervalSeconds: config.scrapeIntervalMs / 1000, nowMs,
    ...(config.memoryLimitBytes === undefined ? {} : { memoryLimitBytes: config.memoryLimitBytes }),
  };
}
