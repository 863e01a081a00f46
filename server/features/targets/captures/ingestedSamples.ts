/** Samples that a target ingested during a capture, from its counter in the scrapes around it. */

/** The counter and the start of its scrape, ms. */
export interface CounterReading { value: number; timeMs: number }

/**
 * Returns the counter at start and end of the capture, estimated from the last scrape before each and the rate between
 * the two; with only one scrape (a snapshot, or a capture shorter than the scrape interval) its value. null if the
 * target has no such counter, or the counter fell (a restart).
 */
export function ingestedDuring(
  before: CounterReading | null, after: CounterReading | null, startMs: number, endMs: number
): { start: number; end: number } | null {
  if (before === null || after === null || after.value < before.value) return null;
  const perMs = after.timeMs > before.timeMs ? (after.value - before.value) / (after.timeMs - before.timeMs) : 0;
  const at = ({ value, timeMs }: CounterReading, ms: number): number =>
    Math.round(value + perMs * Math.max(0, ms - timeMs));
  return { start: at(before, startMs), end: at(after, endMs) };
}
