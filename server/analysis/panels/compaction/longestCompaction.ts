/** Computes how long a profile of the next head compaction has to run. Pure. */
import type { Compaction } from '../../../../core/contract/contract.ts';

type Lasted = Pick<Compaction, 'durationSeconds' | 'running' | 'kind'>;

/**
 * Returns the longest head compaction: a profile that ends before its compaction misses what made it long, one that
 * runs on after it has quiet seconds. An upper bound, by scrapes: each is between two. null: none was seen to its end.
 */
export function longestCompactionSeconds(compactions: readonly Lasted[]): number | null {
  const lasted = compactions.map(lastedSeconds).filter((seconds) => seconds > 0);
  return lasted.length === 0 ? null : Math.max(...lasted);
}

function lastedSeconds({ durationSeconds, running, kind }: Lasted): number {
  return running || kind === 'merge' ? 0 : durationSeconds ?? 0;
}
