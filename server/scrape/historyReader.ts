/** Reads what a target's scrapes of itself recorded before tsdbscope started, from its query API, newest first. */
import { fail, firstLine, type Failure, type Result } from '../../core/result.ts';
import { HISTORY_ROW_NAMES } from '../metrics/queryMatrix.ts';
import type { TargetKind } from '../../core/contract/targetKind.ts';
import type { TargetClient, TargetAnswer } from './httpClient.ts';
import { apiData, objectField, textField, type JsonObject } from './answers/jsonFields.ts';

/** How far back it asks. */
const HISTORY_MS = 24 * 3_600_000;
const CHUNK_MS = 3_600_000;
const LEAST_CHUNK_MS = 5 * 60_000;
/** Names in one selector: about 2 kB of URL, which every proxy lets through. */
const NAMES_PER_QUERY = 50;
const QUERY_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Between two queries it rests this many times as long as the last one took: at most a sixth of one thread. */
const REST_RATIO = 5;
const LEAST_REST_MS = 100;
/** After so many empty hours there is no more history. */
const EMPTY_CHUNKS = 2;
/** The process start time is one number in both places; JSON and exposition may round it differently. */
const START_TOLERANCE_SECONDS = 0.01;
const MAX_LABEL = 500;
/** A process this young may not have scraped itself yet: it is asked again after a while. */
const YOUNG_MS = 180_000;
const RETRY_MS = 20_000;
/** One whose API is in trouble is left alone for this long. */
const TROUBLE_MS = 300_000;
const NO_API = 'No query API answers there; only what tsdbscope records itself can be shown.';
const NO_ANSWER = 'Its query API does not answer; it is asked again every five minutes.';
const NOT_ITSELF =
  'It does not scrape itself; only what tsdbscope records itself can be shown. Add a job for its own '
    + 'address to its configuration to have its past here next time.';

export interface HistoryChunk {
  startMs: number;
  endMs: number;
  answers: Uint8Array[];
  /** Labels that the scraping server added, see readHistory. */
  ownLabels: string[];
  /** Our clock minus the server's. */
  offsetMs: number;
}

export type HistoryState =
  | { state: 'waiting' }
  | { state: 'reading'; sinceMs: number }
  /** `sinceMs` null: the API answered with nothing. */
  | { state: 'read'; sinceMs: number | null }
  | { state: 'unavailable'; reason: string };

export interface HistoryReaderOptions {
  client: TargetClient;
  /** Metric names a page may need of this kind. */
  names: (kind: TargetKind) => readonly string[];
  /** Resolves to the rows taken. bad_data: the answers are no history; too_large: fewer hours may be read. */
  take: (chunk: HistoryChunk) => Promise<Result<{ rows: number; firstMs: number | null }>>;
  /** ms since the epoch. */
  now: () => number;
}

