/**
 * Returns callers and callees of a function as two trees. Each sample with it is cut at its outermost occurrence, so
 * that both trees' roots have its cum, and a recursive function appears again among its own callees:
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
import type { DiffFlameNode, FlameNode } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { prunedTree, type PrunedTree } from '../tree/prunedTree.ts';
import type { FrameNames } from '../query/frameNames.ts';
import { GrowingUint32 } from '../decode/growingArray.ts';
import { at, type Profile } from '../decode/profile.ts';
import { firstWithSameStack } from '../tree/sameStacks.ts';
import { nestCut } from '../tree/stackTree.ts';
import type { StackView } from '../decode/stackView.ts';
import { kindOf, mean, sidesOf, thousandths } from '../tree/beforeAfter.ts';
import { isCounted, type Subject } from './subject.ts';
import type { Column } from '../decode/values.ts';

interface Tree<Node> { nodes: number; culledNodes: number; root: Node }
export interface Sandwich<Node> { callerTree: Tree<Node>; calleeTree: Tree<Node> }

/** Sums over a node and all below it, and of the node itself, one number for each column. */
interface NodeValues { name: string; width: number; selfWidth: number; sums: number[]; selfs: number[] }

/** Builds both trees. Nodes narrower than `minRatio` of the function are only counted. */
export function callTrees<Head, Cell, Node extends { name: string; children: Node[] }>(
  subject: Subject<Head, Cell>, name: string, minRatio: number, make: (values: NodeValues) => Node,
): Result<Sandwich<Node>> {
  const { above, below } = split(subject, subject.names.names.indexOf(name));
  const callerTree = treeOf(above, subject, name, { minRatio, make });
  if (!callerTree.ok) return callerTree;
  const calleeTree = treeOf(below, subject, name, { minRatio, make });
  return calleeTree.ok ? ok({ callerTree: callerTree.value, calleeTree: calleeTree.value }) : calleeTree;
}

/** Stacks of slots instead of locations. */
interface Half { frames: GrowingUint32; from: Uint32Array; to: Uint32Array; kept: Uint8Array }

/**
 * Splits each sample with the function into the frames above and below its outermost occurrence; the function's
 * neighbour is the root.
 */
function split<Head, Cell>(subject: Subject<Head, Cell>, target: number): { above: Half; below: Half } {
  const { profile, view, names } = subject;
  const [above, below] = [halfOf(profile.sampleCount), halfOf(profile.sampleCount)];
  const path: number[] = [];
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    if (!isCounted(subject, sample)) continue;
    path.length = 0;
    let outermost = -1;
    for (let frame = at(view.to, sample) - 1; frame >= at(view.from, sample); frame--) {
      const location = at(profile.frames, frame);
      for (let line = at(names.start, location + 1) - 1; line >= at(names.start, location); line--) {
        const slot = at(names.slots, line);
        if (slot === target && outermost < 0) outermost = path.length;
        path.push(slot);
      }
    }
    if (outermost < 0) continue;
    // A stack is stored leaf first: for callers the leaf is the program's root.
    put(above, sample, path.slice(0, outermost));
    put(below, sample, path.slice(outermost + 1).reverse());
  }
  return { above, below };
}

function halfOf(samples: number): Half {
  return {
    frames: new GrowingUint32(), from: new Uint32Array(samples), to: new Uint32Array(samples),
    kept: new Uint8Array(samples),
  };
}

function put(half: Half, sample: number, slots: number[]): void {
  half.kept[sample] = 1;
  half.from[sample] = half.frames.length;
  for (const slot of slots) half.frames.push(slot);
  half.to[sample] = half.frames.length;
}

function treeOf<Head, Cell, Node extends { name: string; children: Node[] }>(
  half: Half, subject: Subject<Head, Cell>, name: string,
  { minRatio, make }: { minRatio: number; make: (values: NodeValues) => Node },
): Result<Tree<Node>> {
  const slots = subject.names.names.length;
  const names: FrameNames = {
    ...subject.names, start: Uint32Array.from({ length: slots + 1 }, (_, slot) => slot),
    slots: Uint32Array.from({ length: slots }, (_, slot) => slot),
  };
  const view: StackView = {
    kept: half.kept, from: half.from, to: half.to, hidden: new Uint8Array(slots), lines: new Map(),
  };
  const profile: Profile = { ...subject.profile, frames: half.frames.toArray() };
  const { divisors } = subject;
  const width = widths(profile, view, names, subject);
  const cut = prunedTree(
    { profile, view, names, width, columns: subject.columns.map((column) => column.numbers) }, { minRatio, zoom: [] }
  );
  if (!cut.ok) return cut;
  const tree: PrunedTree = cut.value;
  const root = nestCut<Node>(tree, (node) => make({
    name: node === 0 ? name : (names.names[at(tree.slot, node)] ?? ''),
    width: thousandths(at(tree.width, node)), selfWidth: at(tree.selfWidth, node),
    sums: tree.sums.map((each, column) => mean(at(each, node), divisors[column] ?? 1)),
    selfs: tree.selfs.map((each, column) => mean(at(each, node), divisors[column] ?? 1)),
  }));
  return ok({ nodes: tree.nodes, culledNodes: tree.culled, root });
}

/**
 * Returns magnitudes; for a pair the larger side of each stack, at the stack's first sample, as in the diff flame
 * graph.
 */
function widths(
  profile: Profile, view: StackView, names: FrameNames,
  { columns, divisors }: { columns: Column[]; divisors: number[] }
): Float64Array {
  const [only, ...others] = columns.map((column) => column.numbers.map(Math.abs));
  if (only !== undefined && others.length === 0) return only;
  const first = firstWithSameStack(profile, view, names);
  const summed = columns.map((column, index) => {
    const sums = new Float64Array(profile.sampleCount);
    column.numbers.forEach((value, sample) => {
      const stack = first[sample] ?? 0;
      sums[stack] = (sums[stack] ?? 0) + Math.abs(value);
    });
    return sums.map((sum) => sum / (divisors[index] ?? 1));
  });
  return new Float64Array(profile.sampleCount)
    .map((_, stack) => summed.reduce((most, sums) => Math.max(most, sums[stack] ?? 0), 0));
}

/** Returns a node of a profile; for a saved difference with magnitudes, as in the flame graph. */
export function oneNode({ name, width, selfWidth }: NodeValues): FlameNode {
  return { name, value: width, self: selfWidth, children: [] };
}

export function diffNode({ name, width, sums, selfs }: NodeValues): DiffFlameNode {
  const [before = 0, after = 0] = sums;
  const [selfBefore = 0, selfAfter = 0] = selfs;
  const sides = sidesOf(before, after);
  return { name, value: width, ...sides, selfBefore, selfAfter, kind: kindOf(sides), children: [] };
}
