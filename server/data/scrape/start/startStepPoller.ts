import { recordedNames } from '../../metrics/roles.ts';
import { START_STEPS } from '../../metrics/startSteps.ts';
import { startStepOf, type SeenStep } from './startStep.ts';

const PATH = '/debug/pprof/goroutine?debug=1';
/** A starting Prometheus has a few dozen goroutines, and lists them in 20 KiB. */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Intervals: once a second, twice at the end of the segments (head GC is short); a tick may come a little early. */
const EACH_MS = 900;
const CLOSE_MS = 450;
/** Pause after a failed request; after a slow one, its duration. */
const REST_MS = 2000;
/** Transient statuses: request timeout and too many requests. */
const PASSING: readonly number[] = [408, 429];
/** Maximum age of an answer that is recorded with the current scrape. */
const FRESH_MS = 2500;
/** Maximum steps that wait for the next scrapes; a start has seven. */
const MAX_WAITING = 8;

/** Methods used of a target's client. */
interface Client {
  get(
    request: { path: string; timeoutMs: number; maxBytes: number }
  ): Promise<{ ok: true; value: { status: number; body: Uint8Array } } | { ok: false }>;
}

interface HeardStep {
  sentMs: number;
  timeMs: number;
  seen: SeenStep;
  /** Start of the step, between two answers; null without an earlier answer. */
  sinceMs: number | null;
}

/**
 * Polls a starting target, once or twice a second, for the current step of its start; never two requests at once.
 * Answers are recorded as series with the scrapes.
 */
export class StartStepPoller {
  readonly #options: { client: Client; timeoutMs: number; now: () => number; enabled: boolean };
  #asking: Promise<void> | null = null;
  #dueMs = Number.NEGATIVE_INFINITY;
  #closeMs = Number.NEGATIVE_INFINITY;
  #heard: HeardStep | null = null;
  /** Steps that no scrape has recorded yet, ascending. */
  #waiting: HeardStep[] = [];
  #absent = false;
  /** Incremented when answers are forgotten, so that answers to earlier requests are ignored. */
  #life = 0;

  constructor(options: { client: Client; timeoutMs: number; now: () => number; enabled: boolean }) {
    this.#options = options;
  }

  /** Sends a request if due; called between ticks during startup, except while the replay cursor shows the step. */
  tick(isClose = false): void {
    const nowMs = this.#options.now();
    if (isClose) this.#dueMs = Math.min(this.#dueMs, this.#closeMs);
    if (!this.#options.enabled || this.#absent || this.#asking !== null || nowMs < this.#dueMs) return;
    this.#dueMs = nowMs + EACH_MS;
    this.#closeMs = nowMs + CLOSE_MS;
    this.#asking = this.#ask(nowMs).finally(() => { this.#asking = null; });
  }

  /** Discards all answers, including a pending one, and whether it has such a page: the process or its start ended. */
  forget(): void {
    this.end();
    this.#heard = null;
    this.#waiting = [];
  }

  /** Ends the start like `forget`, but the scrape that detects its end may still record answers from it. */
  end(): void {
    this.#life++;
    this.#absent = false;
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns the series to record with a scrape that ends now, from answers of the last 2.5 s. Of several steps since
   * the previous scrape, the first: each gets a scrape, so that a short one is not lost.
   */
  extras(): Record<string, number> {
    const oldestMs = this.#options.now() - FRESH_MS;
    this.#waiting = this.#waiting.filter(({ timeMs }) => timeMs >= oldestMs);
    const heard = this.#waiting.shift() ?? this.#heard;
    if (heard === null || heard.timeMs < oldestMs) return {};
    const { seen: { step, site }, sinceMs } = heard;
    return {
      [recordedNames.startStep]: START_STEPS.indexOf(step),
      ...(site === null ? {} : { [recordedNames.startStepSite]: site }),
      ...(sinceMs === null ? {} : { [recordedNames.startStepTime]: sinceMs / 1000 }),
    };
  }

  /** Resolves when no request is running. */
  async idle(): Promise<void> {
    await this.#asking;
  }

  async #ask(sentMs: number): Promise<void> {
    const { client, timeoutMs, now } = this.#options;
    const life = this.#life;
    const answer = await client.get({ path: PATH, timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    const timeMs = now();
    if (life !== this.#life) return;
    const tookMs = timeMs - sentMs;
    const restMs = !answer.ok ? REST_MS : tookMs > CLOSE_MS ? tookMs : 0;
    this.#dueMs = Math.max(sentMs + EACH_MS, timeMs + restMs);
    this.#closeMs = Math.max(sentMs + CLOSE_MS, timeMs + restMs);
    if (!answer.ok) return;
    const seen = answer.value.status === 200 ? startStepOf(Buffer.from(answer.value.body).toString('latin1')) : null;
    // 400, 403 and 404 are permanent; a 429 or a 5xx of an overloaded server is not.
    const { status } = answer.value;
    if (status >= 400 && status < 500 && !PASSING.includes(status)) this.#absent = true;
    if (seen === null) return;
    const before = this.#heard;
    const same = before !== null && before.seen.step === seen.step && before.seen.site === seen.site;
    const sinceMs = before === null ? null : same ? before.sinceMs : (before.sentMs + timeMs) / 2;
    const isWaiting = same && this.#waiting.at(-1) === before;
    this.#heard = { sentMs, timeMs, seen, sinceMs };
    if (isWaiting) this.#waiting.pop();
    if (isWaiting || !same) this.#waiting = [...this.#waiting, this.#heard].slice(-MAX_WAITING);
  }
}
