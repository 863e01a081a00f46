/** Tracks whether a server is or was quiet: no compaction, CPU near its usual level. Pure. */
import type { ScrapeFigures } from '../../../data/metrics/scrapeFigures.ts';

/** Length of history: a capture and the time before it. */
const KEPT_MS = 5 * 60_000;
/** Default of `quietMs`. */
const QUIET_MS = 30_000;
/** Limits above the median, as a share and in cores: for a single value, and for the mean. */
const VALUE = { ratio: 0.5, cores: 0.25 };
const MEAN = { ratio: 0.25, cores: 0.1 };

interface Seen { timeMs: number; cores: number; compactions: number | null; isCompacting: boolean }

export class QuietWatch {
  private seen: Seen[] = [];
  private median: number | null = null;
  private sinceMs: number | null = null;

  /** `quietMs`: how long it must be quiet before a profile of it starts. */
  constructor(private readonly quietMs = QUIET_MS) {}

  /** Adds a scrape. `cpu` is `Triggers.cpu` of the same reading; null if unknown or of another process. */
  see(timeMs: number, figures: ScrapeFigures, cpu: { cores: number; median: number } | null): void {
    if (cpu === null) {
      this.seen = [];
      this.median = this.sinceMs = null;
      return;
    }
    this.sinceMs ??= timeMs;
    this.median = cpu.median;
    this.seen.push({
      timeMs, cores: cpu.cores, compactions: figures.compactions ?? null,
      isCompacting: (figures.compactionRunning ?? 0) > 0,
    });
    while ((this.seen[0]?.timeMs ?? timeMs) < timeMs - KEPT_MS) this.seen.shift();
  }

  isQuiet(nowMs: number): boolean {
    return this.sinceMs !== null && nowMs - this.sinceMs >= this.quietMs
      && this.wasQuiet(nowMs - this.quietMs, nowMs);
  }

  /** Reports whether it was quiet; false with fewer than three scrapes in the span. */
  wasQuiet(startMs: number, endMs: number): boolean {
    const { median } = this;
    const inside = this.inside(startMs, endMs);
    const [first] = inside;
    const mean = this.mean(startMs, endMs);
    if (median === null || mean === null || first === undefined || inside.length < 3) return false;
    const isCalm = inside.every(({ cores, isCompacting, compactions }) =>
      !isCompacting && compactions === first.compactions
        && cores <= median + Math.max(VALUE.cores, VALUE.ratio * median));
    return isCalm && mean <= median + Math.max(MEAN.cores, MEAN.ratio * median);
  }

  /** Reports whether a compaction ran or ended. */
  metCompaction(startMs: number, endMs: number): boolean {
    const inside = this.inside(startMs, endMs);
    return inside.some(({ isCompacting, compactions }) => isCompacting || compactions !== inside[0]?.compactions);
  }

  /** Returns the mean cores; null without a scrape in the span. */
  mean(startMs: number, endMs: number): number | null {
    const inside = this.inside(startMs, endMs);
    return inside.length === 0 ? null : inside.reduce((sum, { cores }) => sum + cores, 0) / inside.length;
  }

  private inside(startMs: number, endMs: number): Seen[] {
    return this.seen.filter(({ timeMs }) => timeMs >= startMs && timeMs <= endMs);
  }
}
