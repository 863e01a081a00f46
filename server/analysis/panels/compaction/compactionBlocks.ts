/** Lists blocks over time: which existed, from when to when, and from which they were made. */
import type { CompactionBlock } from '../../../../core/contract/contract.ts';
import { ulidTimeMs } from '../../../data/metrics/blockMeta.ts';
import type { BlockMeta } from '../../../../core/contract/facts.ts';

/** Maximum number of blocks drawn, the newest. */
const MAX_BLOCKS = 400;

/**
 * Returns every block that a list or a log names, ascending by creation. A parent that is in no list any more was
 * merged away: it ends at its deletion if a log names it, else at the creation of the block it went into (it was
 * deleted at most minutes later).
 */
export function blockLives(
  blocks: readonly BlockMeta[], deletedMs: Readonly<Record<string, number>>
): CompactionBlock[] {
  const lives = new Map<string, CompactionBlock>();
  const mergedMs = new Map<string, number>();
  for (const block of blocks) {
    lives.set(block.ulid, {
      ulid: block.ulid, minTime: seconds(block.minTimeMs), maxTime: seconds(block.maxTimeMs), level: block.level,
      born: ulidTimeMs(block.ulid) / 1000,
      deleted: null, samples: block.samples, series: block.series, parents: block.parents.map(({ ulid }) => ulid),
    });
  }
  for (const block of blocks) {
    for (const parent of block.parents) {
      mergedMs.set(parent.ulid, ulidTimeMs(block.ulid));
      if (lives.has(parent.ulid)) continue;
      lives.set(parent.ulid, {
        ulid: parent.ulid, minTime: seconds(parent.minTimeMs), maxTime: seconds(parent.maxTimeMs), level: null,
        born: ulidTimeMs(parent.ulid) / 1000,
        deleted: null, samples: null, series: null, parents: [],
      });
    }
  }
  for (const life of lives.values()) life.deleted = seconds(deletedMs[life.ulid] ?? mergedMs.get(life.ulid) ?? NaN);
  return [...lives.values()].sort((a, b) => a.born - b.born).slice(-MAX_BLOCKS);
}

function seconds(ms: number): number | null {
  return Number.isFinite(ms) ? ms / 1000 : null;
}
