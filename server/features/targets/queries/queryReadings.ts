/**
 * Asks VictoriaMetrics which queries it evaluates, and which took longest: beside the scrapes, at most each list once a
 * minute, never a target that is slow.
 */
import type { LoggedQuery, RunningQuery, TargetQueryLists, TopQuery } from '../../../../core/contract/contract.ts';
import type { Result } from '../../../../core/result.ts';
import {
  ACTIVE_PATH, MAX_LIST_BYTES, statedActiveQueries, statedTopQueries, TOP_PATH, type ActiveQuery,
} from '../../../data/scrape/answers/queryLists.ts';
import { withoutCredentials } from '../../../data/incident/credentials.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { slowness } from '../cardinality/headReadings.ts';

const MINUTE_MS = 60_000;
/** A target spends at most this part of its time on these answers. */
const SHARE = 0.01;
/** After a failure, doubled with each one that follows. */
const AFTER_FAILURE_MS = 10 * MINUTE_MS;
const MAX_AFTER_FAILURE_MS = 6 * 3_600_000;
const TIMEOUT_MS = 10_000;
const MAX_TEXT = 1000;

interface Asked {
  time: number | null;
  top: TopQuery[];
  running: RunningQuery[];
  nextMs: number;
  failures: number;
  processStart: number | null;
  /** Lists that this process does not have. */
  absent: Set<string>;
  sentence: string | null;
  requests: number;
  failed: number;
  /** Within the last minute. */
  sentMs: number[];
  asking: Promise<void> | null;
}

export interface QueryReadingsParts {
  /** Takes what is evaluated now, so that it is named in spikes. */
  running: (target: string, queries: ReadonlyMap<string, LoggedQuery>) => void;
  /** ms since the epoch. */
  now: () => number;
}

export class QueryReadings {
  readonly #parts: QueryReadingsParts;
  /** A target that left takes its readings along. */
  readonly #targets = new WeakMap<TargetScraper, Asked>();
  readonly #total = { requests: 0, failed: 0, mostPerMinute: 0 };

  constructor(parts: QueryReadingsParts) {
    this.#parts = parts;
  }

  /** To be called after each scrape: asks where it is due, and the target is well. */
  onScrape(scraper: TargetScraper): void {
    if (unavailable(scraper) !== null) return;
    const asked = this.#of(scraper);
    const { processStartSeconds } = scraper.view();
    if (processStartSeconds !== null && processStartSeconds !== asked.processStart) {
      asked.processStart = processStartSeconds;
      asked.absent.clear();
    }
    if (asked.asking !== null || this.#parts.now() < asked.nextMs) return;
    asked.sentence = slowness(scraper);
    if (asked.sentence !== null) return;
    asked.asking = this.#ask(scraper, asked).finally(() => { asked.asking = null; });
  }

  /** Resolves when nothing of the target is being asked. */
  async settled(scraper: TargetScraper): Promise<void> {
    await this.#targets.get(scraper)?.asking;
  }

  /** GETs of all targets since the start; the most that one target got within a minute. */
  cost(): { requests: number; failed: number; mostPerMinute: number } {
    return { ...this.#total };
  }

  answer(target: string, scraper: TargetScraper | undefined): TargetQueryLists {
    const asked = scraper === undefined ? undefined : this.#targets.get(scraper);
    const why = scraper === undefined ? 'A recording is not asked for its queries.' : unavailable(scraper);
    const { time = null, top = [], running = [], requests = 0, failed = 0 } = asked ?? {};
    const sentence = why ?? asked?.sentence ?? null;
    return {
      target, time, top, running, requests, failed, sentence,
      state: why !== null ? 'unavailable' : sentence === null ? 'read' : 'waiting',
    };
  }

  #of(scraper: TargetScraper): Asked {
    const known = this.#targets.get(scraper);
    if (known !== undefined) return known;
    const asked: Asked = {
      time: null, top: [], running: [], nextMs: -Infinity, failures: 0, processStart: null, absent: new Set(),
      sentence: null, requests: 0, failed: 0, sentMs: [], asking: null,
    };
    this.#targets.set(scraper, asked);
    return asked;
  }

  async #ask(scraper: TargetScraper, asked: Asked): Promise<void> {
    const { now, running } = this.#parts;
    const startMs = now();
    asked.nextMs = startMs + MINUTE_MS;
    const shown = scraper.config.queryTexts !== false
      ? (text: string): string => withoutCredentials(text).slice(0, MAX_TEXT) : (): string => '';
    const active = await this.#read(scraper, asked, { path: ACTIVE_PATH, read: statedActiveQueries });
    if (active !== null && active !== undefined) {
      asked.running = active.map(({ id: _, ...query }) => ({ ...query, text: shown(query.text) }));
      running(scraper.config.name, new Map(active.map((query) => [query.id, loggedOf(query)])));
    }
    const top = await this.#read(scraper, asked, { path: TOP_PATH, read: statedTopQueries });
    if (top !== null && top !== undefined) asked.top = top.map((query) => ({ ...query, text: shown(query.text) }));
    const endMs = now();
    const isGood = active !== null && top !== null;
    if (isGood) asked.time = endMs / 1000;
    asked.failures = isGood ? 0 : asked.failures + 1;
    const pauseMs = isGood ? MINUTE_MS
      : Math.min(MAX_AFTER_FAILURE_MS, AFTER_FAILURE_MS * 2 ** (asked.failures - 1));
    asked.nextMs = Math.max(startMs + pauseMs, endMs + (endMs - startMs) / SHARE);
  }

  /** null where it failed; undefined where this process does not have the list. */
  async #read<T>(scraper: TargetScraper, asked: Asked, list: List<T>): Promise<T | null | undefined> {
    const { path, read } = list;
    if (asked.absent.has(path)) return undefined;
    this.#count(asked);
    const answer: Result<Uint8Array> = await scraper.page(path, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_LIST_BYTES });
    const found = answer.ok ? read(answer.value, this.#parts.now() / 1000) : null;
    if (found !== null) return found;
    asked.failed++;
    this.#total.failed++;
    asked.sentence = answer.ok ? `Its answer to ${path} cannot be read.` : answer.error.message;
    if (answer.ok || answer.error.errorType !== 'not_found') return null;
    asked.absent.add(path);
    return undefined;
  }

  #count(asked: Asked): void {
    const atMs = this.#parts.now();
    asked.requests++;
    this.#total.requests++;
    asked.sentMs = [...asked.sentMs.filter((sentMs) => sentMs > atMs - MINUTE_MS), atMs];
    this.#total.mostPerMinute = Math.max(this.#total.mostPerMinute, asked.sentMs.length);
  }
}

interface List<T> { path: string; read: (body: Uint8Array, nowSeconds: number) => T | null }

/** Why a target is not asked at all; null: it is. */
function unavailable(scraper: TargetScraper): string | null {
  if (scraper.config.queryLists === false) return 'query_lists is off for this target.';
  return scraper.view().kind === 'victoriametrics' ? null : 'Only VictoriaMetrics is asked for its queries.';
}

/** As of when it was asked: it may go on. */
function loggedOf({ text, start, seconds, client, rangeSeconds }: ActiveQuery): LoggedQuery {
  return {
    text, start, end: start + seconds, evalSeconds: seconds, queueSeconds: 0, samples: null, peakSamples: null,
    rangeSeconds, origin: client === '' ? { kind: 'unknown' } : { kind: 'http', client, path: '' }, error: null,
  };
}
