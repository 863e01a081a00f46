/**
 * A flame graph as the page needs it: a flat, immutable list of frames, and a private copy of the tree for the
 * drawing library (which writes `hide` and `fade` onto whatever it is given).
 *
 * ```
 *   root ........................... key 0, depth 0
 *     a ............... b ......... keys 1 and 3: widest first, then by name
 *       a1 ...                      key 2
 * ```
 * Keys count in drawing order (preorder, left to right), so within one depth a larger key lies further right.
 */
import type { DiffFlameNode, FlameNode } from '../../contract/contract.ts';

/** Weight of a frame in the unit of the sample type. Negative values occur in profiles that are differences. */
export type FrameWeight =
  | { mode: 'single'; cum: number; flat: number }
  | { mode: 'diff' } & Omit<DiffFlameNode, 'name' | 'value' | 'delta' | 'children'>;

export interface Frame {
  /** Index in `frames`. */
  key: number;
  /** Null for the root. */
  parentKey: number | null;
  childKeys: number[];
  depth: number;
  /** The full function name; untrusted, for text nodes only. */
  name: string;
  weight: FrameWeight;
  /** Layout width, at least the sum of its children's; 0 means not drawn. */
  width: number;
}

export interface FlameFrames {
  frames: Frame[];
  /** Number of frames below the deepest level drawn. */
  tooDeep: number;
  maxDepth: number;
}

/** Side that determines the width of a diff frame. */
export type WidthBy = 'larger' | 'before' | 'after';

/** Maximum depth, because the drawing library recurses over the tree; deeper frames are cut and counted. */
export const MAX_DEPTH = 400;

/** Private copy for the library. */
export interface DrawnFrame {
  key: number;
  name: string;
  value: number;
  children: DrawnFrame[];
  hide?: boolean;
  fade?: boolean;
}

/**
 * Returns the frames of one profile. Width is |flat| of everything at and below the frame, so for plain profiles it is
 * cum.
 */
export function singleFrames(root: FlameNode): FlameFrames {
  return build(
    root, (node) => node.children,
    ({ value, self, net = value, selfNet = self }) => ({ mode: 'single', cum: net, flat: selfNet }), 'larger'
  );
}

/**
 * Returns the frames of a diff. With `larger`, a frame's own part is as wide as its larger side, and its children are
 * next to it: vanished frames keep their old width, and no child exceeds its parent. The widths are therefore at least,
 * and sometimes more than, the larger total; numbers come from `weight`, never from `width`.
 */
export function diffFrames(root: DiffFlameNode, widthBy: WidthBy): FlameFrames {
  return build(root, (node) => node.children, (node) => ({
    mode: 'diff', before: node.before, after: node.after, selfBefore: node.selfBefore, selfAfter: node.selfAfter,
    kind: node.kind,
    ...(node.sure === undefined ? {} : { sure: node.sure }),
    ...(node.qValue === undefined ? {} : { qValue: node.qValue }),
    ...(node.samples === undefined ? {} : { samples: node.samples }),
  }), widthBy);
}

interface Branch {
  name: string;
  weight: FrameWeight;
  depth: number;
  children: Branch[];
  width: number;
}

function build<N extends { name: string }>(
  root: N, childrenOf: (node: N) => N[], weightOf: (node: N) => FrameWeight, widthBy: WidthBy,
): FlameFrames {
  const top: Branch = { name: root.name, weight: weightOf(root), depth: 0, children: [], width: 0 };
  const parentsFirst: Branch[] = [top];
  const waiting: { node: N; branch: Branch }[] = [{ node: root, branch: top }];
  let tooDeep = 0;
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { node, branch } = item;
    if (branch.depth === MAX_DEPTH) {
      tooDeep += countBelow(node, childrenOf);
      continue;
    }
    for (const child of childrenOf(node)) {
      const next: Branch = {
        name: child.name, weight: weightOf(child), depth: branch.depth + 1, children: [], width: 0,
      };
      branch.children.push(next);
      parentsFirst.push(next);
      waiting.push({ node: child, branch: next });
    }
  }
  for (const branch of parentsFirst.toReversed()) {
    branch.width = widthOf(branch, widthBy);
    branch.children.sort((a, b) => b.width - a.width || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }
  return {
    frames: numbered(top), tooDeep, maxDepth: parentsFirst.reduce((max, branch) => Math.max(max, branch.depth), 0),
  };
}

/** Returns the width of the children plus the rest: the frame's own part and its culled children. */
function widthOf(branch: Branch, widthBy: WidthBy): number {
  const { weight, children } = branch;
  const childWidth = children.reduce((sum, child) => sum + child.width, 0);
  if (weight.mode === 'single') {
    return childWidth + Math.abs(weight.cum - children.reduce((sum, child) => sum + cumOf(child.weight, 'after'), 0));
  }
  const before = Math.abs(weight.before - children.reduce((sum, child) => sum + cumOf(child.weight, 'before'), 0));
  const after = Math.abs(weight.after - children.reduce((sum, child) => sum + cumOf(child.weight, 'after'), 0));
  switch (widthBy) {
    case 'before': return childWidth + before;
    case 'after': return childWidth + after;
    case 'larger': return childWidth + Math.max(before, after);
  }
}

/** Returns the own part of a frame's width, by the same rule as the width. */
export function ownWidth({ weight, width }: Frame, widthBy: WidthBy): number {
  if (weight.mode === 'single') return Math.min(width, Math.abs(weight.flat));
  const [before, after] = [Math.abs(weight.selfBefore), Math.abs(weight.selfAfter)];
  return Math.min(width, widthBy === 'before' ? before : widthBy === 'after' ? after : Math.max(before, after));
}

/** Returns the cum of a side; a single profile has only one. */
export function cumOf(weight: FrameWeight, side: 'before' | 'after'): number {
  return weight.mode === 'single' ? weight.cum : weight[side];
}

function countBelow<N>(node: N, childrenOf: (node: N) => N[]): number {
  let count = 0;
  const waiting = [...childrenOf(node)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    count += 1;
    for (const child of childrenOf(next)) waiting.push(child);
  }
  return count;
}

function numbered(top: Branch): Frame[] {
  const frames: Frame[] = [];
  const waiting: { branch: Branch; parentKey: number | null }[] = [{ branch: top, parentKey: null }];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const { branch, parentKey } = item;
    const key = frames.length;
    frames.push({
      key, parentKey, childKeys: [], depth: branch.depth, name: branch.name, weight: branch.weight,
      width: branch.width,
    });
    if (parentKey !== null) frames[parentKey]?.childKeys.push(key);
    for (const child of branch.children.toReversed()) waiting.push({ branch: child, parentKey: key });
  }
  return frames;
}

/** Returns the frames from the root to the frame, both included. */
export function pathTo(frames: Frame[], key: number): Frame[] {
  const path: Frame[] = [];
  for (let next: number | null = key; next !== null;) {
    const frame: Frame | undefined = frames[next];
    if (!frame) break;
    path.push(frame);
    next = frame.parentKey;
  }
  return path.reverse();
}

/** One row of the card of a frame. */
export interface FrameFact { label: string; value: string }
