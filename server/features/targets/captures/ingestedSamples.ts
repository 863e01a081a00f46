/** How many samples a target ingested while a capture ran, from its counter as the scrapes around it have it. */

/** The counter and when the scrape with it was asked for, ms. */
export interface CounterReading { value: number; timeMs: number }

/**
 * The counter at start and end of the capture, as near as the scrapes show: the last one before each, extrapolated at
 * the rate between them; with only one scrape (a snapshot, or a capture shorter than the scrape interval) its value.
 * null where the target has no such counter, and where it fell: a restart.
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
