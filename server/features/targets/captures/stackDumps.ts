/** Conditions under which the rules `stacks` and `head-wait` take a dump of goroutines. Pure. */
import type { PanelFinding } from '../../../../core/contract/contract.ts';
import type { ScraperView } from '../../../data/scrape/scraperView.ts';

/** Findings that a waiting goroutine may explain: work makes no progress, or scrapes are slow. */
const CODES: ReadonlySet<string> = new Set([
  'compaction-falling-behind', 'compaction-busy', 'wal-not-truncated', 'scrapes-slow', 'scrapes-failed',
  'process-stood-still', 'own-scrapes-uneven', 'target-sync-failing', 'not-ingesting-samples', 'rule-evaluation-slow',
  'rule-evaluations-missed', 'remote-write-behind', 'remote-write-failing', 'remote-write-shards',
  'notification-queue-filling', 'notifications-backlog', 'memory-near-limit', 'series-growth',
]);
/** Limit for a dump, which stops all goroutines for about 10 us each. */
const MAX_GOROUTINES = 20_000;

type Scraped = Pick<ScraperView, 'state' | 'lastScrape' | 'reading'>;

/** Returns whether a dump is safe: a slow scrape is a reason for one, a scrape close to its timeout one against. */
export function canBearDump({ state, lastScrape, reading }: Scraped, scrapeTimeoutMs: number): boolean {
  return state === 'up' && lastScrape !== null && lastScrape.error === null
    && lastScrape.durationSeconds <= scrapeTimeoutMs / 2000
    && (reading?.figures.goroutines ?? 0) <= MAX_GOROUTINES;
}

/** Returns the finding for which to take a dump; null: there is none, or a dump is not safe. */
export function findingToExplain(
  found: readonly PanelFinding[], scraped: Scraped, scrapeTimeoutMs: number
): PanelFinding | null {
  if (!canBearDump(scraped, scrapeTimeoutMs)) return null;
  return found.find(({ code, severity }) => (
    CODES.has(code) && (severity === 'critical' || severity === 'warning'))) ?? null;
}
