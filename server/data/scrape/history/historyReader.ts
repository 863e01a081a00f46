/** Reads a target's scrapes of itself from before tsdbscope started, from its query API, newest first. */
import type { Clock } from '../../../../core/time/clock.ts';
import { fail, firstLine, type Failure, type Result } from '../../../../core/result.ts';
import { HISTORY_ROW_NAMES } from '../../metrics/queryMatrix.ts';
import type { Labels, TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import type { TargetClient } from '../httpClient.ts';
import { findNode } from './findNode.ts';
import { matchersOf, NO_ANSWER, NOT_ITSELF, QueryApi, restAfter, RETRY_MS, YOUNG_MS } from './queryApi.ts';

/** Maximum age of history that is read. */
const HISTORY_MS = 24 * 3_600_000;
const CHUNK_MS = 3_600_000;
const MIN_CHUNK_MS = 5 * 60_000;
/** Names in one selector: about 2 kB of URL, which every proxy accepts. */
const NAMES_PER_QUERY = 50;
const QUERY_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Number of empty chunks after which reading stops. */
const EMPTY_CHUNKS = 2;
/** Pause after the API failed. */
const TROUBLE_MS = 300_000;

export interface HistoryChunk {
  startMs: number;
  endMs: number;
  answers: Uint8Array[];
  /** Labels that the scraping server added, see readHistory. */
  ownLabels: string[];
  /** Our clock minus the server's. */
  offsetMs: number;
  /** Answers about its host's node_exporter, if the server scrapes it. */
  node?: { answers: Uint8Array[]; ownLabels: string[] };
}

export type HistoryState =
  | { state: 'waiting' }
  | { state: 'reading'; sinceMs: number }
  /** `sinceMs` null: the API returned nothing. */
  | { state: 'read'; sinceMs: number | null }
  | { state: 'unavailable'; reason: string };

export interface HistoryReaderOptions {
  client: TargetClient;
  /** Metric names that pages may need of this kind. */
  names: (kind: TargetKind) => readonly string[];
  /** Metric names of a node_exporter. */
  nodeNames: readonly string[];
  /** URL of the node_exporter configured for the target. */
  nodeUrl?: string;
  /** Resolves to the rows stored. bad_data: the answers are no history; too_large: read fewer hours at once. */
  take: (chunk: HistoryChunk) => Promise<Result<{ rows: number; firstMs: number | null }>>;
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
}

/** Span on our clock; `offsetMs`: ours minus the server's. */
interface SpanOnClock { startMs: number; endMs: number; offsetMs: number }

/**
 * Reads the history of one target. `update` may be called any number of times with the state of the target: it starts
 * reading when the target is up, aborts the running query when it no longer is (to add no load then), and resumes later
 * where it stopped, also after a transient failure. A finished or impossible read is not started again.
 */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  readonly #api: QueryApi;
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
    this.#api = new QueryApi(
      options.client, { timeoutMs: QUERY_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }, options.clock
    );
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
        || this.#options.clock.nowMs() < this.#notBeforeMs
    ) return;
    this.#abort = new AbortController();
    this.#running = this.#read(target.kind, target.processStartSeconds, this.#abort.signal)
      .catch((error: unknown) => {
        this.#giveUp(firstLine(error));
      })
      .finally(() => { this.#running = null; });
  }

  /** Stops reading; not to be used again. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
    this.#api.close();
  }

  /** `forMs`: time until the next try; default never. */
  #giveUp(reason: string, forMs: number | null = null): void {
    this.#state = { state: 'unavailable', reason };
    if (forMs === null) this.#isOver = true;
    else this.#notBeforeMs = this.#options.clock.nowMs() + forMs;
  }

  async #read(kind: TargetKind, processStartSeconds: number, signal: AbortSignal): Promise<void> {
    const self = await this.#api.findSelf(processStartSeconds, signal);
    if (signal.aborted) return;
    if (self === NOT_ITSELF && this.#options.clock.nowMs() - 1000 * processStartSeconds < YOUNG_MS) {
      this.#notBeforeMs = this.#options.clock.nowMs() + RETRY_MS;
      return;
    }
    if (typeof self === 'string') {
      this.#giveUp(self, self === NO_ANSWER ? TROUBLE_MS : null);
      return;
    }
    const nowMs = this.#options.clock.nowMs();
    this.#nextEndMs ??= nowMs;
    this.#oldestMs ||= nowMs - HISTORY_MS;
    const names = [...HISTORY_ROW_NAMES, ...this.#options.names(kind)];
    const { nodeNames, nodeUrl } = this.#options;
    const node = nodeNames.length === 0 ? null : await findNode(this.#api, self.labels, nodeUrl, signal);
    if (signal.aborted) return;
    let sinceMs = this.#state.state === 'reading' ? this.#state.sinceMs : nowMs;
    this.#state = { state: 'reading', sinceMs };
    while (this.#nextEndMs > this.#oldestMs && this.#empty < EMPTY_CHUNKS) {
      const endMs: number = this.#nextEndMs;
      const startMs = Math.max(this.#oldestMs, endMs - this.#chunkMs);
      const span = { startMs, endMs, offsetMs: self.offsetMs };
      const answers = await this.#ask(self.labels, names, span, signal);
      const host = node === null || !Array.isArray(answers) ? null
        : await this.#ask(node, nodeNames, span, signal);
      if (signal.aborted) return;
      if (answers === null) {
        this.#giveUp('Its query API stopped answering while its history was read.', TROUBLE_MS);
        return;
      }
      const taken = answers === 'too-large' ? fail('too_large', '') : await this.#options.take(
        {
          ...span, answers, ownLabels: Object.keys(self.labels),
          // The host's answers are optional: too large or missing ones do not fail the rest.
          ...(node === null || !Array.isArray(host) ? {} : { node: { answers: host, ownLabels: Object.keys(node) } }),
        }
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

  /**
   * Whether to continue: with smaller parts after too_large; a transient failure (no memory or no reader) is retried
   * later.
   */
  #mayGoOn({ errorType, message }: Failure): boolean {
    if (errorType === 'too_large' && this.#chunkMs / 2 >= MIN_CHUNK_MS) {
      this.#chunkMs /= 2;
      return true;
    }
    if (errorType === 'too_large') this.#giveUp('Its answers are too large to be read.');
    else if (errorType === 'bad_data') this.#giveUp(`Its history could not be read: ${message}.`);
    else this.#notBeforeMs = this.#options.clock.nowMs() + RETRY_MS;
    return false;
  }

  async #ask(
    own: Labels, names: readonly string[], { startMs, endMs, offsetMs }: SpanOnClock, signal: AbortSignal
  ): Promise<Uint8Array[] | 'too-large' | null> {
    const answers: Uint8Array[] = [];
    for (let from = 0; from < names.length; from += NAMES_PER_QUERY) {
      const some = names.slice(from, from + NAMES_PER_QUERY).join('|');
      const labels = matchersOf(own);
      const range = Math.max(1, Math.round((endMs - startMs) / 1000));
      const sentMs = this.#options.clock.nowMs();
      const query = `{__name__=~"${some}",${labels}}[${range}s]`;
      const answer = await this.#api.instant(query, (endMs - offsetMs) / 1000, signal);
      if (answer === 'too-large') return 'too-large';
      if (answer === null || answer === 'none') return null;
      answers.push(answer.body);
      await restAfter(this.#options.clock.nowMs() - sentMs, this.#options.clock, signal);
      if (signal.aborted) return answers;
    }
    return answers;
  }
}
