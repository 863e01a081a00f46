import type { Failure, Result } from '../../../../core/result.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { slowness } from './slowness.ts';

export const MINUTE_MS = 60_000;
/** Largest share of its time that a target spends on these answers. */
const SHARE = 0.01;
/** Pause after a failure, doubled with each consecutive one. */
const AFTER_FAILURE_MS = 10 * MINUTE_MS;
const MAX_AFTER_FAILURE_MS = 6 * 3_600_000;
const TIMEOUT_MS = 10_000;

export interface RequestCount { requests: number; failed: number; mostPerMinute: number }

/** State of the requests to one target. */
export interface Paced {
  nextMs: number;
  failures: number;
  processStart: number | null;
  /** Pages missing in this process. */
  absent: Set<string>;
  /** Why it is not asked, or what failed; null: nothing. */
  sentence: string | null;
  /** Times of the requests in the last minute. */
  sentMs: number[];
  cost: RequestCount;
  asking: Promise<void> | null;
}

export const NO_REQUESTS: Readonly<RequestCount> = { requests: 0, failed: 0, mostPerMinute: 0 };

/** A page, with the times of its request and answer. */
export interface PageRead<T> { read: T; bytes: number; startMs: number; endMs: number }

interface Page<T> { path: string; maxBytes: number; read: (body: Uint8Array) => T | null }

/** Requests pages of targets besides scrapes: each at most once a minute, never from a slow target. */
export abstract class PacedReadings<A extends Paced> {
  protected readonly now: () => number;
  /** Weak, so that the readings of a removed target are freed. */
  readonly #targets = new WeakMap<TargetScraper, A>();
  readonly #total = { ...NO_REQUESTS };

  constructor(now: () => number) {
    this.now = now;
  }

  /** Resolves when no request to the target is running. */
  async settled(scraper: TargetScraper): Promise<void> {
    await this.#targets.get(scraper)?.asking;
  }

  /** Returns the requests to all targets since the start; `mostPerMinute`: maximum of one target. */
  cost(): RequestCount {
    return { ...this.#total };
  }

  /** Requests the pages if due and the target is healthy. */
  protected askWhereDue(scraper: TargetScraper): void {
    const asked = this.#targets.get(scraper) ?? {
      ...this.begun(scraper), nextMs: -Infinity, failures: 0, processStart: null, absent: new Set(), sentence: null,
      sentMs: [], cost: { ...NO_REQUESTS }, asking: null,
    } as unknown as A;
    this.#targets.set(scraper, asked);
    const { processStartSeconds } = scraper.view();
    if (processStartSeconds !== null && processStartSeconds !== asked.processStart) {
      // A new process may have other pages; keeps the pace of the requests.
      asked.processStart = processStartSeconds;
      asked.absent.clear();
      this.restarted(asked);
    }
    if (asked.asking !== null || this.now() < asked.nextMs) return;
    asked.sentence = slowness(scraper);
    if (asked.sentence !== null) return;
    asked.asking = this.ask(scraper, asked).finally(() => { asked.asking = null; });
  }

  /** Returns the initial state of a target besides the pace. */
  protected abstract begun(scraper: TargetScraper): Omit<A, keyof Paced>;
  protected abstract ask(scraper: TargetScraper, asked: A): Promise<void>;
  protected restarted(_asked: A): void { /* Keeps the readings. */ }

  protected askedOf(scraper: TargetScraper | undefined): A | undefined {
    return scraper === undefined ? undefined : this.#targets.get(scraper);
  }

  /** Reads a page. null if it failed; undefined if this process does not have the page. */
  protected async read<T>(scraper: TargetScraper, asked: A, page: Page<T>): Promise<PageRead<T> | null | undefined> {
    const { path, maxBytes, read } = page;
    if (asked.absent.has(path)) return undefined;
    const startMs = this.now();
    this.#count(asked, startMs);
    const answer: Result<Uint8Array> = await scraper.page(path, { timeoutMs: TIMEOUT_MS, maxBytes });
    const found = answer.ok ? read(answer.value) : null;
    if (answer.ok && found !== null) return { read: found, bytes: answer.value.length, startMs, endMs: this.now() };
    asked.cost.failed++;
    this.#total.failed++;
    const failure: Failure | null = answer.ok ? null : answer.error;
    asked.sentence = failure === null ? `Its answer to ${path} cannot be read.` : failure.message;
    if (failure?.errorType !== 'not_found') return null;
    asked.absent.add(path);
    return undefined;
  }

  /** Sets the time of the next request, after all pages were read. `pauseMs`: shortest pause after a good reading. */
  protected rest(asked: A, { startMs, isGood, pauseMs }: { startMs: number; isGood: boolean; pauseMs: number }): void {
    const endMs = this.now();
    asked.failures = isGood ? 0 : asked.failures + 1;
    const rests = isGood ? pauseMs : Math.min(MAX_AFTER_FAILURE_MS, AFTER_FAILURE_MS * 2 ** (asked.failures - 1));
    asked.nextMs = Math.max(startMs + rests, endMs + (endMs - startMs) / SHARE);
  }

  #count(asked: A, atMs: number): void {
    asked.sentMs = [...asked.sentMs.filter((sentMs) => sentMs > atMs - MINUTE_MS), atMs];
    for (const count of [asked.cost, this.#total]) {
      count.requests++;
      count.mostPerMinute = Math.max(count.mostPerMinute, asked.sentMs.length);
    }
  }
}
