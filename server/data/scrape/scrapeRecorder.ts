import type { LiveEvents } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import { log } from '../../kernel/logging/log.ts';
import type { RawNodeScrape, RawScrape, ScrapeOutcome } from '../store/dataStore.ts';
import type { FetchedMetrics } from './fetchMetrics.ts';
import type { LiveState } from './targetState.ts';

/** Scrapes waiting for the store at which further skipped ones are no longer recorded. */
const MAX_PENDING = 60;

export type ScraperEvent =
  /** Sent after each recorded try, skipped ones included; `error` null = it returned samples. */
  | { name: 'scrape'; data: LiveEvents['scrape'] }
  | { name: 'state'; data: LiveEvents['state'] };

export interface ScrapeRecorderOptions {
  record: (scrape: RawScrape) => Promise<ScrapeOutcome>;
  putFacts: (facts: TargetFacts) => Promise<unknown>;
  /** Selectors of series that rules watch. */
  watch?: () => readonly string[];
  onEvent: (event: ScraperEvent) => void;
  /** Receives failures of the store: a fault of tsdbscope, to be logged. Default: the log. */
  onProblem?: (message: string) => void;
}

/** Passes one target's answers to the store, and reports them. Failures of the store do not stop scraping. */
export class ScrapeRecorder {
  readonly #target: string;
  readonly #options: ScrapeRecorderOptions;
  #pending = 0;

  constructor(target: string, options: ScrapeRecorderOptions) {
    this.#target = target;
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#pending >= MAX_PENDING;
  }

  /** Records a scrape; null if the store failed, which is reported as a problem. */
  async record(
    fetched: FetchedMetrics, extras: Record<string, number>, node?: RawNodeScrape | null
  ): Promise<ScrapeOutcome | null> {
    const { startMs, durationSeconds, status, body, contentType, error } = fetched;
    this.#pending++;
    try {
      return await this.#options.record({
        startMs, durationSeconds, status, body, contentType, error, extras, ...(node ? { node } : {}),
        ...(this.#options.watch === undefined ? {} : { watch: this.#options.watch() }),
      });
    } catch (failure) {
      this.#problem('A scrape could not be recorded', failure);
      return null;
    } finally {
      this.#pending--;
    }
  }

  async putFacts(facts: TargetFacts): Promise<void> {
    try {
      await this.#options.putFacts(facts);
    } catch (failure) {
      this.#problem('Facts could not be recorded', failure);
    }
  }

  tellScrape({ startMs, durationSeconds, status }: FetchedMetrics, error: string | null, state: LiveState): void {
    this.#options.onEvent(
      { name: 'scrape', data: { time: startMs / 1000, durationSeconds, status, error, state } }
    );
  }

  tellState(timeMs: number, state: LiveState, previous: LiveState): void {
    this.#options.onEvent({ name: 'state', data: { time: timeMs / 1000, state, previous } });
  }

  #problem(what: string, failure: unknown): void {
    const reason = failure instanceof Error ? failure.message : String(failure);
    (this.#options.onProblem ?? log.error)(`${what} (target ${this.#target}): ${reason}`);
  }
}

/** Returns the record of a scrape that was not sent. */
export function skippedScrape(dueMs: number, message: string): FetchedMetrics {
  return {
    startMs: dueMs, durationSeconds: 0, status: 0, body: null, contentType: '',
    error: { kind: 'skipped', message }, aborted: false,
  };
}
