/** Queries of targets, from the query logs opened for them and from those added at runtime. */
import type { LoggedQuery } from '../../../../core/contract/contract.ts';
import type { Clock } from '../../../../core/time/clock.ts';
import { withoutCredentials } from '../../../data/incident/credentials.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { OpenedLogs } from '../../logs/feature.ts';
import { QueryLogTail } from './queryLogTail.ts';

/** Shorter evaluations cause no spike visible at one scrape per second. */
const MIN_SECONDS = 0.05;
/** Queries kept per target and per log; the shortest are dropped first. */
const MAX_KEPT = 10_000;
/** Queries per panel, the longest of the window, and the maximum length of their texts. */
const MAX_GIVEN = 2000;
const MAX_TEXT = 400;
/** Number of running queries kept per target, the most recent ones. */
const MAX_SEEN = 2000;

export interface TargetQueriesParts {
  logs: Pick<OpenedLogs['logs'], 'joinedTo' | 'bytes'>;
  data: Pick<DataStore, 'queryLog'>;
  /** Whether texts of the target's queries are kept. */
  keepsTexts: (target: string) => boolean;
}

export class TargetQueries {
  readonly #parts: TargetQueriesParts;
  /** Queries by log id; none for an unreadable log. */
  readonly #ofLogs = new Map<string, Promise<LoggedQuery[]>>();
  readonly #added = new Map<string, LoggedQuery[]>();
  readonly #seen = new Map<string, Map<string, LoggedQuery>>();
  readonly #tails = new Map<string, QueryLogTail>();

  constructor(parts: TargetQueriesParts) {
    this.#parts = parts;
  }

  /** Returns the longest evaluations that overlap the span, ascending by start. Times in ms. */
  async within(target: string, { startMs, endMs }: { startMs: number; endMs: number }): Promise<LoggedQuery[]> {
    const ids = this.#parts.logs.joinedTo(target);
    const logs = await Promise.all(ids.map((id) => this.#ofLog(id)));
    const all = [...logs, this.#added.get(target) ?? [], [...this.#seen.get(target)?.values() ?? []]].flat()
      .filter(({ start, end }) => 1000 * end > startMs && 1000 * start < endMs);
    const hasTexts = this.#parts.keepsTexts(target);
    return longest(distinct(all), MAX_GIVEN).sort((a, b) => a.start - b.start)
      .map((query) => ({ ...query, text: hasTexts ? query.text.slice(0, MAX_TEXT) : '' }));
  }

  /** Adds queries of a target that writes a query log while it is recorded. */
  add(target: string, queries: readonly LoggedQuery[]): void {
    const long = queries.filter(({ evalSeconds }) => evalSeconds >= MIN_SECONDS).map(clean);
    if (long.length === 0) return;
    const kept = [...this.#added.get(target) ?? [], ...long];
    this.#added.set(target, kept.length < 2 * MAX_KEPT ? kept : longest(kept, MAX_KEPT));
  }

  /** Adds the queries that a target was evaluating, by id; a query that has ended stays as last seen. */
  see(target: string, running: ReadonlyMap<string, LoggedQuery>): void {
    const kept = this.#seen.get(target) ?? new Map<string, LoggedQuery>();
    this.#seen.set(target, kept);
    for (const [id, query] of running) {
      if (query.evalSeconds < MIN_SECONDS) continue;
      kept.delete(id);
      kept.set(id, clean({ ...query, text: query.text.slice(0, MAX_TEXT) }));
    }
    for (const id of [...kept.keys()].slice(0, -MAX_SEEN)) kept.delete(id);
  }

  /** Follows the target's configured query log until the target is removed. */
  follow({ name, queryLog: path }: TargetConfig, { steadyMs }: Clock): void {
    if (path === undefined) return;
    this.#tails.set(name, new QueryLogTail({
      path, steadyMs, take: (found) => { this.add(name, found); },
      onState: (problem) => {
        if (problem !== null) log.warn(problem, { target: name });
        else log.info('The query log is followed.', { target: name, path });
      },
    }));
  }

  /** Reads the lines appended to the target's query log; call this at every scrape. */
  look(target: string): void {
    void this.#tails.get(target)?.look();
  }

  /** Stops following a target's query log; queries already added are kept. */
  async leave(target: string): Promise<void> {
    const tail = this.#tails.get(target);
    this.#tails.delete(target);
    await tail?.close();
  }

  #ofLog(id: string): Promise<LoggedQuery[]> {
    const known = this.#ofLogs.get(id);
    if (known !== undefined) return known;
    const reading = this.#readLog(id);
    this.#ofLogs.set(id, reading);
    return reading;
  }

  async #readLog(id: string): Promise<LoggedQuery[]> {
    const bytes = await this.#parts.logs.bytes(id);
    const read = bytes.ok ? await this.#parts.data.queryLog(bytes.value, MAX_KEPT) : bytes;
    if (!read.ok) {
      // Retries after temporary errors, such as a busy reader.
      if (read.error.errorType !== 'bad_data' && read.error.errorType !== 'not_found') this.#ofLogs.delete(id);
      return [];
    }
    return (read.value?.longest ?? []).filter(({ evalSeconds }) => evalSeconds >= MIN_SECONDS).map(clean);
  }
}

/** Removes credentials, as for exported notes. */
function clean(query: LoggedQuery): LoggedQuery {
  return {
    ...query, text: withoutCredentials(query.text),
    error: query.error === null ? null : withoutCredentials(query.error),
  };
}

function longest(queries: readonly LoggedQuery[], count: number): LoggedQuery[] {
  return queries.length <= count ? [...queries]
    : queries.toSorted((a, b) => b.evalSeconds - a.evalSeconds).slice(0, count);
}

/** Removes duplicates: a line in two logs counts once. */
function distinct(queries: readonly LoggedQuery[]): LoggedQuery[] {
  return [...new Map(queries.map((query) => [`${query.end} ${query.evalSeconds} ${query.text}`, query])).values()];
}
