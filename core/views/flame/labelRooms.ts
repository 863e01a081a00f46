/** Space of a label: the frame, and the free space to its right in the same row. */
import type { DrawnFrame } from './flameGraphData.ts';

/** Minimum width of a frame whose label can extend, because others would seem to belong to a neighbour. */
const MIN_SPILL_PX = 5;

export interface PlacedFrame { key: number; depth: number; x: number; width: number }

/**
 * Returns the px from the left edge of each frame to the next frame of its row, or to the end; narrow frames keep their
 * width.
 */
export function labelRooms(frames: readonly PlacedFrame[], widthPx: number): Map<number, number> {
  const rooms = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { key, depth, x, width } of frames.toSorted((a, b) => b.x - a.x || b.depth - a.depth)) {
    const end = ends.get(depth) ?? widthPx;
    rooms.set(key, width < MIN_SPILL_PX ? width : Math.max(width, end - x));
    ends.set(depth, x);
  }
  return rooms;
}

/** Returns the positions as the drawing library computes them: children side by side from their parent's left edge. */
export function placedTree(tree: DrawnFrame, widthPx: number): PlacedFrame[] {
  const placed: PlacedFrame[] = [];
  const waiting = [{ node: tree, depth: 0, x: 0, width: widthPx }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth, x, width } = next;
    placed.push({ key: node.key, depth, x, width });
    let left = x;
    for (const child of node.children) {
      const part = node.value <= 0 ? 0 : (child.value / node.value) * width;
      waiting.push({ node: child, depth: depth + 1, x: left, width: part });
      left += part;
    }
  }
  return placed;
}
