import { recordedNames } from '../../metrics/roles.ts';
import { START_STEPS } from '../../metrics/startSteps.ts';
import { startStepOf, type SeenStep } from './startStep.ts';

const PATH = '/debug/pprof/goroutine?debug=1';
/** A Prometheus that starts has some dozens of goroutines, and lists them in 20 KiB. */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Once a second: a tick may come a little early. */
const EACH_MS = 900;
/** After a request that failed; after a slow one as long as it took. */
const REST_MS = 2000;
/** An older answer says nothing about the current scrape. */
const FRESH_MS = 2500;

/** What it needs of the client of a target. */
interface Client {
  get(
    request: { path: string; timeoutMs: number; maxBytes: number }
  ): Promise<{ ok: true; value: { status: number; body: Uint8Array } } | { ok: false }>;
}

interface HeardStep {
  sentMs: number;
  timeMs: number;
  seen: SeenStep;
  /** Since when, between two answers; null where nothing was heard before. */
  sinceMs: number | null;
}

/**
 * Asks a target that starts, once a second, which step of its start it is at; never two requests at once. What it
 * hears goes into the series that are recorded with the scrapes.
 */
export class StartStepPoller {
  readonly #options: { client: Client; timeoutMs: number; now: () => number; enabled: boolean };
  #asking: Promise<void> | null = null;
  #dueMs = Number.NEGATIVE_INFINITY;
  #heard: HeardStep | null = null;
  #absent = false;

  constructor(options: { client: Client; timeoutMs: number; now: () => number; enabled: boolean }) {
    this.#options = options;
  }

  /** Called between ticks while the target starts, except where the cursor says what it does. */
  tick(): void {
    const nowMs = this.#options.now();
    if (!this.#options.enabled || this.#absent || this.#asking !== null || nowMs < this.#dueMs) return;
    this.#dueMs = nowMs + EACH_MS;
    this.#asking = this.#ask(nowMs).finally(() => { this.#asking = null; });
  }

  /** The process ended: its answers, and whether it has such a page, are void. */
  forget(): void {
    this.#heard = null;
    this.#absent = false;
    this.#dueMs = Number.NEGATIVE_INFINITY;
  }

  /** The series to record with a scrape that ends now: what was heard in the last 2.5 s. */
  extras(): Record<string, number> {
    const heard = this.#heard;
    if (heard === null || this.#options.now() - heard.timeMs > FRESH_MS) return {};
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
    const answer = await client.get({ path: PATH, timeoutMs, maxBytes: MAX_ANSWER_BYTES });
    const timeMs = now();
    this.#dueMs = answer.ok ? Math.max(sentMs + EACH_MS, 2 * timeMs - sentMs) : timeMs + REST_MS;
    if (!answer.ok) return;
    const seen = answer.value.status === 200 ? startStepOf(Buffer.from(answer.value.body).toString('latin1')) : null;
    // 400, 403 and 404 are for good; a 5xx of an overloaded server is not.
    if (answer.value.status >= 400 && answer.value.status < 500) this.#absent = true;
    if (seen === null) return;
    const before = this.#heard;
    const same = before !== null && before.seen.step === seen.step && before.seen.site === seen.site;
    const sinceMs = before === null ? null : same ? before.sinceMs : (before.sentMs + timeMs) / 2;
    this.#heard = { sentMs, timeMs, seen, sinceMs };
  }
}
