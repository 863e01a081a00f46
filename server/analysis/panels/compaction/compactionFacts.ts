import type { CompactionBlock, CompactionPanel, GcProfile, MergeActivity } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { BlockRange } from '../../signals/compaction/blockRange.ts';
import type { CacheSwing } from './cache/pageCache.ts';
import type { TimedCompaction } from './compactionMerge.ts';
import type { Clock, Prediction } from './compactionSchedule.ts';
import type { KeepingUpVerdict } from './compactionVerdicts.ts';
import type { Comparison } from './cost/compactionCost.ts';
import type { FoldedRate } from './fold.ts';

/** Results of the analysis before they are put into words; units are ms and those of the roles. */
export interface CompactionFacts {
  window: RoleWindow;
  compactions: TimedCompaction[];
  range: BlockRange | null;
  /** Time by which the target's clock is ahead of ours; `clock`, phases and folds are on the target's. */
  aheadMs: number;
  clock: Clock | null;
  next: Prediction | null;
  cpu: Comparison;
  diskWrite: Comparison;
  rss: Comparison;
  /** Costs per episode, in the order of `compactions`. */
  costs: CompactionCosts[];
  folded: FoldedRate | null;
  failed: number;
  delay: CompactionPanel['delay'];
  keepingUp: KeepingUpVerdict;
  merges: MergeActivity | null;
  blocks: CompactionBlock[];
  profiles: readonly GcProfile[];
}

/** Cost of one episode above the quiet time around it; null if unknown. */
export interface CompactionCosts extends CacheSwing {
  cpuCoreSeconds: number | null;
  bytesWritten: number | null;
  bytesRead: number | null;
  rssRiseBytes: number | null;
}
