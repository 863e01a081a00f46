/**
 * What lies above and below a function, as two trees. Each sample with it is cut at its outermost occurrence, so that
 * both trees' roots have its cum, and a function that calls itself is found again among its own callees:
 *
 * ```
 *   main;serve;read 3          above read (callers)    below read (callees)
 *   main;serve;read;alloc 1    read 6                  read 6
 *   main;init;read 2           ├ serve 4               └ alloc 1
 *                              │ └ main 4
 *                              └ init 2
 *                                └ main 2
 * ```
 */
import type { DiffFlameNode, FlameNode } from '../api/contract.ts';
import { fail, ok, type Result } from '../result.ts';
import { GrowingFloat64, GrowingUint32 } from './growingArray.ts';
import { at } from './profile.ts';
import { nest, subtreeSums, type StackTree } from './stackTree.ts';
import { isCounted, sidesOf, type Subject } from './subject.ts';
import type { Column } from './values.ts';

interface Tree<Node> { nodes: number; culledNodes: number; root: Node }
export interface Sandwich<Node> { callerTree: Tree<Node>; calleeTree: Tree<Node> }

/** Sums over a node and all below it, and of the node itself, one number for each column; `magnitudes` are the node's own. */
interface NodeValues { name: string; width: number; sums: number[]; selfs: number[]; magnitudes: number[] }

const MAX_PATHS = 1_000_000;

/** Nodes narrower than `minRatio` of the function are counted, not given. Error `too_large` when there are too many paths to keep. */
export function callTrees<Head, Cell, Node extends { name: string; children: Node[] }>(
  subject: Subject<Head, Cell>, name: string, minRatio: number, make: (values: NodeValues) => Node,
): Result<Sandwich<Node>> {
  const { profile, view, names } = subject;
  const target = names.names.indexOf(name);
  const above = new PathTree(subject.columns, names.names.length);
  const below = new PathTree(subject.columns, names.names.length);
  const path: number[] = [];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    path.length = 0;
    for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location + 1) - 1; line >= at(names.start, location); line--) path.push(at(names.slots, line));
    }
    const outermost = path.indexOf(target);
    if (outermost < 0) continue;
    above.add(path.slice(0, outermost).reverse(), sample);
    below.add(path.slice(outermost + 1), sample);
    if (above.nodes + below.nodes > MAX_PATHS) return fail('too_large', `more than ${MAX_PATHS} paths lead to and from the function; narrow them with focus or ignore`);
  }
  const treeOf = (paths: PathTree): Tree<Node> => nested(paths.finish(), names.names, name, minRatio, make);
  return ok({ callerTree: treeOf(above), calleeTree: treeOf(below) });
}

function nested<Node extends { name: string; children: Node[] }>(
  tree: StackTree, names: string[], rootName: string, minRatio: number, make: (values: NodeValues) => Node,
): Tree<Node> {
  const sums = tree.self.map((self) => subtreeSums(tree, self));
  const [first = new Float64Array(1), ...others] = tree.magnitude;
  const width = subtreeSums(tree, first.map((size, node) => others.reduce((most, other) => Math.max(most, at(other, node)), size)));
  return nest<Node>(tree, width, minRatio, (node) => make({
    name: node === 0 ? rootName : (names[at(tree.slot, node)] ?? ''),
    width: at(width, node),
    sums: sums.map((each) => at(each, node)),
    selfs: tree.self.map((each) => at(each, node)),
    magnitudes: tree.magnitude.map((each) => at(each, node)),
  }));
}

/** A node of a profile; of a saved difference the magnitudes, as in the flame graph. */
export function oneNode({ name, width, magnitudes }: NodeValues): FlameNode {
  return { name, value: width, self: magnitudes[0] ?? 0, children: [] };
}

export function diffNode({ name, width, sums, selfs }: NodeValues): DiffFlameNode {
  const [before = 0, after = 0] = sums;
  const [selfBefore = 0, selfAfter = 0] = selfs;
  return { name, value: width, ...sidesOf(before, after), selfBefore, selfAfter, kind: kindOf(before, after), children: [] };
}

function kindOf(before: number, after: number): DiffFlameNode['kind'] {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return after > before ? 'grown' : 'shrunk';
}

class PathTree {
  private readonly childOf = new Map<number, number>();
  private readonly parent = new GrowingUint32();
  private readonly slot = new GrowingUint32();
  private readonly depth = new GrowingUint32();
  private readonly self: GrowingFloat64[];
  private readonly magnitude: GrowingFloat64[];

  constructor(private readonly columns: Column[], private readonly slots: number) {
    this.self = columns.map(() => new GrowingFloat64());
    this.magnitude = columns.map(() => new GrowingFloat64());
    this.push(0, 0, 0);
  }

  get nodes(): number { return this.parent.length; }

  add(path: number[], sample: number): void {
    let node = 0;
    for (const slot of path) {
      const key = node * this.slots + slot;
      let child = this.childOf.get(key);
      if (child === undefined) {
        child = this.push(node, slot, this.depth.get(node) + 1);
        this.childOf.set(key, child);
      }
      node = child;
    }
    this.columns.forEach((column, index) => {
      const value = column.numbers[sample] ?? 0;
      this.self[index]?.add(node, value);
      this.magnitude[index]?.add(node, Math.abs(value));
    });
  }

  private push(parent: number, slot: number, depth: number): number {
    this.parent.push(parent);
    this.slot.push(slot);
    this.depth.push(depth);
    for (const each of this.self) each.push(0);
    for (const each of this.magnitude) each.push(0);
    return this.parent.length - 1;
  }

  finish(): StackTree {
    return {
      nodes: this.nodes, parent: this.parent.toArray(), slot: this.slot.toArray(), depth: this.depth.toArray(),
      self: this.self.map((each) => each.toArray()), magnitude: this.magnitude.map((each) => each.toArray()),
    };
  }
}
