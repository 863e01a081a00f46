/** Keeps the scrapes of the last minutes, to report which are missing after the data worker was restarted. */
import { formatDateTime } from '../../../../core/text/format.ts';

/** Scrapes kept per target; older ones are on disk, or storage had stopped and reported it. */
const MAX_SCRAPES = 600;

export class RecentScrapes {
  private readonly byTarget = new Map<string, number[]>();
  private readonly gone: number[] = [];

  /** Adds an acknowledged scrape; it is on disk a moment later. */
  recorded(target: string, startMs: number): void {
    const starts = this.byTarget.get(target) ?? [];
    starts.push(startMs);
    if (starts.length > MAX_SCRAPES) starts.shift();
    this.byTarget.set(target, starts);
  }

  /** Adds a scrape that could not be recorded. */
  lost(startMs: number): void {
    this.gone.push(startMs);
    if (this.gone.length > MAX_SCRAPES) this.gone.shift();
  }

  /** Describes what is missing, given the time of each target's last stored scrape; then clears the lists. */
  missing(lastMsByTarget: ReadonlyMap<string, number | null>): string {
    const missing = this.gone.splice(0);
    for (const [target, starts] of this.byTarget) {
      const lastMs = lastMsByTarget.get(target) ?? -Infinity;
      missing.push(...starts.filter((startMs) => startMs > lastMs));
    }
    this.byTarget.clear();
    if (missing.length === 0) return 'no scrape is missing';
    const [first, last] = [Math.min(...missing), Math.max(...missing)].map((ms) => formatDateTime(ms / 1000, 'utc'));
    return `${missing.length} scrapes from ${first} to ${last} UTC are missing`;
  }
}
