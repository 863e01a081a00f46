/**
 * Stacks as a tree of names, inlined frames included, root first:
 *
 * ```
 *   samples (leaf last)        tree             value  self
 *   main;run;read 3            root                 9     0
 *   main;run;parse 4           └ main               9     0
 *   main;run 2                   └ run              9     2
 *                                  ├ parse          4     4
 *                                  └ read           3     3
 * ```
 */
import type { FlameGraph, FlameNode } from '../api/contract.ts';
import { ok, type Result } from '../result.ts';
import { cutTree, type CutTree } from './cutTree.ts';
import type { FrameNames } from './frameNames.ts';
import { at, type Profile } from './profile.ts';
import { compareNames, filtered, type Question } from './question.ts';
import { typeIndex } from './sampleType.ts';
import { columnOf, totalOf } from './values.ts';

/** Node 0 is the root. A node's parent has a smaller number than the node. */
export interface StackTree {
  nodes: number;
  parent: Uint32Array;
  /** Name of the node, a slot of FrameNames (0 for the root, where it means nothing). */
  slot: Uint32Array;
  depth: Uint32Array;
  /** For each column: what the node has itself, as signed sum and as sum of magnitudes. */
  self: Float64Array[];
  magnitude: Float64Array[];
}

/** More than a page can draw; past it the smallest are left out, and counted. */
const MAX_ANSWER_NODES = 100_000;
/** Deeper trees overflow the call stack of the engine's own JSON and message code. */
const MAX_ANSWER_DEPTH = 1000;

/** Each node's own value plus those of all nodes below it. */
export function subtreeSums(tree: StackTree, own: Float64Array): Float64Array {
  const sums = own.slice();
  for (let node = tree.nodes - 1; node > 0; node--) {
    const parent = at(tree.parent, node);
    sums[parent] = at(sums, parent) + at(sums, node);
  }
  return sums;
}

export interface Nested<N> { root: N; nodes: number; culledNodes: number }

/**
 * The tree as nested objects. Nodes narrower than `minRatio` of the root go, and, of what is left, the narrowest
 * until the answer can be drawn; widths never grow downwards, so what stays hangs together. Children by name.
 */
export function nest<N extends { name: string; children: N[] }>(
  tree: StackTree, width: Float64Array, minRatio: number, make: (node: number) => N,
): Nested<N> {
  const least = leastWidth(tree, width, minRatio);
  const made: (N | undefined)[] = [make(0)];
  let nodes = 1;
  for (let node = 1; node < tree.nodes; node++) {
    const parent = made[at(tree.parent, node)];
    if (parent === undefined || at(width, node) < least || at(tree.depth, node) > MAX_ANSWER_DEPTH) continue;
    const object = make(node);
    made[node] = object;
    parent.children.push(object);
    nodes++;
  }
  for (const object of made) object?.children.sort((a, b) => compareNames(a.name, b.name));
  const [root] = made;
  if (root === undefined) throw new Error('a tree always has a root');
  return { root, nodes, culledNodes: tree.nodes - nodes };
}

function leastWidth(tree: StackTree, width: Float64Array, minRatio: number): number {
  const asked = minRatio * at(width, 0);
  if (tree.nodes <= MAX_ANSWER_NODES) return asked;
  const descending = width.slice().sort().reverse();
  const last = at(descending, MAX_ANSWER_NODES - 1);
  // Nodes exactly as wide as the first one left out go too, or the answer could still be too large.
  const next = at(descending, MAX_ANSWER_NODES);
  const least = last > next ? last : (descending.slice(0, MAX_ANSWER_NODES).findLast((value) => value > next) ?? Infinity);
  return Math.max(asked, least);
}

/**
 * Flame graph of one profile. `value` of a node is never less than the sum of its children's; `self` is its own part.
 * A saved difference has negative values: there both are sums of magnitudes, as is its total, since a width cannot be
 * negative. `total` as in `top`; the root's value is less than it when filters are set.
 * Samples without a stack are the root's `self`. Frames below `minRatio` of the root are left out with all below them;
 * `zoom` makes the frame it leads to the root, so that more of what is below it is seen.
 * Errors as `top`, and `not_found` when `zoom` leads nowhere.
 */
export function flameGraph(profile: Profile, question: Question): Result<FlameGraph> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const column = columnOf(profile, type.value);
  const zoom = question.zoom ?? [];
  const cut = cutTree({ profile, view, names, width: column.numbers.map(Math.abs), columns: [] }, { minRatio: question.minRatio ?? 0, zoom });
  if (!cut.ok) return cut;
  const tree = cut.value;
  const root = nestCut<FlameNode>(tree, (node) => ({
    name: cutName(tree, names, zoom, node), value: at(tree.width, node), self: at(tree.selfWidth, node), children: [],
  }));
  const valueType = profile.sampleTypes[type.value];
  return ok({
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '', total: totalOf(profile, column),
    nodes: tree.nodes, culledNodes: tree.culled, root,
  });
}

export function cutName(tree: CutTree, names: FrameNames, zoom: readonly string[], node: number): string {
  return node === 0 && zoom.length === 0 ? 'root' : (names.names[at(tree.slot, node)] ?? '');
}

/** A cut tree as nested objects, children by name. */
export function nestCut<N extends { name: string; children: N[] }>(tree: CutTree, make: (node: number) => N): N {
  const root = make(0);
  const made: N[] = [root];
  for (let node = 1; node < tree.nodes; node++) {
    const object = make(node);
    made.push(object);
    made[at(tree.parent, node)]?.children.push(object);
  }
  for (const object of made) object.children.sort((a, b) => compareNames(a.name, b.name));
  return root;
}
