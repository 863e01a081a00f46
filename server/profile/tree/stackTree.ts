/**
 * Returns stacks as a tree of names, inlined frames included, root first:
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
import type { FlameGraph, FlameNode } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { prunedTree, type PrunedTree } from './prunedTree.ts';
import type { FrameNames } from '../query/frameNames.ts';
import { at, type Profile } from '../decode/profile.ts';
import { compareNames, filtered, type Question } from '../query/question.ts';
import { typeIndex } from '../decode/sampleType.ts';
import { columnOf, totalOf } from '../decode/values.ts';

/**
 * Returns the flame graph of one profile. `value` of a node is never less than the sum of its children's; `self` is its
 * own part. A difference has negative values: there both, and its total, are sums of magnitudes, because a width cannot
 * be negative, and `net` and `selfNet` have the signed sums. `total` as in `top`; the root's value is less than it if
 * filters are set. Samples without a stack are the root's `self`. Frames below `minRatio` of the root are culled with
 * all below them; `zoom` makes the frame at its end the root, so that more below it is visible. Errors like `top`, and
 * `not_found` if `zoom` matches no stack.
 */
export function flameGraph(profile: Profile, question: Question): Result<FlameGraph> {
  const type = typeIndex(profile, question.sampleType);
  if (!type.ok) return type;
  const what = filtered(profile, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const column = columnOf(profile, type.value);
  const isSigned = column.numbers.some((value) => value < 0);
  const zoom = question.zoom ?? [];
  const cut = prunedTree(
    { profile, view, names, width: column.numbers.map(Math.abs), columns: isSigned ? [column.numbers] : [] },
    { minRatio: question.minRatio ?? 0, zoom }
  );
  if (!cut.ok) return cut;
  const tree = cut.value;
  const [sums] = tree.sums;
  const [selfs] = tree.selfs;
  const root = nestCut<FlameNode>(tree, (node) => ({
    name: cutName(tree, names, zoom, node), value: at(tree.width, node), self: at(tree.selfWidth, node), children: [],
    ...(sums === undefined || selfs === undefined ? {} : { net: at(sums, node), selfNet: at(selfs, node) }),
  }));
  const valueType = profile.sampleTypes[type.value];
  return ok({
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '', total: totalOf(profile, column),
    nodes: tree.nodes, culledNodes: tree.culled, root,
  });
}

export function cutName(tree: PrunedTree, names: FrameNames, zoom: readonly string[], node: number): string {
  return node === 0 && zoom.length === 0 ? 'root' : (names.names[at(tree.slot, node)] ?? '');
}

/** Returns a cut tree as nested objects, children sorted by name. */
export function nestCut<N extends { name: string; children: N[] }>(tree: PrunedTree, make: (node: number) => N): N {
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
