/** Keeps the usual value of a figure, updated by each scrape. Pure. */
import { quantile } from '../../../../core/statistics/quantiles.ts';

/** Length of history. */
const REACH_MS = 15 * 60_000;
/** Minimum history and minimum number of values for a usual value. */
const MIN_MS = 120_000;
const MIN_VALUES = 8;
/** Skips values closer than this to the previous one. */
const SPACING_MS = 900;
/** Each stretch contributes its highest value; the highest `RARE` of those are ignored. */
const STRETCH_MS = 30_000;
const RARE = 2;
/** Ignores none with fewer stretches. */
const MIN_STRETCHES = 10;

/** `high` is reached repeatedly, as by rules evaluated each minute: the third highest of the maxima of 30 s. */
export interface Usual { least: number; median: number; high: number }

/** Buffer shared by all calls for sorted values, because many targets ask once a second and none keeps them. */
let scratch = new Float64Array(1024);

/** Keeps values in columns, 16 bytes each, because every target has some for each rule. */
export class UsualValues {
  private times = new Float64Array(64);
  private values = new Float64Array(64);
  /** Index of the first value, and of the next one to add. */
  private begin = 0;
  private end = 0;
  private sinceMs: number | null = null;

  add(timeMs: number, value: number): void {
    this.sinceMs ??= timeMs;
    if (this.end > this.begin && timeMs - this.timeAt(this.end - 1) < SPACING_MS) return;
    if (this.end === this.times.length) this.makeRoom();
    this.times[this.end] = timeMs;
    this.values[this.end] = value;
    this.end += 1;
    while (this.timeAt(this.begin) < timeMs - REACH_MS) this.begin += 1;
  }

  /** Removes the values of that moment and later, which do not count as usual after all. */
  dropFrom(timeMs: number): void {
    while (this.end > this.begin && this.timeAt(this.end - 1) >= timeMs) this.end -= 1;
  }

  /** Returns null if the history is too short. */
  at(timeMs: number): Usual | null {
    if (this.sinceMs === null || timeMs - this.sinceMs < MIN_MS || this.end - this.begin < MIN_VALUES) return null;
    const sorted = this.sorted();
    const [least = null] = sorted;
    const median = quantile(sorted, 0.5);
    return least === null || median === null ? null : { least, median, high: this.high() };
  }

  /** Returns the finite values sorted; valid until the next call. */
  private sorted(): Float64Array {
    if (scratch.length < this.end - this.begin) scratch = new Float64Array(2 * (this.end - this.begin));
    let length = 0;
    for (let at = this.begin; at < this.end; at++) {
      const value = this.values[at] ?? NaN;
      if (Number.isFinite(value)) scratch[length++] = value;
    }
    return scratch.subarray(0, length).sort();
  }

  private high(): number {
    const highest: number[] = [];
    let stretch = NaN;
    for (let at = this.begin; at < this.end; at++) {
      const value = this.values[at] ?? NaN;
      if (!Number.isFinite(value)) continue;
      const own = Math.floor(this.timeAt(at) / STRETCH_MS);
      if (own === stretch) highest[highest.length - 1] = Math.max(highest.at(-1) ?? -Infinity, value);
      else highest.push(value);
      stretch = own;
    }
    highest.sort((a, b) => b - a);
    return highest[highest.length < MIN_STRETCHES ? 0 : RARE] ?? NaN;
  }

  private timeAt(at: number): number {
    return this.times[at] ?? NaN;
  }

  private makeRoom(): void {
    const capacity = this.begin >= this.times.length / 4 ? this.times.length : 2 * this.times.length;
    const moved = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity);
      to.set(from.subarray(this.begin, this.end));
      return to;
    };
    this.times = moved(this.times);
    this.values = moved(this.values);
    this.end -= this.begin;
    this.begin = 0;
  }
}
