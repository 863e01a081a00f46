/** The head's block range, from the target's flags or from how its head's minimum time moves in a recording. */
import { elementAt } from '../../../../core/elementAt.ts';
import { ulidTimeMs } from '../../../data/metrics/blockMeta.ts';
import type { BlockMeta, TargetFacts } from '../../../../core/contract/facts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { CompactionInterval } from './compactionIntervals.ts';
import { valueAt } from '../valueAt.ts';

export interface BlockRange {
  ms: number;
  source: 'flags' | 'cmdline' | 'head-min-time' | 'blocks';
  /** Earlier range, set if the window began with another one, which a restart of the process ended. */
  before?: { ms: number; untilMs: number };
}

/** Before its first sample a head reports the largest int64; nothing past the year 2200 is a sample time. */
const LATEST_TIME_MS = 7_258_118_400_000;
/** Ranges in practical use; a range within `SNAP_RATIO` of one is rounded to it. */
const USUAL_MINUTES = [0.5, 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440];
const SNAP_RATIO = 0.03;
/** Maximum distance of a head's first sample from a block boundary to confirm it, as a share of the range. */
const BOUNDARY_RATIO = 0.1;
/** Shorter ranges are not in practical use, and would make the fold huge. */
const MIN_RANGE_SECONDS = 10;
const RULE_FACTOR = 1.5;

/**
 * A value of the head's minimum time and when it was first seen. `seenMs` may be converted to the target's clock, that
 * of `minTimeMs`.
 */
export interface HeadLevel { seenMs: number; minTimeMs: number }

/**
 * Returns the values of the head's minimum time, ascending by time seen. Changes of less than a second come from the
 * head GC finding its first sample and replace the previous value. Empty without the gauge.
 */
export function headLevels(window: RoleWindow): HeadLevel[] {
  const series = window.role('headMinTimeMs');
  const levels: HeadLevel[] = [];
  if (series === undefined) return levels;
  for (let index = 0; index < window.scrapes.length; index++) {
    const minTimeMs = valueAt(series, index);
    if (minTimeMs === null || minTimeMs <= 0 || minTimeMs > LATEST_TIME_MS) continue;
    const last = levels.at(-1);
    if (last !== undefined && Math.abs(minTimeMs - last.minTimeMs) < 1000) last.minTimeMs = minTimeMs;
    else levels.push({ seenMs: window.scrapes.startMs[index] ?? 0, minTimeMs });
  }
  return levels;
}

/**
 * Votes of one process that establish its range whatever other processes show; a single vote may come from a head that
 * was cut twice.
 */
const MIN_VOTES = 2;
/** Votes needed to overrule the target's flags, which are the current ones. */
const MIN_VOTES_AGAINST_FLAGS = 3;

/**
 * Returns the block range at the window's end; null if neither flags nor the window show it. In a window it is the step
 * between two values of the head's minimum time, or two thirds of a head's span at its compaction (the rule cuts at 1.5
 * ranges); either counts only if the head then begins at a multiple of it, which the first short block after an empty
 * start does not. `startsMs`, ascending: processes that began in the window. The range may change with each of them,
 * and flags are the current ones, so a window before the last change keeps its own range.
 */
export function findBlockRange(
  levels: HeadLevel[], compactions: CompactionInterval[], facts: TargetFacts, startsMs: readonly number[] = []
): BlockRange | null {
  const told = rangeOfFacts(facts);
  const eras = [
    -Infinity, ...startsMs,
  ].map((fromMs, i) => ({ fromMs, untilMs: startsMs[i] ?? Infinity, votes: new Map<number, number>() }));
  const all = new Map<number, number>();
  castVotes(levels, compactions, (ms, beforeMs, seenMs) => {
    all.set(ms, (all.get(ms) ?? 0) + 1);
    const era = eras.find(({ fromMs, untilMs }) => beforeMs >= fromMs && seenMs < untilMs);
    era?.votes.set(ms, (era.votes.get(ms) ?? 0) + 1);
  });
  const known = eras.flatMap(({ untilMs, votes }) => {
    const winner = winnerOf(votes);
    return winner === null || winner.votes < MIN_VOTES ? []
      : [{ ...winner, untilMs, forTold: votes.get(told?.ms ?? 0) ?? 0 }];
  });
  const last = known.at(-1);
  const outvoted = told !== null && last !== undefined && last.ms !== told.ms && last.untilMs === Infinity
    && last.votes >= MIN_VOTES_AGAINST_FLAGS && last.forTold === 0;
  const found = told !== null && !outvoted ? told : fromWindow(last ?? winnerOf(all));
  const other = found === null ? undefined : known.findLast(({ ms, untilMs }) => ms !== found.ms && untilMs < Infinity);
  return found === null || other === undefined ? found : { ...found, before: { ms: other.ms, untilMs: other.untilMs } };
}

