/** Blocks as trees: each block that exists or was not merged, with the blocks it was merged from below it. Pure. */
import type { CompactionBlock } from '../../contract/contract.ts';

export interface LineageNode { block: CompactionBlock; parents: LineageNode[] }

/** Maximum depth; levels do not get that high. */
const MAX_DEPTH = 10;

/**
 * Returns the trees, newest samples first. A block that is its own ancestor (a hand-made file) ends the branch. A block
 * merged into several (impossible, but possible in a file) is below each.
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
