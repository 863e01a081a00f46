/** Asks targets for statistics of their series when requested: at most once a minute, never a slow target. */
import type { HeadReading, TargetCardinality } from '../../../../core/contract/contract.ts';
import { headGrowth } from '../../../analysis/panels/memory/headGrowth.ts';
import { MAX_STATUS_BYTES, readTsdbStatus, statusRequest } from '../../../data/scrape/answers/tsdbStatus.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { slowness } from '../pace/slowness.ts';

/** Shortest interval between requests, for all clients together. */
const MIN_MS = 60_000;
/** Largest share of its time that a target spends on these answers. */
const SHARE = 0.01;
/** Pause after a failure, and if the target has no such page. */
const AFTER_FAILURE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
/** Readings kept per target, about 20 KiB each; beyond it, the reading with the closest neighbours is dropped. */
const MAX_READINGS = 48;
const MAX_AGE_MS = 24 * 3_600_000;

type Cost = TargetCardinality['cost'];

interface Kept {
  readings: HeadReading[];
  nextMs: number;
  /** Error of the last request; null: it was answered. */
  failure: string | null;
  cost: Cost;
  /** The running request; one at a time. */
  asking: Promise<string | null> | null;
}

export interface HeadReadingsParts {
  /** ms since the epoch. */
  now: () => number;
  /** Returns the CPU ceiling that the Scrapes panel finds if CPU is at it now; else null. */
  ceiling: (scraper: TargetScraper) => Promise<{ cores: number } | null>;
}

export class HeadReadings {
  readonly #parts: HeadReadingsParts;
  /** Weak, so that the readings of a removed target are freed. */
  readonly #targets = new WeakMap<TargetScraper, Kept>();

  constructor(parts: HeadReadingsParts) {
    this.#parts = parts;
  }

  /** Returns the readings of a live target taken in the span, ascending, without a request. Times in ms. */
  within(scraper: TargetScraper | undefined, { startMs, endMs }: Span): HeadReading[] {
    const readings = scraper === undefined ? [] : this.#targets.get(scraper)?.readings ?? [];
    return readings.filter(({ time }) => 1000 * time >= startMs && 1000 * time <= endMs);
  }

  /** Answers for the span, with a new reading if the span ends now and the target is healthy. */
  async look(target: string, scraper: TargetScraper | undefined, span: Span): Promise<TargetCardinality> {
    if (scraper === undefined) return { target, ...NOT_LIVE };
    const kept = this.#of(scraper);
    const isPast = span.endMs < this.#parts.now() - MIN_MS;
    const refusal = isPast ? null : await this.#ask(scraper, kept);
    // The new reading is later than the span, so the span is extended.
    const readings = this.within(scraper, isPast ? span : { ...span, endMs: Infinity });
    return {
      target, state: refusal?.state ?? 'read', sentence: refusal?.sentence ?? null,
      nextTime: Number.isFinite(kept.nextMs) ? kept.nextMs / 1000 : null, cost: { ...kept.cost },
      readings: readings.map(({ time, series, tookSeconds }) => ({ time, series, tookSeconds })),
      growth: headGrowth(readings),
    };
  }

  #of(scraper: TargetScraper): Kept {
    const kept = this.#targets.get(scraper) ?? {
      readings: [], nextMs: -Infinity, failure: null, asking: null, cost: { ...NO_COST },
    };
    this.#targets.set(scraper, kept);
    return kept;
  }

  async #ask(scraper: TargetScraper, kept: Kept): Promise<Refusal | null> {
    const { kind, version } = scraper.view();
    const request = statusRequest(kind, version);
    if ('reason' in request) return { state: 'unavailable', sentence: request.reason };
    if (this.#parts.now() < kept.nextMs && kept.asking === null)
      return kept.failure === null ? null : { state: 'waiting', sentence: kept.failure };
    // Concurrent calls wait for the same answer.
    kept.asking ??= this.#tryNow(scraper, kept, request.path).finally(() => { kept.asking = null; });
    const sentence = await kept.asking ?? kept.failure;
    return sentence === null ? null : { state: 'waiting', sentence };
  }

  /** Returns why the target was not asked; null: it was. */
  async #tryNow(scraper: TargetScraper, kept: Kept, path: string): Promise<string | null> {
    const slow = slowness(scraper) ?? await this.#atCeiling(scraper);
    if (slow === null) await this.#read(scraper, kept, path);
    return slow;
  }

  async #atCeiling(scraper: TargetScraper): Promise<string | null> {
    const ceiling = await this.#parts.ceiling(scraper);
    return ceiling === null ? null
      : `Not asked: CPU is at its ceiling of ${ceiling.cores.toPrecision(2)} cores. It is asked when there is room.`;
  }

  async #read(scraper: TargetScraper, kept: Kept, path: string): Promise<void> {
    const startMs = this.#parts.now();
    kept.nextMs = startMs + MIN_MS;
    kept.cost.requests++;
    const page = await scraper.page(path, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_STATUS_BYTES });
    const endMs = this.#parts.now();
    const { kind, processStartSeconds } = scraper.view();
    const asked = { time: startMs / 1000, tookSeconds: (endMs - startMs) / 1000, processStart: processStartSeconds };
    const reading = page.ok ? readTsdbStatus(kind, page.value, asked) : null;
    if (reading === null) {
      kept.cost.failed++;
      kept.nextMs = endMs + AFTER_FAILURE_MS;
      kept.failure = `${page.ok ? 'Its answer cannot be read: it is no status of a TSDB.' : page.error.message
      } It is asked again after ${AFTER_FAILURE_MS / 60_000} minutes.`;
      return;
    }
    kept.failure = null;
    kept.nextMs = Math.max(kept.nextMs, endMs + (endMs - startMs) / SHARE);
    Object.assign(kept.cost, { lastSeconds: reading.tookSeconds, lastBytes: reading.sizeBytes });
    kept.readings = thinned([...kept.readings, reading], endMs);
  }
}

interface Span { startMs: number; endMs: number }

interface Refusal { state: 'waiting' | 'unavailable'; sentence: string }

const NO_COST: Cost = { requests: 0, failed: 0, lastSeconds: null, lastBytes: null };
const NOT_LIVE: Omit<TargetCardinality, 'target'> = {
  state: 'unavailable', sentence: 'Only a target that is scraped here can be asked which metrics its series have.',
  nextTime: null, cost: NO_COST, readings: [], growth: null,
};

/** Drops old readings and, beyond the limit, the one with the closest neighbours, never the first or the last. */
function thinned(readings: HeadReading[], nowMs: number): HeadReading[] {
  const kept = readings.filter(({ time }) => 1000 * time >= nowMs - MAX_AGE_MS);
  if (kept.length <= MAX_READINGS) return kept;
  const gaps = kept.map((_, i) => {
    const [before, after] = [kept[i - 1], kept[i + 1]];
    return before === undefined || after === undefined ? Infinity : after.time - before.time;
  });
  return kept.toSpliced(gaps.indexOf(Math.min(...gaps)), 1);
}
