/** How long workers may have waited at the end of a mark, which an execution trace counts as work. */
import { MARK_WAIT_SECONDS } from '../../../core/cpuLayers.ts';
import type { Stop } from './gcAccount.ts';

/** `gcMarkDone` of the runtime waits for all Ps up to so often. */
const WAITS_OF_MARK = 4;
/** A single pause that lost its core does not stand for all. */
const QUANTILE = 0.9;

/**
 * Per cycle, at most. Each of the waits needs every P to reach a safe point, as stopping the world does: where that
 * takes long, because threads lose their cores, so do they.
 */
export function markWaitSeconds(stops: readonly Pick<Stop, 'startNs' | 'endNs'>[]): number {
  const lengths = stops.map(({ startNs, endNs }) => endNs - startNs).sort((a, b) => a - b);
  const long = lengths[Math.ceil(QUANTILE * lengths.length) - 1] ?? 0;
  return Math.max(MARK_WAIT_SECONDS, (WAITS_OF_MARK * long) / 1e9);
}
