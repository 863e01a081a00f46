/** Minimum durations for the verdict "too slow", and how many it considers. */
const MIN_DURATIONS = 10;
const MAX_DURATIONS = 20;
/** Quick answers in a row that shorten the interval again: at 15 s, considering more would take minutes. */
const QUICK_DURATIONS = 5;
/** Answering takes more than half of the time: lengthen the interval. */
const LENGTHEN_RATIO = 0.5;
/**
 * Answering would take less than a quarter of the time at the shorter interval: shorten it. Half the threshold above,
 * so that the interval does not oscillate.
 */
const SHORTEN_RATIO = 0.25;

/**
 * Chooses the interval of a target's requests from the durations of its answers. If the 90th percentile of the
 * durations since the last change (at most 20, at least 10) exceeds half the interval, it doubles, up to `maxMs`; after
 * five answers in a row that would be quick at the previous interval, it returns to that, never below the configured
 * one. A timed-out try counts with its full duration.
 */
export class IntervalPacer {
  readonly #askedMs: number;
  readonly #maxMs: number;
  #doublings = 0;
  #durationsMs: number[] = [];

  constructor(askedMs: number, maxMs: number) {
    this.#askedMs = askedMs;
    this.#maxMs = Math.max(askedMs, maxMs);
  }

  get intervalMs(): number {
    return this.#at(this.#doublings);
  }

  add(durationMs: number): void {
    this.#durationsMs.push(durationMs);
    if (this.#durationsMs.length > MAX_DURATIONS) this.#durationsMs.shift();
    const last = this.#durationsMs.slice(-QUICK_DURATIONS);
    if (
      this.#doublings > 0 && last.length === QUICK_DURATIONS
        && Math.max(...last) < SHORTEN_RATIO * this.#at(this.#doublings - 1)
    ) {
      this.#change(this.#doublings - 1);
      return;
    }
    if (this.#durationsMs.length < MIN_DURATIONS) return;
    const sorted = [...this.#durationsMs].sort((a, b) => a - b);
    const p90 = sorted[Math.ceil(0.9 * sorted.length) - 1] ?? 0;
    if (p90 > LENGTHEN_RATIO * this.intervalMs && this.intervalMs < this.#maxMs) this.#change(this.#doublings + 1);
  }

  /** Returns to the configured interval; slow answers before a restart say nothing about the new process. */
  reset(): void {
    this.#change(0);
  }

  #at(doublings: number): number {
    return Math.min(this.#askedMs * 2 ** doublings, this.#maxMs);
  }

  #change(doublings: number): void {
    this.#doublings = doublings;
    this.#durationsMs = [];
  }
}
