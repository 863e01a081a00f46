const FROM_SECONDS = 0.3;
const WEIGHT = 3;

/**
 * All targets share the thread that reads and keeps answers. One whose answer took long is left alone for three times
 * that time, so that it takes at most a quarter of it and the others are recorded; the pacer then asks it less often
 * for good.
 */
export class WorkRest {
  readonly #maxMs: number;
  #untilMs = 0;
  #workSeconds = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  add(workSeconds: number, nowMs: number): void {
    this.#workSeconds = workSeconds;
    this.#untilMs = workSeconds < FROM_SECONDS ? 0 : nowMs + Math.min(this.#maxMs, 1000 * WEIGHT * workSeconds);
  }

  /** Why a tick is left out; null when it is not. A clock set back ends the rest. */
  reason(nowMs: number): string | null {
    if (nowMs >= this.#untilMs || this.#untilMs - nowMs > this.#maxMs) return null;
    const took = `${this.#workSeconds.toFixed(1)} s`;
    return `Left out: keeping the last answer took ${took}, and other targets are to be recorded too.`;
  }
}
