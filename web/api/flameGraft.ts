/**
 * Assembles flame graphs sent in parts: the server omits what is too small to see, and sends more below a zoomed frame.
 */
import type { DiffFlameNode, FlameNode } from '../../core/contract/contract.ts';

export interface Named<N> { name: string; children: N[] }

/** Returns the node at `path`, names from the root's children on; null if there is none. */
export function nodeAt<N extends Named<N>>(root: N, path: readonly string[]): N | null {
  let node: N | undefined = root;
  for (const name of path) node = node?.children.find((child) => child.name === name);
  return node ?? null;
}

/** Returns for how many names of `path` there are frames. */
export function knownDepth<N extends Named<N>>(root: N, path: readonly string[]): number {
  let node: N = root;
  for (const [depth, name] of path.entries()) {
    const next = node.children.find((child) => child.name === name);
    if (next === undefined) return depth;
    node = next;
  }
  return path.length;
}

/** Returns a tree in which the part below the frame at `path` comes from `detail`; does not change the given trees. */
export function grafted<N extends Named<N>>(root: N, path: readonly string[], detail: N): N {
  const [name, ...rest] = path;
  if (name === undefined) return { ...root, children: detail.children };
  return {
    ...root, children: root.children.map((child) => (child.name === name ? grafted(child, rest, detail) : child)),
  };
}

/** Tolerance for sums of scaled values, which differ in their last digits. */
const TOLERANCE = 1e-9;

function lacks(node: FlameNode | DiffFlameNode): boolean {
  const differs = (whole: number, parts: number): boolean =>
    Math.abs(whole - parts) > TOLERANCE * Math.max(Math.abs(whole), Math.abs(parts));
  if (!('before' in node))
    return differs(node.value, node.children.reduce((sum, child) => sum + child.value, node.self));
  return differs(node.before, node.children.reduce((sum, child) => sum + child.before, node.selfBefore))
    || differs(node.after, node.children.reduce((sum, child) => sum + child.after, node.selfAfter));
}

/** Returns whether a frame at or below `node` has callees that were not sent, so that values do not add up. */
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
 * Result of a descent. `known`: frames exist up to the path's end; else the path is invalid. `culledNodes`: of the
 * frame at its end.
 */
export interface Descent<N> { root: N; known: boolean; culledNodes: number }

/**
 * Number of finer attempts: a frame omitted at one share is found at a tenth of it, as links come from screens of other
 * widths.
 */
const MAX_FINER = 1;

/**
 * Returns everything visible of the frame at `path`. `ask` returns the tree below a frame, without parts smaller than a
 * share of it. Also requests omitted frames on the way, as for a link of someone who zoomed step by step.
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
