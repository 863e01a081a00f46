/**
 * Host metrics of a target without a configured node_exporter: the queried TSDB's scrapes of one, while the target is
 * recorded.
 */
import { firstLine } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import type { RawNodeScrape } from '../../store/dataStore.ts';
import type { NodeSource, TakeNode } from '../nodeScraper.ts';
import type { TargetTsdb } from './targetTsdb.ts';

/** Minimum interval of queries; without new samples it doubles up to the maximum. */
const MIN_MS = 10_000;
const MAX_MS = 60_000;
/** A query takes at most a twentieth of the time. */
const REST_RATIO = 20;
/** A scrape appears in the TSDB only when it has ended. */
const LATE_MS = 2000;
/** Pause after an answer that is not from a node_exporter. */
const UNREADABLE_MS = 600_000;

const DOWN: ScrapeError = {
  kind: 'other', message: 'The node_exporter did not answer the TSDB that scrapes it.',
};

export interface QueriedNodeOptions {
  tsdb: Pick<TargetTsdb, 'newestOfHost'>;
  /** Metric names of a node_exporter. */
  names: readonly string[];
  /** Current time, ms since the epoch. */
  now: () => number;
}

/**
 * Queries shortly after the next expected scrape, one query at a time. No row waits for an answer: it is added to the
 * next one. Between two answers nothing is recorded of the host, and each scrape of it is recorded once.
 */
export class QueriedNode implements NodeSource {
  readonly #options: QueriedNodeOptions;
  #isAsking = false;
  #nextMs = -Infinity;
  #pauseMs = MIN_MS;
  #lastMs = -Infinity;
  #answer: RawNodeScrape | null = null;

  constructor(options: QueriedNodeOptions) {
    this.#options = options;
  }

  tick(): TakeNode {
    if (!this.#isAsking && this.#options.now() >= this.#nextMs) {
      this.#ask().catch((error: unknown) => {
        log.error(`A question for the host of a target failed: ${firstLine(error)}`);
        this.#nextMs = this.#options.now() + UNREADABLE_MS;
      });
    }
    return () => {
      const answer = this.#answer;
      this.#answer = null;
      return Promise.resolve(answer);
    };
  }

  /** Pauses after an unreadable answer; one that was down at its last scrape may answer the next. */
  unreadable({ kind }: Pick<ScrapeError, 'kind'>): void {
    if (kind !== DOWN.kind) this.#nextMs = this.#options.now() + UNREADABLE_MS;
  }

  view(): null {
    return null;
  }

  /** Drops the pending answer; TargetTsdb aborts running queries. */
  close(): void {
    this.#answer = null;
  }

  async #ask(): Promise<void> {
    const { tsdb, names, now } = this.#options;
    this.#isAsking = true;
    const sentMs = now();
    try {
      const newest = await tsdb.newestOfHost(names, this.#lastMs);
      const tookMs = now() - sentMs;
      const restMs = Math.max(MIN_MS, REST_RATIO * tookMs);
      if (newest === null) {
        this.#nextMs = now() + Math.max(restMs, this.#pauseMs);
        this.#pauseMs = Math.min(MAX_MS, 2 * this.#pauseMs);
        return;
      }
      const everyMs = Math.min(MAX_MS, newest.everyMs ?? 0);
      // Bounded, whatever time the answer states.
      const expectedMs = Math.min(newest.timeMs + everyMs + LATE_MS, now() + MAX_MS);
      this.#nextMs = Math.max(now() + restMs, expectedMs);
      this.#pauseMs = MIN_MS;
      this.#lastMs = newest.timeMs;
      this.#answer = newest.body === null ? { body: null, contentType: '', error: DOWN }
        : { body: new TextEncoder().encode(newest.body), contentType: 'text/plain; version=0.0.4', error: null };
    } finally {
      this.#isAsking = false;
    }
  }
}
