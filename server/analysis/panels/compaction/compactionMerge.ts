/**
 * Merges several sources into one timeline: episodes that the counters bound, and single compactions that a log or the
 * target's list of blocks gives with level, inputs and a start to the millisecond. See docs/reference/compaction.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import type { CompactionKind, CompactionSource } from '../../../../core/contract/contract.ts';
import type { CompactionRun } from '../../../../core/contract/facts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { EPISODE_GAP_MS, type CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { valueAt } from '../../signals/valueAt.ts';

/** Clock difference to the target: runs this far outside an episode's bounds still belong to it. */
const CLOCK_TOLERANCE_MS = 2000;
/** Tolerance, the length of a request, within which a run's time replaces the bounds. */
const BOUND_TOLERANCE_MS = 50;
/** Uncertainty of a line's time stamp. */
const STAMP_ERROR_MS = 1;
/** The start of a run is the time of its line less a stated duration, which ends before the line is written. */
const CLOSING_TOLERANCE_MS = 100;
/** Share of the block range from which a round is long, so that the next one is due when it ends. */
const LONG_ROUND = 0.25;

export interface TimedCompaction extends CompactionInterval {
  sources: CompactionSource[];
  /** Single compactions from log or list, ascending by start; without head GC. */
  runs: CompactionRun[];
  /** Whether the end is known; if not, `endMs` equals the start. */
  endKnown: boolean;
}

export interface MergedTimeline {
  compactions: TimedCompaction[];
  /** Compactions in a log that the counters, read at that time, did not see: another server's log, or another clock. */
  contradicted: number;
  /** Runs of a log in the window. */
  logRuns: number;
}

/**
 * Merges runs into the episodes seen, ascending by start. A run that starts within an episode's bounds (allowing 2 s of
 * clock difference) is part of it and narrows them where it lies inside. A run that no counter could see (before the
 * first scrape, over a gap, no counter) is its own episode; one that the counters contradict is dropped and counted.
 */
export function mergeTimelines(
  window: RoleWindow, seen: readonly CompactionInterval[], runs: readonly CompactionRun[]
): MergedTimeline {
  const inWindow = onceEach(runs).filter((run) => run.startMs < window.endMs + CLOCK_TOLERANCE_MS
    && (run.endMs ?? run.startMs) >= window.startMs - CLOCK_TOLERANCE_MS);
  const taken = new Set<CompactionRun>();
  const compactions = seen.map((interval): TimedCompaction => {
    const lowMs = interval.startMs - interval.startErrorMs - CLOCK_TOLERANCE_MS;
    const own = inWindow.filter(
      (run) => !taken.has(run) && run.startMs >= lowMs && run.startMs <= interval.endMs + CLOCK_TOLERANCE_MS
    );
    for (const run of own) taken.add(run);
    return narrowed(interval, own);
  });
  const left = inWindow.filter((run) => !taken.has(run));
  const unseen = left.filter((run) => !isCovered(window, run.startMs));
  compactions.push(
    ...episodesOfRuns(unseen).filter((episode) => episode.startMs >= window.startMs && episode.startMs < window.endMs)
  );
  return {
    compactions: compactions.sort((a, b) => a.startMs - b.startMs),
    contradicted: left.filter(
      (run) => run.source === 'log' && run.block !== null && isCovered(window, run.startMs)
    ).length,
    logRuns: inWindow.filter((run) => run.source === 'log' && run.block !== null).length,
  };
}

/**
 * Returns whether a clean-up follows the head compaction before it: they run one after the other, with a reload of all
 * blocks in between that is not logged and may take any time.
 */
function cleansUpAfter(group: readonly CompactionRun[], run: CompactionRun, endMs: number): boolean {
  const head = group.findLast(({ kind }) => kind === 'head')?.block;
  return run.kind === 'clean-up' && head !== undefined && head !== null
    && run.startMs - endMs < head.maxTimeMs - head.minTimeMs;
}

/**
 * Returns whether a head compaction follows the checkpoint that ended a long round: the blocks of a time without
 * compactions are written one after the other, each in a moment.
 */
function beginsRound(
  group: readonly CompactionRun[], { kind, startMs, block }: CompactionRun, closings: ReadonlySet<number>
): boolean {
  const before = group.find((one) => one.kind === 'head');
  if (kind !== 'head' || before === undefined || block === null) return false;
  return startMs - before.startMs > LONG_ROUND * (block.maxTimeMs - block.minTimeMs)
    && group.some((one) => one.kind === 'clean-up' && one.endMs !== null && one.startMs >= before.startMs
      && closings.has(one.endMs) && one.endMs <= startMs + CLOSING_TOLERANCE_MS);
}

/**
 * Returns episodes of runs alone: those less than 3 s apart are one, with the clean-up after a head compaction. A round
 * that ended with its checkpoint holds no later head, even if that begins at once. `closings`: ends of checkpoints, ms.
 */
