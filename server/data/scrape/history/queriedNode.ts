/**
 * The host of a target whose configuration names no node_exporter: while it is recorded, the scrapes that the queried
 * TSDB makes of one.
 */
import { firstLine } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import type { RawNodeScrape } from '../../store/dataStore.ts';
import type { NodeSource, TakeNode } from '../nodeScraper.ts';
import type { TargetTsdb } from './targetTsdb.ts';

/** It is never asked more often, and without anything new less and less often. */
const MIN_MS = 10_000;
const MAX_MS = 60_000;
/** The question takes at most a twentieth of the time. */
const REST_RATIO = 20;
/** A scrape is in the TSDB when it is over. */
const LATE_MS = 2000;
/** What is not of a node_exporter is asked for again after this. */
const UNREADABLE_MS = 600_000;

const DOWN: ScrapeError = {
  kind: 'other', message: 'The node_exporter did not answer the TSDB that scrapes it.',
};

export interface QueriedNodeOptions {
  tsdb: Pick<TargetTsdb, 'newestOfHost'>;
  /** Metrics of a node_exporter. */
  names: readonly string[];
  /** ms since the epoch. */
  now: () => number;
}

/**
 * Asks shortly after the next scrape is expected, one question at a time. No row waits for an answer: it goes with the
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

  /** One that was down at its last scrape may answer the next. */
  unreadable({ kind }: Pick<ScrapeError, 'kind'>): void {
    if (kind !== DOWN.kind) this.#nextMs = this.#options.now() + UNREADABLE_MS;
  }

  view(): null {
    return null;
  }

  /** TargetTsdb ends what is asked. */
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
      // Whatever time the answer names.
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
