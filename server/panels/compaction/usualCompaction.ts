/** How long a profile of the next head compaction has to run. Pure. */
import type { Compaction } from '../../../core/contract/contract.ts';
import { quantile } from '../../statistics/quantiles.ts';

/** Of those seen: one that took long, as on a busy machine, must not make the next profiles mostly quiet. */
const QUANTILE = 0.75;

type Lasted = Pick<Compaction, 'durationSeconds' | 'running' | 'kind'>;

/**
 * The upper quartile of head compactions, oldest first, and at least as long as the last: they may have become slower.
 * At most, by scrapes: each lies between two. null: none was seen to its end.
 */
export function usualCompactionSeconds(compactions: readonly Lasted[]): number | null {
  const lasted = compactions.map(lastedSeconds).filter((seconds) => seconds > 0);
  const upper = quantile(lasted.toSorted((a, b) => a - b), QUANTILE);
  return upper === null ? null : Math.max(upper, lasted.at(-1) ?? 0);
}

function lastedSeconds({ durationSeconds, running, kind }: Lasted): number {
  return running || kind === 'merge' ? 0 : durationSeconds ?? 0;
}