export function episodesOfRuns(
  runs: readonly CompactionRun[], closings: ReadonlySet<number> = new Set()
): TimedCompaction[] {
  const episodes: CompactionRun[][] = [];
  let endMs = -Infinity;
  for (const run of onceEach(runs)) {
    const group = episodes.at(-1);
    if (group !== undefined && !beginsRound(group, run, closings)
      && (run.startMs - endMs < EPISODE_GAP_MS || cleansUpAfter(group, run, endMs)))
      group.push(run);
    else episodes.push([run]);
    endMs = Math.max(group === episodes.at(-1) ? endMs : -Infinity, run.endMs ?? run.startMs);
  }
  // Clean-up alone is the truncation of an empty head, at a start.
  return episodes.filter((group) => group.some((run) => run.block !== null)).map(ofRuns);
}

/**
 * Returns each block once, ascending by start: a log's run has more data than the list's, the list's block more than
 * the log's.
 */
function onceEach(runs: readonly CompactionRun[]): CompactionRun[] {
  const byUlid = new Map<string, CompactionRun>();
  const others: CompactionRun[] = [];
  for (const run of runs) {
    // Lines of 2.0 to 2.2 name no block.
    if (run.block === null || run.block.ulid === '') {
      others.push(run);
      continue;
    }
    const twin = byUlid.get(run.block.ulid);
    if (twin === undefined) byUlid.set(run.block.ulid, run);
    else {
      const [log, list] = run.source === 'log' ? [run, twin] : [twin, run];
      byUlid.set(
        run.block.ulid,
        log.source === list.source ? twin : { ...log, kind: list.kind, block: list.block, listed: true }
      );
    }
  }
  return [...byUlid.values(), ...others].sort((a, b) => a.startMs - b.startMs);
}

function narrowed(interval: CompactionInterval, runs: CompactionRun[]): TimedCompaction {
  const own: CompactionSource = interval.startBasis === 'marker' ? 'marker' : 'counters';
  const blocks = runs.filter((run) => run.block !== null);
  const result: TimedCompaction = { ...interval, sources: sourcesOf(blocks, own), runs: blocks, endKnown: true };
  const first = blocks[0];
  if (first === undefined) return result;
  if (
    first.startMs >= interval.startMs - interval.startErrorMs - BOUND_TOLERANCE_MS
      && first.startMs <= interval.startMs + BOUND_TOLERANCE_MS
  ) {
    result.startMs = first.startMs;
    result.startErrorMs = STAMP_ERROR_MS;
  }
  const endMs = Math.max(...runs.map((run) => run.endMs ?? -Infinity));
  const endLowMs = interval.endMs - interval.endErrorMs;
  if (!interval.running && endMs >= endLowMs - BOUND_TOLERANCE_MS && endMs <= interval.endMs + BOUND_TOLERANCE_MS) {
    result.endMs = endMs;
    result.endErrorMs = STAMP_ERROR_MS;
  }
  if (interval.kind === 'unknown') result.kind = kindOf(blocks);
  return result;
}

function ofRuns(runs: CompactionRun[]): TimedCompaction {
  const blocks = runs.filter((run) => run.block !== null);
  const endKnown = blocks.every((run) => run.endMs !== null);
  const startMs = Math.min(...blocks.map((run) => run.startMs));
  return {
    startMs,
    endMs: endKnown ? Math.max(...runs.map((run) => run.endMs ?? run.startMs)) : startMs,
    startErrorMs: STAMP_ERROR_MS,
    endErrorMs: STAMP_ERROR_MS,
    kind: kindOf(blocks),
    count: blocks.length,
    headCount: blocks.filter((run) => run.kind === 'head').length,
    running: false,
    startBasis: 'duration',
    sources: sourcesOf(blocks, null),
    runs: blocks,
    endKnown,
  };
}

function kindOf(runs: readonly CompactionRun[]): CompactionKind {
  // Blocks of out-of-order samples are written with the head's.
  const merges = runs.filter((run) => run.kind === 'merge').length;
  if (runs.length > 0 && runs.every((run) => run.kind === 'stale-series')) return 'stale-series';
  return merges === 0 ? 'head' : merges < runs.length ? 'head+merge' : 'merge';
}

function sourcesOf(runs: readonly CompactionRun[], own: CompactionSource | null): CompactionSource[] {
  const told: CompactionSource[] = [];
  if (runs.some((run) => run.source === 'log')) told.push('log');
  if (runs.some((run) => run.source === 'blocks' || run.listed === true)) told.push('blocks');
  if (own === 'marker') told.push('marker');
  if (own !== null) told.push('counters');
  return told;
}

/**
 * Returns whether the counters were read shortly before and after the moment, so that they would have seen a
 * compaction.
 */
function isCovered(window: RoleWindow, timeMs: number): boolean {
  const counter = window.role('compactions');
  if (counter === undefined) return false;
  let before = -Infinity;
  let after = Infinity;
  for (let row = 0; row < window.scrapes.length; row++) {
    if (valueAt(counter, row) === null) continue;
    const at = numberAt(window.scrapes.startMs, row);
    if (at <= timeMs) before = at;
    else {
      after = at;
      break;
    }
  }
  return Number.isFinite(before) && Number.isFinite(after);
}
