/** Estimates how long workers may have waited at the end of a mark, which an execution trace counts as work. */
import { MARK_WAIT_SECONDS } from '../../../core/cpuLayers.ts';
import type { Stop } from './gcAccount.ts';

/** Number of times that `gcMarkDone` of the runtime may wait for all Ps. */
export const WAITS_OF_MARK = 4;
/** A single pause that lost its core does not represent all. */
const QUANTILE = 0.9;

/**
 * Returns the maximum per cycle. Each wait needs every P to reach a safe point, like stopping the world: if that takes
 * long because threads lose their cores, so do the waits.
 */
export function markWaitSeconds(stops: readonly Pick<Stop, 'startNs' | 'endNs'>[]): number {
  const lengths = stops.map(({ startNs, endNs }) => endNs - startNs).sort((a, b) => a - b);
  const long = lengths[Math.ceil(QUANTILE * lengths.length) - 1] ?? 0;
  return Math.max(MARK_WAIT_SECONDS, (WAITS_OF_MARK * long) / 1e9);
}
