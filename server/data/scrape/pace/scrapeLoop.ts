import type { Cancel, Clock } from '../../../../core/time/clock.ts';

export interface ScrapeLoopOptions {
  clock: Pick<Clock, 'nowMs' | 'after'>;
  /** Position of a tick in its interval, 0 to 1; default 0, at its multiples. */
  phase?: number;
  /** Read again before each tick, so that it may change while the loop runs. */
  intervalMs: () => number;
  /** Runs one try, from sending to recording. Must not reject. */
  scrape: () => Promise<void>;
  /** Called for a tick that finds the try of `runningSinceMs` still running. */
  skip: (dueMs: number, runningSinceMs: number) => void;
  /** Called at each tick with its delay after the due time; below 0 where a timer was early. */
  onTick?: (lateMs: number) => void;
}

/**
 * Phases are multiples of this, or of a tenth of the interval: waking up this process, its threads and the network
 * costs more than a scrape itself, and targets of one step share it. 50 targets at 1 s take 0.7 of the CPU they take
 * without steps (bench/server/manyTargets).
 */
const SLOT_MS = 100;

/**
 * Calls `scrape` on a fixed grid: at multiples of the interval on the UNIX clock, plus its phase, so there is no drift
 * however long a try takes. Never two tries at once: a tick that finds one running is reported to `skip` instead. Ticks
 * missed while this process does not run (suspended, blocked) are not repeated.
 */
export class ScrapeLoop {
  readonly #options: ScrapeLoopOptions;
  #cancelTimer: Cancel | null = null;
  #running: { sinceMs: number; done: Promise<void> } | null = null;

  constructor(options: ScrapeLoopOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#cancelTimer === null) this.#armNext();
  }

  /** Stops all ticks; resolves when the running try has ended. */
  async stop(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    await this.#running?.done;
  }

  #armNext(): void {
    const intervalMs = this.#options.intervalMs();
    const slotMs = Math.max(1, Math.min(SLOT_MS, Math.floor(intervalMs / 10)));
    const offsetMs = Math.floor((this.#options.phase ?? 0) * intervalMs / slotMs) * slotMs;
    const passed = Math.floor((this.#options.clock.nowMs() - offsetMs) / intervalMs);
    this.#arm((passed + 1) * intervalMs + offsetMs, intervalMs);
  }

  #arm(dueMs: number, intervalMs: number): void {
    const delayMs = Math.max(0, dueMs - this.#options.clock.nowMs());
    this.#cancelTimer = this.#options.clock.after(delayMs, () => { this.#fire(dueMs, intervalMs); });
  }

  #fire(dueMs: number, intervalMs: number): void {
    const earlyMs = dueMs - this.#options.clock.nowMs();
    // A timer may fire a little early, which must not give one tick twice; more than that is a clock set back.
    if (earlyMs > 0 && earlyMs <= Math.min(50, intervalMs / 2)) {
      this.#arm(dueMs, intervalMs);
      return;
    }
    this.#options.onTick?.(-earlyMs);
    this.#tick();
    this.#armNext();
  }

  #tick(): void {
    const nowMs = this.#options.clock.nowMs();
    if (this.#running !== null) {
      this.#options.skip(nowMs, this.#running.sinceMs);
      return;
    }
    const done = this.#options.scrape().finally(() => { this.#running = null; });
    this.#running = { sinceMs: nowMs, done };
  }
}
