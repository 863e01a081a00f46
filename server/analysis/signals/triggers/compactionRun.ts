/** Notices a compaction that runs longer than those before it, while it runs. Pure. */

/** Looked back on, and needed before one is called long. */
const KEPT = 10;
const LEAST = 3;
const LONGER = { ratio: 1.5, ms: 5000 };

export class CompactionRun {
  private readonly durationsMs: number[] = [];
  private sinceMs: number | null = null;
  private isReported = false;
  private wasIdle = false;

  /**
   * How long it has been running, once per compaction, when that is half more, and 5 s more, than the longest of the
   * last ten; null otherwise, and before three of them were seen from start to end.
   */
  see(timeMs: number, isRunning: boolean): { ranMs: number; longestMs: number } | null {
    if (!isRunning) {
      if (this.sinceMs !== null) this.durationsMs.push(timeMs - this.sinceMs);
      if (this.durationsMs.length > KEPT) this.durationsMs.shift();
      this.sinceMs = null;
      this.wasIdle = true;
      return null;
    }
    // How long one has run that was running at the first look is not known.
    if (!this.wasIdle) return null;
    if (this.sinceMs === null) {
      this.sinceMs = timeMs;
      this.isReported = false;
    }
    const ranMs = timeMs - this.sinceMs;
    const longestMs = Math.max(...this.durationsMs);
    const isLong = this.durationsMs.length >= LEAST
      && ranMs > Math.max(LONGER.ratio * longestMs, longestMs + LONGER.ms);
    if (!isLong || this.isReported) return null;
    this.isReported = true;
    return { ranMs, longestMs };
  }
}
