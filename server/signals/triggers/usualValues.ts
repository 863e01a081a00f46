/** What a figure usually is, kept scrape by scrape. Pure. */
import { quantile, sortedFinite } from '../../statistics/quantiles.ts';

/** Looked back on. */
const REACH_MS = 15 * 60_000;
/** Seen before anything is called usual, and values at least. */
const LEAST_MS = 120_000;
const LEAST_VALUES = 8;
/** Closer values add nothing. */
const SPACING_MS = 900;
/** Stretches of which each has its highest value, and how many of those may be rare. */
const STRETCH_MS = 30_000;
const RARE = 2;
/** With fewer stretches what is rare is not known. */
const LEAST_STRETCHES = 10;

/** `high`: reached again and again, such as by rules that are evaluated each minute: the third highest of 30 s each. */
export interface Usual { least: number; median: number; high: number }

export class UsualValues {
  private readonly values: { timeMs: number; value: number }[] = [];
  private sinceMs: number | null = null;

  add(timeMs: number, value: number): void {
    this.sinceMs ??= timeMs;
    const last = this.values.at(-1);
    if (last !== undefined && timeMs - last.timeMs < SPACING_MS) return;
    this.values.push({ timeMs, value });
    while ((this.values[0]?.timeMs ?? timeMs) < timeMs - REACH_MS) this.values.shift();
  }

  /** Removes the values of that moment and later: they do not count as usual after all. */
  dropFrom(timeMs: number): void {
    while ((this.values.at(-1)?.timeMs ?? -Infinity) >= timeMs) this.values.pop();
  }

  /** null: too little has been seen. */
  at(timeMs: number): Usual | null {
    if (this.sinceMs === null || timeMs - this.sinceMs < LEAST_MS || this.values.length < LEAST_VALUES) return null;
    const sorted = sortedFinite(this.values.map(({ value }) => value));
    const [least = null] = sorted;
    const median = quantile(sorted, 0.5);
    return least === null || median === null ? null : { least, median, high: this.high() };
  }

  private high(): number {
    const highest = new Map<number, number>();
    for (const { timeMs, value } of this.values) {
      const stretch = Math.floor(timeMs / STRETCH_MS);
      highest.set(stretch, Math.max(highest.get(stretch) ?? -Infinity, value));
    }
    const sorted = [...highest.values()].sort((a, b) => b - a);
    return sorted[sorted.length < LEAST_STRETCHES ? 0 : RARE] ?? NaN;
  }
}
