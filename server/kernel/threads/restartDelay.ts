/** Delay before the data worker is restarted: doubles for a worker that keeps crashing. */
const FIRST_MS = 500;
const LONGEST_MS = 10_000;
/** A worker that ran this long before it ended does not count as crashing repeatedly. */
const STEADY_MS = 10 * 60_000;

export class RestartDelay {
  private nextMs = FIRST_MS;

  /** Returns the delay in ms for a worker that ended `ranMs` after it was ready. */
  after(ranMs: number): number {
    const delayMs = ranMs >= STEADY_MS ? FIRST_MS : this.nextMs;
    this.nextMs = Math.min(2 * delayMs, LONGEST_MS);
    return delayMs;
  }
}
