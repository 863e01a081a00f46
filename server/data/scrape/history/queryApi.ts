/** The query API of a TSDB that scrapes the target: the target's own, or that of `storage.query_url`. */
import type { Clock } from '../../../../core/time/clock.ts';
import { apiData, objectField, textField, type JsonObject } from '../answers/jsonFields.ts';
import type { TargetAnswer, TargetClient } from '../httpClient.ts';

/** The process start time is one number in both places; JSON and exposition may round it differently. */
const START_TOLERANCE_SECONDS = 0.01;
const MAX_LABEL = 500;
const NO_API = 'No query API answers there; only what tsdbscope records itself can be shown.';
export const NO_ANSWER = 'Its query API does not answer; it is asked again every five minutes.';
export const NOT_ITSELF =
  'It does not scrape itself; only what tsdbscope records itself can be shown. Add a job for its own '
    + 'address to its configuration to have its past here next time.';
/** A process this young may not have scraped itself yet: it is queried again later. */
export const YOUNG_MS = 180_000;
export const RETRY_MS = 20_000;

/** null = no answer now; `none`: no such API; `too-large`: ask for less. */
export type QueryOutcome = TargetAnswer | null | 'none' | 'too-large';

/** Times in Unix seconds of the server's clock. */
export interface RangeOfQuery { start: number; end: number; step: number }

/** The target's series in its TSDB. */
export interface OwnSeries {
  /** Labels of its scrape; its /metrics lacks those that the server adds. */
  labels: Record<string, string>;
  /** Our clock minus the server's. */
  offsetMs: number;
}

export interface QueryLimits { timeoutMs: number; maxBytes: number }

export class QueryApi {
  constructor(
    private readonly client: TargetClient, private readonly limits: QueryLimits,
    private readonly clock: Pick<Clock, 'nowMs'>,
  ) {}

  close(): void {
    this.client.close();
  }

  /** Runs an instant query; without a time, at the server's current time. */
  instant(query: string, timeSeconds: number | null, signal: AbortSignal): Promise<QueryOutcome> {
    const time = timeSeconds === null ? '' : `&time=${timeSeconds.toFixed(3)}`;
    return this.#ask(`/api/v1/query?query=${encodeURIComponent(query)}${time}`, signal);
  }

  range(query: string, { start, end, step }: RangeOfQuery, signal: AbortSignal): Promise<QueryOutcome> {
    const range = `&start=${start}&end=${end}&step=${step}`;
    return this.#ask(`/api/v1/query_range?query=${encodeURIComponent(query)}${range}`, signal);
  }

  async #ask(path: string, signal: AbortSignal): Promise<QueryOutcome> {
    const { timeoutMs, maxBytes } = this.limits;
    const outcome = await this.client.get(
      { path: `${path}&timeout=${timeoutMs / 1000}s`, timeoutMs: timeoutMs + 1000, maxBytes, signal }
    );
    if (!outcome.ok) return outcome.error.kind === 'too_large' ? 'too-large' : null;
    // 422: "query processing would load too many samples into memory".
    if (outcome.value.status === 422) return 'too-large';
    const { status } = outcome.value;
    return status === 200 ? outcome.value : status >= 500 || status === 429 ? null : 'none';
  }

  /** Finds the labels under which the server scrapes this process, by its start time. Text = why there are none. */
  async findSelf(processStartSeconds: number, signal: AbortSignal): Promise<OwnSeries | string> {
    const found = await this.instant('process_start_time_seconds', null, signal);
    if (signal.aborted) return 'given up';
    if (found === null) return NO_ANSWER;
    if (found === 'none' || found === 'too-large') return NO_API;
    const result = apiData(found.body)?.['result'];
    const mine = (Array.isArray(result) ? (result as unknown[]) : []).flatMap((item) => {
      const { metric, value } = asObject(item);
      const at: unknown = Array.isArray(value) ? value[1] : undefined;
      return typeof at === 'string' && Math.abs(Number(at) - processStartSeconds) <= START_TOLERANCE_SECONDS
        ? [asObject(metric)] : [];
    })[0];
    if (mine === undefined) return NOT_ITSELF;
    const labels: Record<string, string> = {};
    for (const name of Object.keys(mine)) {
      const value = name === '__name__' ? undefined : textField(mine, name, MAX_LABEL);
      if (value !== undefined) labels[name] = value;
    }
    const sentMs = this.clock.nowMs();
    const clock = await this.instant('time()', null, signal);
    const middleMs = (sentMs + this.clock.nowMs()) / 2;
    const time: unknown = clock === null || typeof clock === 'string' ? undefined
      : (apiData(clock.body)?.['result'] as unknown[] | undefined)?.[0];
    return { labels, offsetMs: typeof time === 'number' ? Math.round(middleMs - time * 1000) : 0 };
  }
}

/** Returns `name="value"` of each label, for a selector. */
export function matchersOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',');
}

/** Pauses after a query, or until the signal. */
export function restAfter(tookMs: number, clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
  return clock.sleep(Math.max(MIN_REST_MS, REST_RATIO * tookMs), signal);
}

/** Pause between two queries as a multiple of the last one's duration: at most a sixth of one thread. */
const REST_RATIO = 5;
const MIN_REST_MS = 100;

function asObject(value: unknown): JsonObject {
  return objectField({ value }, 'value') ?? {};
}
