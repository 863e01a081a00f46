import { detectTarget } from '../server/data/metrics/detectTarget.ts';
import { ExpositionParser } from '../server/data/metrics/exposition/parseExposition.ts';
import type { RawScrape, ScrapeOutcome } from '../server/data/store/dataStore.ts';

/** For tests only: stands in for the store; parses with the real parser, keeps the tries without their bodies. */
export class MemoryRecorder {
  readonly scrapes: (Omit<RawScrape, 'body'> & { outcome: ScrapeOutcome })[] = [];
  readonly #parser = new ExpositionParser();

  record = (scrape: RawScrape): Promise<ScrapeOutcome> => {
    const parsed = this.#parser.parse(scrape.body ?? '', scrape.contentType);
    const value = (name: string): number | null => {
      const index = parsed.series.findIndex((series) => series.name === name);
      return parsed.values[index] ?? null;
    };
    const ready = value('prometheus_ready');
    const outcome: ScrapeOutcome = {
      samples: parsed.series.length, badLines: parsed.badLines, badLineCount: parsed.badLineCount,
      ...detectTarget(parsed.series),
      processStartSeconds: value('process_start_time_seconds'), samplesAppended:
        value('prometheus_tsdb_head_samples_appended_total'), ready: ready === null ? null : ready === 1,
      figures: {}, watched: new Map(),
      error: scrape.body !== null && parsed.error !== null ? { kind: 'format', message: parsed.error }
        : null, stored: true, workSeconds: 0,
    };
    this.scrapes.push({
      startMs: scrape.startMs, durationSeconds: scrape.durationSeconds, status: scrape.status,
      contentType: scrape.contentType,
      error: scrape.error, extras: scrape.extras, ...(scrape.node === undefined ? {} : { node: scrape.node }), outcome,
    });
    return Promise.resolve(outcome);
  };
}
