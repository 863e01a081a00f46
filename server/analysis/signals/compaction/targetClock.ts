/**
 * The target's clock relative to ours. Times that a target reports (its head's bounds, blocks, log) are on its own
 * clock, and it compacts on it; what we observe is on ours. If the two differ, the block range's rule applies on the
 * target's.
 */
import type { CompactionRun } from '../../../../core/contract/facts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import type { CompactionInterval } from './compactionIntervals.ts';
import { findGcCycles } from '../gc/gcCycles.ts';

/** Maximum relative error of a difference to correct. */
const MAX_ERROR_RATIO = 0.5;
/** Smaller differences do not affect any statement about compactions. */
const MIN_MS = 500;

/**
 * Returns how far the target's clock is ahead of ours, ms, from the GC cycle ends, which it timestamps
 * (docs/reference/gc-cpu.md); 0 if that is consistent with 0, too imprecise or unavailable.
 */
export function targetAheadMs(window: RoleWindow): number {
  const { clock } = findGcCycles(window);
  if (
    clock === null || Math.abs(clock.offsetMs) < MIN_MS || clock.errorMs > MAX_ERROR_RATIO * Math.abs(clock.offsetMs)
  ) return 0;
  return Math.round(clock.offsetMs);
}

export function onTargetClock<T extends CompactionInterval>(compactions: readonly T[], aheadMs: number): T[] {
  return compactions.map((one) => ({ ...one, startMs: one.startMs + aheadMs, endMs: one.endMs + aheadMs }));
}

/** Converts runs of a log or a list of blocks to our clock. */
export function runsOnOurClock(runs: readonly CompactionRun[], aheadMs: number): CompactionRun[] {
  return runs.map(
    (run) => ({ ...run, startMs: run.startMs - aheadMs, endMs: run.endMs === null ? null : run.endMs - aheadMs })
  );
}

/** Converts the scrapes to the target's clock. */
export function scrapesOnTargetClock(scrapes: ScrapeTable, aheadMs: number): ScrapeTable {
  return aheadMs === 0 ? scrapes : { ...scrapes, startMs: scrapes.startMs.map((ms) => ms + aheadMs) };
}
