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
import { fail, ok, type Result } from '../result.ts';
import type { FrameNames } from './frameNames.ts';
import { GrowingFloat64, GrowingUint32 } from './growingArray.ts';
import { at, type Profile } from './profile.ts';
import { compareNames, filtered, type Question } from './question.ts';
import { typeIndex } from './sampleType.ts';
import type { StackView } from './stackView.ts';
import { columnOf, totalOf, type Column } from './values.ts';

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

const MAX_TREE_NODES = 3_000_000;
/** More than a page can draw; past it the smallest are left out, and counted. */
const MAX_ANSWER_NODES = 100_000;
/** Deeper trees overflow the call stack of the engine's own JSON and message code. */
const MAX_ANSWER_DEPTH = 1000;

/** Error `too_large` when the stacks have more different prefixes than memory should be spent on. */
export function buildTree(profile: Profile, view: StackView, names: FrameNames, columns: Column[]): Result<StackTree> {
  const slots = names.names.length + 1;
  const childOf = new Map<number, number>();
  const parent = new GrowingUint32();
  const slotOf = new GrowingUint32();
  const depth = new GrowingUint32();
  const self = columns.map(() => new GrowingFloat64());
  const magnitude = columns.map(() => new GrowingFloat64());
  const add = (parentNode: number, slot: number, nodeDepth: number): number => {
    parent.push(parentNode);
    slotOf.push(slot);
    depth.push(nodeDepth);
    for (const each of self) each.push(0);
    for (const each of magnitude) each.push(0);
    return parent.length - 1;
  };
  add(0, 0, 0);

  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (view.kept[sample] === 0 || columns.every((column) => column.numbers[sample] === 0)) continue;
    let node = 0;
    for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location + 1) - 1; line >= at(names.start, location); line--) {
        const slot = at(names.slots, line);
        const key = node * slots + slot;
        let child = childOf.get(key);
        if (child === undefined) {
          if (parent.length >= MAX_TREE_NODES) {
            return fail('too_large', `the flame graph would have more than ${MAX_TREE_NODES} nodes; narrow it with focus or ignore`);
          }
          child = add(node, slot, depth.get(node) + 1);
          childOf.set(key, child);
        }
        node = child;
      }
    }
    columns.forEach((column, index) => {
      const value = column.numbers[sample] ?? 0;
      self[index]?.add(node, value);
      magnitude[index]?.add(node, Math.abs(value));
    });
  }
  return ok({
    nodes: parent.length, parent: parent.toArray(), slot: slotOf.toArray(), depth: depth.toArray(),
    self: self.map((each) => each.toArray()), magnitude: magnitude.map((each) => each.toArray()),
  });
}

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
 * Samples without a stack are the root's `self`. Errors as `top`, and `too_large`.
 */
export function flameGraph(profile: Profile, question: Question): Result<FlameGraph> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const column = columnOf(profile, type.value);
  const tree = buildTree(profile, view, names, [column]);
  if (!tree.ok) return tree;
  const self = tree.value.magnitude[0] ?? new Float64Array(1);
  const value = subtreeSums(tree.value, self);
  const { root, nodes, culledNodes } = nest<FlameNode>(tree.value, value, question.minRatio ?? 0, (node) => ({
    name: node === 0 ? 'root' : (names.names[at(tree.value.slot, node)] ?? ''),
    value: at(value, node),
    self: at(self, node),
    children: [],
  }));
  const valueType = profile.sampleTypes[type.value];
  return ok({ unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '', total: totalOf(profile, column), nodes, culledNodes, root });
}
