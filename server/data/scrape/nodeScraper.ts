import { within, type Clock } from '../../../core/time/clock.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { ScrapeError } from '../metrics/series.ts';
import type { RawNodeScrape } from '../store/dataStore.ts';
import { fetchMetrics } from './fetchMetrics.ts';
import { TargetClient, type TargetRequest } from './httpClient.ts';
import { IntervalPacer } from './pace/intervalPacer.ts';

/** The kept metrics of 1,000 cores take 3 MiB. */
const MAX_NODE_BYTES = 16 * 1024 * 1024;
const NODE_TIMEOUT_MS = 5_000;
/** Maximum wait of a row for the answer of its tick, besides half an interval. */
const MAX_WAIT_MS = 500;
/** Maximum interval for a slow node_exporter, unless its target's is longer. */
const MAX_INTERVAL_MS = 15_000;

export interface NodeView {
  /** URL without credentials. */
  url: string;
  /** The last try; null before the first. */
  lastScrape: { startMs: number; durationSeconds: number; error: string | null } | null;
  effectiveIntervalMs: number;
}

/** Returns the scrape to record with the row of a tick; null if none was sent or none came in time. Call once. */
export type TakeNode = () => Promise<RawNodeScrape | null>;

/** Source of a target's host metrics while it is recorded. */
export interface NodeSource {
  tick: () => TakeNode;
  /** Called by the reader of an answer that is not from a node_exporter. */
  unreadable: (error: ScrapeError) => void;
  /** Returns its state; null: none is configured. */
  view: () => NodeView | null;
  close: () => void;
}

interface Asked { done: Promise<void>; answer: RawNodeScrape | null; taken: boolean }

export interface NodeScraperOptions {
  config: TargetConfig & Required<Pick<TargetConfig, 'nodeExporter'>>;
  clock: Clock;
  /** Returns the memory for the body of an answer; default: its own. */
  memory?: (bytes: number) => Uint8Array;
}

/**
 * Scrapes the node_exporter of a target's host at the target's ticks, one request at a time, over its own connections.
 * It never fails or delays a scrape of the target: a row waits at most half an interval before it is recorded, and not
 * at all while answers take longer than that. A late answer is added to the next row.
 */
export class NodeScraper implements NodeSource {
  readonly #client: TargetClient;
  readonly #clock: Clock;
  readonly #limits: Pick<TargetRequest, 'maxBytes' | 'memory'>;
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #intervalMs: number;
  readonly #maxWaitMs: number;
  readonly #pacer: IntervalPacer;
  #underWay: Asked | null = null;
  #late: RawNodeScrape | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #isSlow = false;
  #lastScrape: NodeView['lastScrape'] = null;

  constructor({ config, clock, memory }: NodeScraperOptions) {
    const { nodeExporter, tls, scrapeIntervalMs, scrapeTimeoutMs } = config;
    this.#client = new TargetClient({
      ...nodeExporter,
      // Uses the CA of the target's certificate, never its key.
      ...(
        tls === undefined ? {}
          : { tls: { insecureSkipVerify: tls.insecureSkipVerify, ...(tls.ca === undefined ? {} : { ca: tls.ca }) } }
      ),
    }, { clock });
    this.#clock = clock;
    this.#limits = { maxBytes: MAX_NODE_BYTES, ...(memory === undefined ? {} : { memory }) };
    this.#url = nodeExporter.url;
    this.#timeoutMs = Math.min(NODE_TIMEOUT_MS, scrapeTimeoutMs);
    this.#intervalMs = scrapeIntervalMs;
    this.#maxWaitMs = Math.min(MAX_WAIT_MS, scrapeIntervalMs / 2);
    this.#pacer = new IntervalPacer(scrapeIntervalMs, MAX_INTERVAL_MS);
  }

  /** Sends a request at a tick of the target, if one is due and none is running. */
  tick(): TakeNode {
    const nowMs = this.#clock.nowMs();
    // Ticks come a little early or late: half an interval separates one from the next.
    const isDue = nowMs - this.#askedMs >= this.#pacer.intervalMs - this.#intervalMs / 2 || nowMs < this.#askedMs;
    if (!isDue || this.#underWay !== null) return () => Promise.resolve(this.#takeLate());
    this.#askedMs = nowMs;
    const asked: Asked = { done: Promise.resolve(), answer: null, taken: false };
    asked.done = this.#ask(asked);
    this.#underWay = asked;
    const untilMs = this.#clock.steadyMs() + this.#maxWaitMs;
    return () => this.#take(asked, untilMs);
  }

  unreadable(error: ScrapeError): void {
    if (this.#lastScrape !== null) this.#lastScrape = { ...this.#lastScrape, error: error.message };
  }

  view(): NodeView {
    return { url: this.#url, lastScrape: this.#lastScrape, effectiveIntervalMs: this.#pacer.intervalMs };
  }

  close(): void {
    this.#client.close();
  }

  async #ask(asked: Asked): Promise<void> {
    const { startMs, durationSeconds, body, contentType, error, aborted } =
      await fetchMetrics(this.#client, this.#timeoutMs, this.#limits);
    this.#underWay = null;
    if (aborted) return;
    this.#pacer.add(1000 * durationSeconds);
    this.#lastScrape = { startMs, durationSeconds, error: error?.message ?? null };
    asked.answer = { body, contentType, error };
    this.#isSlow = 1000 * durationSeconds > this.#maxWaitMs;
    if (asked.taken) this.#late = asked.answer;
  }

  async #take(asked: Asked, untilMs: number): Promise<RawNodeScrape | null> {
    const waitMs = this.#isSlow ? 0 : untilMs - this.#clock.steadyMs();
    if (asked.answer === null && waitMs > 0) await within(this.#clock, waitMs, asked.done);
    asked.taken = true;
    return asked.answer ?? this.#takeLate();
  }

  #takeLate(): RawNodeScrape | null {
    const late = this.#late;
    this.#late = null;
    return late;
  }
}
