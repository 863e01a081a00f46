/** Converts an episode of compaction to the contract's words and units. */
import type { Compaction, CompactionPanel, CompactionStep } from '../../../../core/contract/contract.ts';
import type { CompactionRun } from '../../../../core/contract/facts.ts';
import type { BlockRange } from '../../signals/compaction/blockRange.ts';
import { likelyStartMs } from '../../signals/compaction/compactionIntervals.ts';
import { phaseOf } from '../../../../core/statistics/circular.ts';
import { NO_SWING } from './cache/pageCache.ts';
import type { CompactionCosts, CompactionFacts } from './compactionFacts.ts';
import type { TimedCompaction } from './compactionMerge.ts';

export const NO_COSTS: CompactionCosts = {
  cpuCoreSeconds: null, bytesWritten: null, bytesRead: null, rssRiseBytes: null, ...NO_SWING,
};

/** Converts an episode. `aheadMs`: how far the target's clock, used for phases, is ahead of that of `compaction`. */
export function toContract(
  compaction: TimedCompaction, range: BlockRange | null, costs: CompactionCosts, aheadMs = 0
): Compaction {
  const steps = compaction.runs.map(stepOf).filter((step) => step !== null);
  return {
    start: compaction.startMs / 1000,
    end: compaction.endMs / 1000,
    durationSeconds: compaction.endKnown
      ? (compaction.endMs - compaction.endErrorMs / 2 - likelyStartMs(compaction)) / 1000 : null,
    count: compaction.count,
    kind: compaction.kind,
    startErrorSeconds: compaction.startErrorMs / 1000,
    endErrorSeconds: compaction.endErrorMs / 1000,
    phaseSeconds: range === null ? null : phaseOf(likelyStartMs(compaction) + aheadMs, range.ms) / 1000,
    running: compaction.running,
    cpuCoreSecondsAboveQuiet: costs.cpuCoreSeconds,
    bytesReadAboveQuiet: costs.bytesRead,
    bytesWrittenAboveQuiet: costs.bytesWritten,
    rssRiseBytes: costs.rssRiseBytes,
    pageCacheLostBytes: costs.pageCacheLostBytes,
    freeBytes: costs.freeBytes,
    pageCacheWarmSeconds: costs.pageCacheWarmSeconds,
    sources: compaction.sources,
    level: steps.length === 0 ? null : Math.max(...steps.map(({ level }) => level)),
    steps,
  };
}

function stepOf(run: CompactionRun): CompactionStep | null {
  if (run.block === null || run.kind === 'clean-up') return null;
  return {
    kind: run.kind, start: run.startMs / 1000,
    end: run.endMs === null ? null : run.endMs / 1000, level: run.block.level,
    inputs: run.block.parents.map(({ ulid }) => ulid), output: run.block.ulid, source: run.source,
  };
}

export function multiplesOf({ cpu, diskWrite, rss }: CompactionFacts): CompactionPanel['multiples'] {
  return { cpu: cpu.multiple, cpuPValue: cpu.pValue, diskWrite: diskWrite.multiple, rss: rss.multiple };
}
