/** What is known of a target that is scraped. Types only. */
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';
import type { ScrapeFigures } from '../metrics/scrapeFigures.ts';
import type { ScrapeOutcome } from '../store/dataStore.ts';
import type { NodeView } from './nodeScraper.ts';
import type { LiveState } from './targetState.ts';

export interface ScraperView {
  state: LiveState;
  stateSinceMs: number;
  /** The last try that was sent, skipped ones not counted; null before the first. */
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
   * The target's counter of ingested samples at the last good scrape and when that was asked for; null where it has
   * none.
   */
  samplesAppended: { value: number; timeMs: number } | null;
  /** When its process started, on its own clock; null where it is not reported. */
  processStartSeconds: number | null;
  /** Of the last good scrape that was no repetition; null before the first. */
  reading: ScrapeReading | null;
  /** The node_exporter of its host; null when none is configured. */
  node: NodeView | null;
}

/** What one scrape said; `timeMs` is when it was asked for. */
export interface ScrapeReading extends Pick<ScrapeOutcome, 'watched'> {
  timeMs: number; durationSeconds: number; figures: ScrapeFigures
}
