/** Detects, while it runs, a compaction longer than those before it. Pure. */

/** Number of compactions compared with, and the minimum for a verdict. */
const KEPT = 10;
const LEAST = 3;
const LONGER = { ratio: 1.5, ms: 5000 };

export class CompactionRun {
  private readonly durationsMs: number[] = [];
  private sinceMs: number | null = null;
  private isReported = false;
  private wasIdle = false;

  /**
   * Returns how long it has been running, once per compaction, if that exceeds the longest of the last ten by half and
   * by 5 s; null otherwise, and until three of them were seen from start to end.
   */
  see(timeMs: number, isRunning: boolean): { ranMs: number; longestMs: number } | null {
    if (!isRunning) {
      if (this.sinceMs !== null) this.durationsMs.push(timeMs - this.sinceMs);
      if (this.durationsMs.length > KEPT) this.durationsMs.shift();
      this.sinceMs = null;
      this.wasIdle = true;
      return null;
    }
    // A compaction already running at the first scrape has an unknown duration.
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
