/** Work time from which an answer counts as heavy. */
const FROM_SECONDS = 0.2;
/** A single heavy target gets a quarter of a thread, several together half of it. */
const MIN_WEIGHT = 3;
/** Cost of reading an answer besides parsing: system calls, decompression, copies, GC of dropped data. */
const READ_BYTES_PER_SECOND = 32 * 2 ** 20;
/** Mean delay of scrapes that doubles the rest: the machine has less than half of a thread available. */
const DOUBLING_LATE_MS = 50;
/** An answer below this size is normal: its rest skips at most one scrape, however busy the machine is. */
const NORMAL_BYTES = 2 ** 20;
/** Half-life of the mean delay. */
const LATE_HALF_LIFE_MS = 5000;

/** The targets that are heavy now, of all targets of the program, and the mean delay of scrapes. */
export class HeavyTargets {
  readonly #untilMs = new Map<object, number>();
  #meanLateMs = 0;
  #lateAtMs = -Infinity;

  /** Records the delay of a scrape of any target. */
  noteLate(lateMs: number, nowMs: number): void {
    const kept = nowMs < this.#lateAtMs ? 0 : 2 ** ((this.#lateAtMs - nowMs) / LATE_HALF_LIFE_MS);
    // Several at one moment count as their latest.
    this.#meanLateMs = kept === 1 ? Math.max(this.#meanLateMs, lateMs)
      : kept * this.#meanLateMs + (1 - kept) * Math.max(0, lateMs);
    this.#lateAtMs = nowMs;
  }

  /** Factor by which rests are longer than without delays; at least 1. */
  get slowdown(): number {
    return 1 + this.#meanLateMs / DOUBLING_LATE_MS;
  }

  /** Marks a target as heavy. `untilMs`: end of its rest; it counts for as long again, for its next answer. */
  note(target: object, nowMs: number, untilMs: number): void {
    this.#untilMs.set(target, untilMs + (untilMs - nowMs));
  }

  forget(target: object): void {
    this.#untilMs.delete(target);
  }

  count(nowMs: number): number {
    return [...this.#untilMs.values()].filter((untilMs) => untilMs > nowMs).length;
  }
}

/**
 * All targets share the threads that read and store answers. One whose answer took long rests for three times that
 * time, and for longer if others do too, so that all heavy targets together take at most half of a thread, and less
 * while scrapes are delayed; the pacer then lengthens its interval permanently. One with a small answer rests for one
 * interval at most: time added by a busy machine is not its own work.
 */
export class ScrapeBackoff {
  readonly #maxMs: number;
  readonly #intervalMs: () => number;
  readonly #heavy: HeavyTargets;
  #untilMs = 0;
  #said = '';

  /** `intervalMs`: returns the current interval of its scrapes. */
  constructor(maxMs: number, intervalMs: () => number, heavy = new HeavyTargets()) {
    this.#maxMs = maxMs;
    this.#intervalMs = intervalMs;
    this.#heavy = heavy;
  }

  /** Adds a scrape. `workSeconds`: CPU time of parsing and storing; `bytesRead`: of its answer, even a rejected one. */
  add(workSeconds: number, bytesRead: number, nowMs: number): void {
    const seconds = workSeconds + bytesRead / READ_BYTES_PER_SECOND;
    if (seconds < FROM_SECONDS) {
      this.#untilMs = 0;
      this.#heavy.forget(this);
      return;
    }
    this.#heavy.note(this, nowMs, nowMs);
    const weight = Math.max(MIN_WEIGHT, 2 * this.#heavy.count(nowMs - 1) - 1) * this.#heavy.slowdown;
    const maxMs = bytesRead < NORMAL_BYTES ? Math.min(this.#maxMs, this.#intervalMs()) : this.#maxMs;
    this.#untilMs = nowMs + Math.min(maxMs, 1000 * weight * seconds);
    this.#heavy.note(this, nowMs, this.#untilMs);
    const size = bytesRead < 2 ** 20 ? '' : ` (${Math.round(bytesRead / 2 ** 20)} MiB)`;
    this.#said = `Skipped: parsing and storing the previous scrape${size} took ${seconds.toFixed(1)} s of work; `
      + 'the other targets share the thread.';
  }

  /** Returns why a scrape is skipped; null if it is not. A clock set back ends the rest. */
  reason(nowMs: number): string | null {
    return nowMs >= this.#untilMs || this.#untilMs - nowMs > this.#maxMs ? null : this.#said;
  }
}
