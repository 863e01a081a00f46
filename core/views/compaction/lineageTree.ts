/** Blocks as trees: each block that is there, or went into none, above the blocks it was merged from. Pure. */
import type { CompactionBlock } from '../../contract/contract.ts';

export interface LineageNode { block: CompactionBlock; parents: LineageNode[] }

/** Deeper is cut: levels do not reach that far. */
const MAX_DEPTH = 10;

/**
 * Newest samples first. A block that is named as its own ancestor (a file made by hand) ends the branch. A block that
 * went into several (it cannot, but a file may say so) is below each.
 */
export function lineageTrees(blocks: readonly CompactionBlock[]): LineageNode[] {
  const byName = new Map(blocks.map((block) => [block.ulid, block]));
  const merged = new Set(blocks.flatMap(({ parents }) => parents));
  const node = (block: CompactionBlock, above: readonly string[]): LineageNode => ({
    block, parents: above.length >= MAX_DEPTH ? [] : block.parents.flatMap((ulid) => {
      const parent = byName.get(ulid);
      return parent === undefined || ulid === block.ulid || above.includes(ulid) ? []
        : [node(parent, [...above, block.ulid])];
    }),
  });
  const isRoot = ({ ulid }: CompactionBlock): boolean => !merged.has(ulid);
  return blocks.filter(isRoot).map((block) => node(block, []))
    .sort((a, b) => (b.block.maxTime ?? b.block.born) - (a.block.maxTime ?? a.block.born));
}
