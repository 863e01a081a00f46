import { sleepOn, type Cancel, type Clock } from '../../core/time/clock.ts';

const MAX_UNTIL_MS = 600_000;

interface Timer { dueMs: number; delayMs: number; everyMs: number | null; run: () => void }

/** For tests only: a clock that moves only when told to. */
export class ManualClock implements Clock {
  readonly background = this;
  /** Timers fire so long after they are due. */
  lateMs = 0;
  #steadyMs = 0;
  #epochMs: number;
  #timers: Timer[] = [];
  #armed = new Set<() => void>();

  constructor(nowMs = 1_800_000_000_000) {
    this.#epochMs = nowMs;
  }

  nowMs = (): number => this.#epochMs + this.#steadyMs;

  steadyMs = (): number => this.#steadyMs;

  after = (delayMs: number, run: () => void): Cancel => this.#arm(delayMs, null, run);

  every = (intervalMs: number, run: () => void): Cancel => this.#arm(intervalMs, intervalMs, run);

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => sleepOn(this.after, ms, signal);

  /** Runs what is due within `ms`, in order; before, between and after, promises settle. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#steadyMs + ms;
    await settled();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#steadyMs = Math.max(this.#steadyMs, next.dueMs + this.lateMs);
      if (next.everyMs === null) this.#timers = this.#timers.filter((timer) => timer !== next);
      else next.dueMs = this.#steadyMs + Math.max(1, next.everyMs);
      next.run();
      await settled();
    }
    this.#steadyMs = Math.max(this.#steadyMs, endMs);
  }

  /**
   * Advances in small steps until `holds`, with a turn for real I/O after each: time stands still while the machine
   * is busy elsewhere. Fails after ten minutes of the clock.
   */
  async until(holds: () => boolean, stepMs = 5): Promise<void> {
    const endMs = this.#steadyMs + MAX_UNTIL_MS;
    while (!holds()) {
      if (this.#steadyMs >= endMs) throw new Error(`Not within ten minutes of the clock: ${holds.toString()}`);
      await this.advance(stepMs);
      await new Promise((resolve) => { setTimeout(resolve, 1); });
    }
  }

  /** Passes time in which nothing runs, as when the machine is suspended. */
  suspend(ms: number): void {
    this.#steadyMs += ms;
  }

  /** Sets the time of day, as an administrator does; timers do not notice. */
  setNowMs(nowMs: number): void {
    this.#epochMs = nowMs - this.#steadyMs;
  }

  /** Delays of the timers that have not run, in the order in which they are due. */
  get pendingMs(): number[] {
    return this.#inOrder().map(({ delayMs }) => delayMs);
  }

  /** Resolves once a timer with this delay is pending. */
  async armed(delayMs: number): Promise<void> {
    while (!this.pendingMs.includes(delayMs)) await new Promise<void>((resolve) => { this.#armed.add(resolve); });
  }

  #arm(delayMs: number, everyMs: number | null, run: () => void): Cancel {
    const timer = { dueMs: this.#steadyMs + Math.max(0, delayMs), delayMs, everyMs, run };
    this.#timers.push(timer);
    for (const resolve of this.#armed) resolve();
    this.#armed.clear();
    return () => { this.#timers = this.#timers.filter((other) => other !== timer); };
  }

  #inOrder(): Timer[] {
    return this.#timers.toSorted((one, other) => one.dueMs - other.dueMs);
  }

  #next(endMs: number): Timer | undefined {
    return this.#inOrder().find(({ dueMs }) => dueMs + this.lateMs <= endMs);
  }
}

/** Resolves when every promise that can settle without time or I/O has. */
function settled(): Promise<void> {
  return new Promise((resolve) => { setImmediate(resolve); });
}
