/** State of a scraped target. Types only. */
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';
import type { ScrapeFigures } from '../metrics/scrapeFigures.ts';
import type { ScrapeOutcome } from '../store/dataStore.ts';
import type { NodeView } from './nodeScraper.ts';
import type { LiveState } from './targetState.ts';

export interface ScraperView {
  state: LiveState;
  stateSinceMs: number;
  /** The last try that was sent, not a skipped one; null before the first. */
  lastScrape: {
    startMs: number; durationSeconds: number; error: string | null;
    /** Lines that could not be read, the first 20 of `badLineCount`; the other lines were kept. */
    badLines: { line: number; message: string }[]; badLineCount: number;
  } | null;
  effectiveIntervalMs: number;
  kind: TargetKind;
  /** `''` while unknown. */
  version: string;
  goVersion: string;
  facts: TargetFacts;
  /**
   * The target's counter of ingested samples at the last good scrape, and the time of its request; null if it has none.
   */
  samplesAppended: { value: number; timeMs: number } | null;
  /** Start of its process, on its own clock; null if not reported. */
  processStartSeconds: number | null;
  /** Reading of the last good scrape that was not a repetition; null before the first. */
  reading: ScrapeReading | null;
  /** The node_exporter of its host; null when none is configured. */
  node: NodeView | null;
}

/** Values from one scrape; `timeMs` is the time of the request. */
export interface ScrapeReading extends Pick<ScrapeOutcome, 'watched'> {
  timeMs: number; durationSeconds: number; figures: ScrapeFigures
}
