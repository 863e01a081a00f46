/**
 * Asks VictoriaMetrics for its running and its longest queries: besides scrapes, each list at most once a minute, never
 * a slow target.
 */
import type { LoggedQuery, RunningQuery, TargetQueryLists, TopQuery } from '../../../../core/contract/contract.ts';
import {
  ACTIVE_PATH, MAX_LIST_BYTES, statedActiveQueries, statedTopQueries, TOP_PATH, type ActiveQuery,
} from '../../../data/scrape/answers/queryLists.ts';
import { withoutCredentials } from '../../../data/incident/credentials.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { MINUTE_MS, NO_REQUESTS, PacedReadings, type Paced } from '../pace/pacedReadings.ts';

const MAX_TEXT = 1000;

interface Asked extends Paced { time: number | null; top: TopQuery[]; running: RunningQuery[] }

export interface QueryReadingsParts {
  /** Takes the running queries, so that spikes can name them. */
  running: (target: string, queries: ReadonlyMap<string, LoggedQuery>) => void;
  /** ms since the epoch. */
  now: () => number;
}

export class QueryReadings extends PacedReadings<Asked> {
  readonly #running: QueryReadingsParts['running'];

  constructor({ running, now }: QueryReadingsParts) {
    super(now);
    this.#running = running;
  }

  /** Call this after each scrape. */
  onScrape(scraper: TargetScraper): void {
    if (unavailable(scraper) === null) this.askWhereDue(scraper);
  }

  answer(target: string, scraper: TargetScraper | undefined): TargetQueryLists {
    const asked = this.askedOf(scraper);
    const why = scraper === undefined ? 'A recording is not asked for its queries.' : unavailable(scraper);
    const { time = null, top = [], running = [], cost: { requests, failed } = NO_REQUESTS } = asked ?? {};
    const sentence = why ?? asked?.sentence ?? null;
    return {
      target, time, top, running, requests, failed, sentence,
      state: why !== null ? 'unavailable' : sentence === null ? 'read' : 'waiting',
    };
  }

  protected override begun(): Omit<Asked, keyof Paced> {
    return { time: null, top: [], running: [] };
  }

  protected override async ask(scraper: TargetScraper, asked: Asked): Promise<void> {
    const startMs = this.now();
    asked.nextMs = startMs + MINUTE_MS;
    const shown = scraper.config.queryTexts !== false
      ? (text: string): string => withoutCredentials(text).slice(0, MAX_TEXT) : (): string => '';
    const active = await this.read(scraper, asked, {
      path: ACTIVE_PATH, maxBytes: MAX_LIST_BYTES, read: (body) => statedActiveQueries(body, this.now() / 1000),
    });
    if (active !== null && active !== undefined) {
      asked.running = active.read.map(({ id: _, ...query }) => ({ ...query, text: shown(query.text) }));
      this.#running(scraper.config.name, new Map(active.read.map((query) => [query.id, loggedOf(query)])));
    }
    const top = await this.read(scraper, asked, { path: TOP_PATH, maxBytes: MAX_LIST_BYTES, read: statedTopQueries });
    if (top !== null && top !== undefined) asked.top = top.read.map((query) => ({ ...query, text: shown(query.text) }));
    const isGood = active !== null && top !== null;
    if (isGood) asked.time = this.now() / 1000;
    this.rest(asked, { startMs, isGood, pauseMs: MINUTE_MS });
  }
}

/** Returns why a target is not asked at all; null: it is. */
function unavailable(scraper: TargetScraper): string | null {
  if (scraper.config.queryLists === false) return 'query_lists is off for this target.';
  return scraper.view().kind === 'victoriametrics' ? null : 'Only VictoriaMetrics is asked for its queries.';
}

/** Returns a running query as logged until it was read; it may continue. */
function loggedOf({ text, start, seconds, client, rangeSeconds }: ActiveQuery): LoggedQuery {
  return {
    text, start, end: start + seconds, evalSeconds: seconds, queueSeconds: 0, samples: null, peakSamples: null,
    rangeSeconds, origin: client === '' ? { kind: 'unknown' } : { kind: 'http', client, path: '' }, error: null,
  };
}
