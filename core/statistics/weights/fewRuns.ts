/**
 * Weighs a difference of few runs by its size against their spread: a rank test of two or three runs per side cannot
 * become significant, however far apart the sides are.
 */

import { formatNumber } from '../../text/format.ts';

/** The mean or median of a side, and the standard deviation of its runs. */
interface FewRuns { center: number; deviation: number }

/** `clear`: far beyond the spread of the runs; `likely`: beyond it; `open`: within it. None of them is a test. */
export type Weight = 'clear' | 'likely' | 'open';

/** Smallest relative deviation that is assumed: few runs may be alike by chance or by rounding. */
const MIN_DEVIATION = 0.01;
/** Joint deviations between the sides, and relative change, from which a difference is clear. */
const CLEAR = 10;
const CLEAR_CHANGE = 0.1;
/** Joint deviations from which it is likely. */
const LIKELY = 3;

const isTooAlike = ({ center, deviation }: FewRuns): boolean => deviation < MIN_DEVIATION * center;

/** Returns the distance of two sides in joint standard deviations; 0 unless both are above 0. */
export function distanceOf(one: FewRuns, other: FewRuns): number {
  if (!(one.center > 0) || !(other.center > 0)) return 0;
  const [first, second] = [one, other].map(({ center, deviation }) => Math.max(deviation, MIN_DEVIATION * center));
  return Math.abs(one.center - other.center) / Math.hypot(first ?? 0, second ?? 0);
}

/**
 * Returns `63 times the standard deviation of the runs`, that of both sides jointly; `at least` if a larger deviation
 * than that of the runs is assumed.
 */
export function distanceWords(one: FewRuns, other: FewRuns): string {
  const distance = distanceOf(one, other);
  return `${isTooAlike(one) || isTooAlike(other) ? `at least ${formatNumber(Math.floor(distance))}`
    : formatNumber(Math.round(distance))} times the standard deviation of the runs`;
}

export function weightOf(one: FewRuns, other: FewRuns): Weight {
  const distance = distanceOf(one, other);
  const change = Math.abs(one.center - other.center) / Math.min(one.center, other.center);
  if (distance >= CLEAR && change >= CLEAR_CHANGE) return 'clear';
  return distance >= LIKELY ? 'likely' : 'open';
}

/** Returns the standard deviation of runs; 0 of fewer than two. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
