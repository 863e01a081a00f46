/** How long to wait before the data worker is started again: longer each time for one that keeps dying. */
const FIRST_MS = 500;
const LONGEST_MS = 10_000;
/** A worker that ran this long before it ended does not keep dying. */
const STEADY_MS = 10 * 60_000;

export class RestartDelay {
  private nextMs = FIRST_MS;

  /** In ms, for one that ended `ranMs` after it was ready. */
  after(ranMs: number): number {
    const delayMs = ranMs >= STEADY_MS ? FIRST_MS : this.nextMs;
    this.nextMs = Math.min(2 * delayMs, LONGEST_MS);
    return delayMs;
  }
}
