/** Compaction intervals from the target's counters at each scrape; see docs/reference/compaction.md. */
import type { CompactionKind } from '../../../../core/contract/contract.ts';
import { memoised } from '../memoised.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { findCompactionParts, type CompactionPart, type Span, type StartBasis } from './compactionParts.ts';

/** Compactions closer together than this are one episode: one spike in the chart, one run of the compactor. */
export const EPISODE_GAP_MS = 3000;

export interface CompactionInterval {
  /** Latest possible start; the true one is up to `startErrorMs` earlier, possibly before the window's first scrape. */
  startMs: number;
  /** Latest possible end; the true one is up to `endErrorMs` earlier. While running: the last scrape. */
  endMs: number;
  startErrorMs: number;
  endErrorMs: number;
  kind: CompactionKind;
  /** Number of finished compactions of the episode. */
  count: number;
  /** Number of them cut from the head. */
  headCount: number;
  /** Whether it was still running at the window's end. */
  running: boolean;
  /**
   * `marker`: the running gauge rose; `duration`: the end minus the rise of the duration counter; `step`: only the
   * counter's step is known.
   */
  startBasis: StartBasis;
}

/**
 * Returns episodes of compaction in the window, ascending by start, not overlapping.
 *
 * The end is the scrape where the compaction counter steps, extended to the steps of the head GC and the WAL checkpoint
 * that follow. The start is where the running gauge rises, narrowed by end minus the rise of the duration counter; with
 * neither, anything back to the previous scrape. A step over failed scrapes or a restart keeps its count and gets the
 * whole gap as its error. The burst of writes at a block boundary is not a compaction and moves none of these counters.
 * Empty for targets without a compaction counter, and for VictoriaMetrics, whose merges run all the time and form no
 * episodes.
 */
export const findCompactions = memoised((window: RoleWindow): readonly CompactionInterval[] => {
  if (window.kind === 'victoriametrics') return [];
  const { parts, open } = findCompactionParts(window);
  const blocksKnown = window.role('blocksLoaded') !== undefined;
  const episodes: CompactionInterval[] = [];
  let group: CompactionPart[] = [];
  const close = (): void => {
    const episode = episodeOf(group, blocksKnown);
    if (episode !== null) episodes.push(episode);
    group = [];
  };
  for (const part of parts) {
    if (group.length > 0 && !belongsTo(group, part.startLowMs, part.startHighMs)) close();
    group.push(part);
  }
  if (open !== null && group.length > 0 && !belongsTo(group, open.lowMs, open.highMs)) close();
  const joined = open === null ? null : runningEpisode(window, episodeOf(group, blocksKnown), open);
  if (joined === null) close();
  else episodes.push(joined);
  return episodes;
});

/** Reports whether something that started in the span follows the group closely, within the errors of both. */
function belongsTo(group: CompactionPart[], startLowMs: number, startHighMs: number): boolean {
  let endLowMs = -Infinity;
  let endHighMs = -Infinity;
  for (const part of group) {
    endLowMs = Math.max(endLowMs, part.endLowMs);
    endHighMs = Math.max(endHighMs, part.endHighMs);
  }
  const likelyGapMs = (startLowMs + startHighMs) / 2 - (endLowMs + endHighMs) / 2;
  return likelyGapMs < EPISODE_GAP_MS || startLowMs <= endHighMs;
}

/** Returns the group's episode; null for head GC without a compaction, e.g. the truncation of an empty head. */
function episodeOf(group: CompactionPart[], blocksKnown: boolean): CompactionInterval | null {
  let first: CompactionPart | null = null;
  let last: CompactionPart | null = null;
  let count = 0;
  let headSteps = 0;
  let staleCount = 0;
  let failedCount = 0;
  let blocksDelta = 0;
  for (const part of group) {
    if (part.count > 0) first ??= part;
    if (last === null || part.endHighMs >= last.endHighMs) last = part;
    count += part.count;
    headSteps += part.headCount;
    staleCount += part.staleCount;
    failedCount += part.failedCount;
    blocksDelta += part.blocksDelta;
  }
  if (first === null || last === null) return null;
  const headCount = Math.min(headSteps, count);
  return {
    startMs: first.startHighMs,
    endMs: last.endHighMs,
    startErrorMs: first.startHighMs - first.startLowMs,
    endErrorMs: last.endHighMs - last.endLowMs,
    kind: headCount === 0 && failedCount >= count ? 'failed'
      : headCount === 0 && staleCount > 0 ? 'stale-series' : kindOf(count, headCount, blocksKnown ? blocksDelta : null),
    count,
    headCount,
    running: false,
    startBasis: first.startBasis,
  };
}

/** Returns the kind: a head compaction truncates the head; a merge does not, and leaves fewer blocks than before. */
function kindOf(count: number, headCount: number, blocksDelta: number | null): CompactionKind {
  if (headCount >= count) return 'head';
  if (headCount > 0) return 'head+merge';
  return blocksDelta !== null && blocksDelta < 0 ? 'merge' : 'unknown';
}

function runningEpisode(window: RoleWindow, before: CompactionInterval | null, open: Span): CompactionInterval {
  const { startMs, durationSeconds, length } = window.scrapes;
  const endMs = Math.max(open.highMs, (startMs[length - 1] ?? 0) + (durationSeconds[length - 1] ?? 0) * 1000);
  if (before !== null) return { ...before, endMs, endErrorMs: 0, running: true };
  return {
    startMs: open.highMs,
    endMs,
    startErrorMs: open.highMs - open.lowMs,
    endErrorMs: 0,
    kind: 'unknown',
    count: 0,
    headCount: 0,
    running: true,
    startBasis: 'marker',
  };
}

/** Returns the middle of the span in which it started: the best single estimate. */
export function likelyStartMs(compaction: CompactionInterval): number {
  return compaction.startMs - compaction.startErrorMs / 2;
}