/**
 * One target's past. `update` is called as often as one likes with what is known of the target: it starts reading when
 * the target is up, gives up the query under way when it no longer is (a target in trouble is left alone), and goes on
 * later where it stopped, also after a failure that may pass. A finished or impossible reading is not begun again.
 */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  #state: HistoryState = { state: 'waiting' };
  #nextEndMs: number | null = null;
  #oldestMs = 0;
  #empty = 0;
  #chunkMs = CHUNK_MS;
  #running: Promise<void> | null = null;
  #abort = new AbortController();
  #notBeforeMs = 0;
  #isOver = false;

  constructor(options: HistoryReaderOptions) {
    this.#options = options;
  }

  state(): HistoryState {
    return this.#state;
  }

  update(target: { up: boolean; kind: TargetKind; processStartSeconds: number | null }): void {
    if (!target.up) {
      this.#abort.abort();
      return;
    }
    if (
      this.#isOver || this.#running !== null || target.processStartSeconds === null
        || this.#options.now() < this.#notBeforeMs
    ) return;
    this.#abort = new AbortController();
    this.#running = this.#read(target.kind, target.processStartSeconds, this.#abort.signal)
      .catch((error: unknown) => {
        this.#giveUp(firstLine(error));
      })
      .finally(() => { this.#running = null; });
  }

  /** Not to be used again. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
    this.#options.client.close();
  }

  /** `forMs`: until it is tried again; default never. */
  #giveUp(reason: string, forMs: number | null = null): void {
    this.#state = { state: 'unavailable', reason };
    if (forMs === null) this.#isOver = true;
    else this.#notBeforeMs = this.#options.now() + forMs;
  }

  async #read(kind: TargetKind, processStartSeconds: number, signal: AbortSignal): Promise<void> {
    const self = await this.#findSelf(processStartSeconds, signal);
    if (signal.aborted) return;
    if (self === NOT_ITSELF && this.#options.now() - 1000 * processStartSeconds < YOUNG_MS) {
      this.#notBeforeMs = this.#options.now() + RETRY_MS;
      return;
    }
    if (typeof self === 'string') {
      this.#giveUp(self, self === NO_ANSWER ? TROUBLE_MS : null);
      return;
    }
    const nowMs = this.#options.now();
    this.#nextEndMs ??= nowMs;
    this.#oldestMs ||= nowMs - HISTORY_MS;
    const names = [...HISTORY_ROW_NAMES, ...this.#options.names(kind)];
    let sinceMs = this.#state.state === 'reading' ? this.#state.sinceMs : nowMs;
    this.#state = { state: 'reading', sinceMs };
    while (this.#nextEndMs > this.#oldestMs && this.#empty < EMPTY_CHUNKS) {
      const endMs: number = this.#nextEndMs;
      const startMs = Math.max(this.#oldestMs, endMs - this.#chunkMs);
      const answers = await this.#ask(self, names, startMs, endMs, signal);
      if (signal.aborted) return;
      if (answers === null) {
        this.#giveUp('Its query API stopped answering while its history was read.', TROUBLE_MS);
        return;
      }
      const taken = answers === 'too-large' ? fail('too_large', '') : await this.#options.take(
        { startMs, endMs, answers, ownLabels: Object.keys(self.labels), offsetMs: self.offsetMs }
      );
      if (!taken.ok) {
        if (this.#mayGoOn(taken.error)) continue;
        return;
      }
      const { rows, firstMs } = taken.value;
      this.#empty = rows === 0 ? this.#empty + 1 : 0;
      if (firstMs !== null) sinceMs = Math.min(sinceMs, firstMs);
      this.#nextEndMs = startMs;
      this.#state = { state: 'reading', sinceMs };
    }
    this.#state = { state: 'read', sinceMs: sinceMs < nowMs ? sinceMs : null };
    this.#isOver = true;
  }

  /** What was too large is asked for in smaller parts; what may pass (no memory or no reader now) later. */
  #mayGoOn({ errorType, message }: Failure): boolean {
    if (errorType === 'too_large' && this.#chunkMs / 2 >= LEAST_CHUNK_MS) {
      this.#chunkMs /= 2;
      return true;
    }
    if (errorType === 'too_large') this.#giveUp('Its answers are too large to be read.');
    else if (errorType === 'bad_data') this.#giveUp(`Its history could not be read: ${message}.`);
    else this.#notBeforeMs = this.#options.now() + RETRY_MS;
    return false;
  }

  /**
   * The labels under which the server scrapes this very process, found by its start time. Text = why there are none.
   */
  async #findSelf(
    processStartSeconds: number, signal: AbortSignal
  ): Promise<{ labels: Record<string, string>; offsetMs: number } | string> {
    const found = await this.#query('process_start_time_seconds', null, signal);
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
    const sentMs = this.#options.now();
    const clock = await this.#query('time()', null, signal);
    const middleMs = (sentMs + this.#options.now()) / 2;
    const time: unknown = clock === null || typeof clock === 'string' ? undefined
      : (apiData(clock.body)?.['result'] as unknown[] | undefined)?.[0];
    return { labels, offsetMs: typeof time === 'number' ? Math.round(middleMs - time * 1000) : 0 };
  }

  async #ask(
    self: { labels: Record<string, string>; offsetMs: number }, names: readonly string[], startMs: number,
    endMs: number, signal: AbortSignal,
  ): Promise<Uint8Array[] | 'too-large' | null> {
    const answers: Uint8Array[] = [];
    for (let from = 0; from < names.length; from += NAMES_PER_QUERY) {
      const some = names.slice(from, from + NAMES_PER_QUERY).join('|');
      const labels = Object.entries(self.labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',');
      const range = Math.max(1, Math.round((endMs - startMs) / 1000));
      const sentMs = this.#options.now();
      const query = `{__name__=~"${some}",${labels}}[${range}s]`;
      const answer = await this.#query(query, (endMs - self.offsetMs) / 1000, signal);
      if (answer === 'too-large') return 'too-large';
      if (answer === null || answer === 'none') return null;
      answers.push(answer.body);
      await rest(Math.max(LEAST_REST_MS, REST_RATIO * (this.#options.now() - sentMs)), signal);
      if (signal.aborted) return answers;
    }
    return answers;
  }

  /** null = no answer now; `none`: no such API. Without a time it is the server's now. */
  async #query(
    query: string, timeSeconds: number | null, signal: AbortSignal
  ): Promise<TargetAnswer | null | 'none' | 'too-large'> {
    const time = timeSeconds === null ? '' : `&time=${timeSeconds.toFixed(3)}`;
    const path = `/api/v1/query?query=${encodeURIComponent(query)}${time}&timeout=${QUERY_TIMEOUT_MS / 1000}s`;
    const outcome = await this.#options.client.get(
      { path, timeoutMs: QUERY_TIMEOUT_MS + 1000, maxBytes: MAX_ANSWER_BYTES, signal }
    );
    if (!outcome.ok) return outcome.error.kind === 'too_large' ? 'too-large' : null;
    // 422: "query processing would load too many samples into memory".
    if (outcome.value.status === 422) return 'too-large';
    const { status } = outcome.value;
    return status === 200 ? outcome.value : status >= 500 || status === 429 ? null : 'none';
  }
}

function asObject(value: unknown): JsonObject {
  return objectField({ value }, 'value') ?? {};
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) { resolve(); return; }
    const done = (): void => { clearTimeout(timer); signal.removeEventListener('abort', done); resolve(); };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
