/**
 * Flame graphs that came in parts: the server cuts what cannot be seen, and gives more of it below a frame that is
 * zoomed into.
 */
import type { DiffFlameNode, FlameNode } from '../../core/contract/contract.ts';

export interface Named<N> { name: string; children: N[] }

/** What `path` leads to, names from the root's children on; null where it leads nowhere. */
export function nodeAt<N extends Named<N>>(root: N, path: readonly string[]): N | null {
  let node: N | undefined = root;
  for (const name of path) node = node?.children.find((child) => child.name === name);
  return node ?? null;
}

/** How many names of `path` there are frames for. */
export function knownDepth<N extends Named<N>>(root: N, path: readonly string[]): number {
  let node: N = root;
  for (const [depth, name] of path.entries()) {
    const next = node.children.find((child) => child.name === name);
    if (next === undefined) return depth;
    node = next;
  }
  return path.length;
}

/** A tree with what is below the frame at `path` taken from `detail`; the trees given stay as they are. */
export function grafted<N extends Named<N>>(root: N, path: readonly string[], detail: N): N {
  const [name, ...rest] = path;
  if (name === undefined) return { ...root, children: detail.children };
  return {
    ...root, children: root.children.map((child) => (child.name === name ? grafted(child, rest, detail) : child)),
  };
}

/** Sums of scaled values differ in their last digits. */
const TOLERANCE = 1e-9;

function lacks(node: FlameNode | DiffFlameNode): boolean {
  const differs = (whole: number, parts: number): boolean =>
    Math.abs(whole - parts) > TOLERANCE * Math.max(Math.abs(whole), Math.abs(parts));
  if (!('before' in node))
    return differs(node.value, node.children.reduce((sum, child) => sum + child.value, node.self));
  return differs(node.before, node.children.reduce((sum, child) => sum + child.before, node.selfBefore))
    || differs(node.after, node.children.reduce((sum, child) => sum + child.after, node.selfAfter));
}

/** True when some frame at or below `node` has more callees than were sent: values do not add up to it. */
export function isCut(node: FlameNode | DiffFlameNode): boolean {
  const waiting: (FlameNode | DiffFlameNode)[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (lacks(next)) return true;
    for (const child of next.children) waiting.push(child);
  }
  return false;
}

export interface Part<N> { root: N; culledNodes: number }

/**
 * `known`: the frames there are lead to the path's end; else the path leads nowhere. `culledNodes` of the frame at its
 * end.
 */
export interface Descent<N> { root: N; known: boolean; culledNodes: number }

/** A frame that was cut at one share is found at a tenth of it: links come from screens of other widths. */
const MAX_FINER = 1;

/**
 * All that can be seen of the frame at `path`. `ask` gives the tree below a frame, without the parts that are smaller
 * than a share of it. Frames on the way that were cut, as with a link of somebody who zoomed step by step, are asked
 * for as well.
 */
export async function descend<N extends (FlameNode | DiffFlameNode) & Named<N>>(
  overview: N, path: readonly string[], minRatio: number,
  ask: (path: readonly string[], minRatio: number) => Promise<Part<N>>,
): Promise<Descent<N>> {
  let root = overview;
  let culledNodes = 0;
  for (let ratio = minRatio, depth = -1, finer = 0; finer <= MAX_FINER;) {
    const known = knownDepth(root, path);
    const here = path.slice(0, known);
    const node = nodeAt(root, here);
    if (node === null || !isCut(node)) return { root, known: known === path.length, culledNodes: 0 };
    if (known === depth) {
      if (known === path.length) return { root, known: true, culledNodes };
      ratio /= 10;
      finer += 1;
    } else ratio = minRatio;
    depth = known;
    const part = await ask(here, ratio);
    root = grafted(root, here, part.root);
    ({ culledNodes } = part);
  }
  return { root, known: false, culledNodes };
}
