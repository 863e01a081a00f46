/** How many durations the verdict "too slow" needs, and how many it looks back on. */
const MIN_DURATIONS = 10;
const MAX_DURATIONS = 20;
/** So many quick answers in a row, and it is asked more often again: at 15 s a long look back would take minutes. */
const QUICK_DURATIONS = 5;
/** Busier than half of the time with answering: ask less often. */
const LENGTHEN_RATIO = 0.5;
/**
 * Would be busy less than a quarter of the time at the shorter interval: ask more often. Half the bar above, so that it
 * does not swing.
 */
const SHORTEN_RATIO = 0.25;

/**
 * Chooses how often a target is asked from how long its answers take.
 * The 90th percentile of the durations since the last change (at most 20, at least 10) against the interval:
 * above half of it the interval doubles, up to `maxMs`; after five answers in a row that would be quick at the
 * interval before, it goes back to that, never below what was asked for. A timed-out try counts with its full duration.
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

  /** Back to the interval asked for; slow answers before a restart say nothing about the new process. */
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
