/** Sorts blocks into rows by level, highest on top; pure. */
import type { CompactionBlock } from '../../contract/contract.ts';

export interface BlockLane { level: number; blocks: CompactionBlock[] }

/**
 * Skips blocks without known bounds. A block of unknown level is an input of a merge and is placed one level below it,
 * or on 1.
 */
export function blockLanes(blocks: readonly CompactionBlock[]): { lanes: BlockLane[]; from: number; to: number } {
  const drawn = blocks.filter(({ minTime, maxTime }) => minTime !== null && maxTime !== null && maxTime > minTime);
  const childLevel = new Map(
    drawn.flatMap(({ parents, level }) => parents.map((parent): [string, number] => [parent, level ?? 2]))
  );
  const lanes = new Map<number, CompactionBlock[]>();
  let from = Infinity;
  let to = -Infinity;
  for (const block of drawn) {
    const level = block.level ?? Math.max(1, (childLevel.get(block.ulid) ?? 2) - 1);
    const lane = lanes.get(level);
    if (lane === undefined) lanes.set(level, [block]);
    else lane.push(block);
    from = Math.min(from, block.minTime ?? from);
    to = Math.max(to, block.maxTime ?? to);
  }
  const sorted = [...lanes].sort(([a], [b]) => b - a)
    .map(([level, own]) => ({ level, blocks: own.sort((a, b) => (a.minTime ?? 0) - (b.minTime ?? 0)) }));
  return { lanes: sorted, from, to };
}
