/** The time that the samples of `perf script` cover. */

/** perf counts from the boot of a machine: a larger time, as of a lost one (2^64 ns), is none. */
const MAX_SECONDS = 1e10;

export class PerfSpan {
  private first = Infinity;
  private last = -Infinity;
  private longest = 0;
  private clock = 0;
  private readonly processors = new Set<string>();

  /** `period`: nanoseconds of CPU that the sample stands for; null for another event. */
  add({ time, processor }: { time: string; processor: string | null }, period: number | null): void {
    const seconds = Number(time);
    if (processor !== null) this.processors.add(processor);
    this.clock += period ?? 0;
    this.longest = Math.max(this.longest, period ?? 0);
    if (seconds > MAX_SECONDS) return;
    this.first = Math.min(this.first, seconds);
    this.last = Math.max(this.last, seconds);
  }

  /**
   * Returns the time from the first sample to the last one, and the period that the first one stands for; 0 if it is
   * unknown, or if more CPU than the processors seen would have been used in it.
   */
  durationNanos(): bigint {
    if (!(this.last > this.first)) return 0n;
    const nanos = Math.round((this.last - this.first) * 1e9) + this.longest;
    const isPossible = this.processors.size === 0 || this.clock <= nanos * this.processors.size;
    return isPossible ? BigInt(Math.round(nanos)) : 0n;
  }
}
