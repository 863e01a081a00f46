/** Counts events by time when neither their range nor their order is known. Pure. */

const FIRST_WIDTH_MS = 1000;
const MAX_BINS = 480;

/** Bins of one width on the UNIX clock; they are joined in pairs whenever there are too many. */
export class TimeBins {
  private bins = new Map<number, number>();
  private width = FIRST_WIDTH_MS;

  add(ms: number): void {
    this.put(Math.floor(ms / this.width), 1);
    while (this.bins.size > MAX_BINS) this.widen();
  }

  /**
   * Returns the counts of `steps` bins of `widthMs` (a second times a power of two) from `startMs` on, a multiple of
   * that. No bin is lost as long as the range holds all events and has at most as many bins.
   */
  counts(startMs: number, widthMs: number, steps: number): number[] {
    while (this.width < widthMs) this.widen();
    const first = Math.floor(startMs / this.width);
    return Array.from({ length: steps }, (_, step) => this.bins.get(first + step) ?? 0);
  }

  private widen(): void {
    const narrow = this.bins;
    this.bins = new Map();
    this.width *= 2;
    for (const [bin, count] of narrow) this.put(Math.floor(bin / 2), count);
  }

  private put(bin: number, count: number): void {
    this.bins.set(bin, (this.bins.get(bin) ?? 0) + count);
  }
}

/** Returns the narrowest width with which a range has at most `maxSteps` bins, where they begin, and their number. */
export function stepsOf(
  firstMs: number, lastMs: number, maxSteps: number
): { startMs: number; widthMs: number; steps: number } {
  let widthMs = FIRST_WIDTH_MS;
  const stepsAt = (width: number): number => Math.floor(lastMs / width) - Math.floor(firstMs / width) + 1;
  while (stepsAt(widthMs) > maxSteps) widthMs *= 2;
  return { startMs: Math.floor(firstMs / widthMs) * widthMs, widthMs, steps: stepsAt(widthMs) };
}