function rangeOfFacts({ blockRangeSeconds, flags }: TargetFacts): BlockRange | null {
  if (blockRangeSeconds === undefined || blockRangeSeconds < MIN_RANGE_SECONDS) return null;
  const fromFlags = flags?.['storage.tsdb.retention.time'] !== undefined || Object.keys(flags ?? {}).length > 40;
  return { ms: blockRangeSeconds * 1000, source: fromFlags ? 'flags' : 'cmdline' };
}

function fromWindow(winner: { ms: number } | null): BlockRange | null {
  return winner === null ? null : { ms: winner.ms, source: 'head-min-time' };
}

/** Calls `count(range, seen before, seen)` for every step of the head's minimum time that a usual range explains. */
function castVotes(
  levels: HeadLevel[], compactions: CompactionInterval[], count: (ms: number, beforeMs: number, seenMs: number) => void
): void {
  // Both ascend, so compactions that ended before the previous level was seen are skipped.
  let from = 0;
  levels.forEach((level, i) => {
    const before = levels[i - 1];
    if (before === undefined || level.minTimeMs <= before.minTimeMs) return;
    const vote = (candidateMs: number): void => {
      const ms = snap(candidateMs);
      if (ms !== null && level.minTimeMs % ms <= ms * BOUNDARY_RATIO) count(ms, before.seenMs, level.seenMs);
    };
    vote(level.minTimeMs - before.minTimeMs);
    while (from < compactions.length && elementAt(compactions, from).endMs < before.seenMs) from++;
    const cut = firstFrom(
      compactions, from, (c) => c.startMs > level.seenMs,
      (c) => c.headCount > 0 && c.startMs <= level.seenMs && c.endMs >= before.seenMs
        && c.endMs >= level.seenMs - (c.endErrorMs + 1)
    );
    if (cut !== undefined) vote((cut.startMs - cut.startErrorMs / 2 - before.minTimeMs) / RULE_FACTOR);
  });
}

/** Returns the range with the most votes; the smallest one on a tie. */
function winnerOf(votes: ReadonlyMap<number, number>): { ms: number; votes: number } | null {
  let best: { ms: number; votes: number } | null = null;
  for (const [ms, count] of votes) {
    if (best === null || count > best.votes || (count === best.votes && ms < best.ms)) best = { ms, votes: count };
  }
  return best;
}

function firstFrom<T>(
  all: readonly T[], from: number, isPast: (one: T) => boolean, fits: (one: T) => boolean
): T | undefined {
  for (let i = from; i < all.length && !isPast(elementAt(all, i)); i++) if (fits(elementAt(all, i))) return all[i];
  return undefined;
}

/**
 * Returns the block range in ms from blocks cut from the head, which end on a boundary, one range apart. Null with
 * fewer than two, or if their ends do not agree.
 */
export function rangeOfBlocks(blocks: readonly BlockMeta[]): BlockRange | null {
  const ends = [...new Set(blocks.filter(isCutFromHead).map((block) => block.maxTimeMs))].sort((a, b) => a - b);
  let leastMs = Infinity;
  for (let i = 1; i < ends.length; i++) leastMs = Math.min(leastMs, elementAt(ends, i) - elementAt(ends, i - 1));
  const ms = snap(leastMs);
  return ms === null || ends.some((end) => end % ms !== 0) ? null : { ms, source: 'blocks' };
}

function isCutFromHead({ level, parents, outOfOrder, staleSeries }: BlockMeta): boolean {
  return level === 1 && parents.length === 0 && outOfOrder !== true && staleSeries !== true;
}

/** Returns head levels derived from blocks, as if each head's minimum time had been seen from the previous cut on. */
export function levelsOfBlocks(blocks: readonly BlockMeta[]): HeadLevel[] {
  const cut = blocks.filter(isCutFromHead).toSorted((a, b) => a.minTimeMs - b.minTimeMs);
  return cut.map((block, i) => (
    { seenMs: i === 0 ? block.minTimeMs : ulidTimeMs(elementAt(cut, i - 1).ulid) + 1, minTimeMs: block.minTimeMs }
  ));
}

function snap(candidateMs: number): number | null {
  for (const minutes of USUAL_MINUTES) {
    if (Math.abs(candidateMs - minutes * 60_000) <= minutes * 60_000 * SNAP_RATIO) return minutes * 60_000;
  }
  return null;
}
