/**
 * What changed between two profiles. delta = after - before, always; names of both sides are kept.
 *
 * ```
 *   before: main;read 6   main;parse 4      after: main;read 6   main;index 5
 *
 *   tree    before after delta value kind
 *   main        10    11    +1    15  grown     value = 6 + 4 + 5: what either side had of itself, added up,
 *   ├ index      0     5    +5     5  new       so that a frame that is gone keeps its width and
 *   ├ parse      4     0    -4     4  gone      children are never wider than their parent
 *   └ read       6     6     0     6  same
 * ```
 */
import type { DiffFlameGraph, DiffFlameNode, DiffKind, DiffTopRow, DiffTopTable, Sides } from '../api/contract.ts';
import { ok, type Result } from '../result.ts';
import { accumulate } from './accumulate.ts';
import { diffFinding } from './diffFinding.ts';
import { part, type Pair } from './pair.ts';
import { at, type Profile } from './profile.ts';
import { compareNames, filtered, limited, type Question } from './question.ts';
import { rateTestPValue } from './rateTest.ts';
import { buildTree, nest, subtreeSums } from './stackTree.ts';
import { columnOf, magnitude, type Column } from './values.ts';

/** No -0 in answers: JSON writes it as 0, a comparison in a test does not. */
function minus(after: number, before: number): number {
  return after - before + 0;
}

function sides(before: number, after: number): Sides {
  return { before, after, delta: minus(after, before) };
}

/**
 * The numbers of `go tool pprof -top -diff_base before after`, with both sides' own beside the delta. After values are
 * normalised as asked, each rounded by itself, which is where normalised totals of a few units beside 0 come from.
 *
 * Rows: one for each printed name of either side, largest absolute flat delta first, then cum delta, then name; names
 * without a value on either side are left out. `totals`: magnitudes of all samples of a side before any filter.
 * `pValue`: whether the flat difference can be chance, from sample counts, for CPU profiles; else null.
 */
export function diffTop(pair: Pair, question: Question): Result<DiffTopTable> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const counts = countColumns(pair);
  const [before, after, countBefore, countAfter] = accumulate(pair.combined, view, names, [pair.before, pair.after, ...counts]);
  const rows: DiffTopRow[] = [];
  names.names.forEach((name, slot) => {
    const flat = sides(before?.flat.value(slot) ?? 0, after?.flat.value(slot) ?? 0);
    const cum = sides(before?.cum.value(slot) ?? 0, after?.cum.value(slot) ?? 0);
    if (flat.before === 0 && flat.after === 0 && cum.before === 0 && cum.after === 0) return;
    const pValue = countBefore === undefined || countAfter === undefined
      ? null
      : rateTestPValue(countBefore.flat.value(slot), countAfter.flat.value(slot), pair.ratio);
    rows.push({ function: name, file: names.files[slot] ?? '', flat, cum, pValue });
  });
  rows.sort((a, b) => Math.abs(b.flat.delta) - Math.abs(a.flat.delta) || Math.abs(b.cum.delta) - Math.abs(a.cum.delta)
    || compareNames(a.function, b.function));
  const valueType = pair.combined.sampleTypes[pair.type];
  const table = {
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '',
    totals: { before: magnitude(pair.before.numbers), after: magnitude(pair.after.numbers) },
  };
  return ok({ ...table, ...limited(rows, question.limit), finding: diffFinding(table, rows, pair.normalize) });
}

/** How often each stack was sampled, before normalising, for CPU profiles (`samples/count` beside `cpu`). */
function countColumns(pair: Pair): Column[] {
  const { combined, beforeStart } = pair;
  const type = countType(combined);
  if (type < 0) return [];
  const counts = columnOf(combined, type);
  return [part(counts, beforeStart, combined.sampleCount), part(counts, 0, beforeStart)];
}

function countType(profile: Profile): number {
  if (!profile.sampleTypes.some((type) => type.type === 'cpu')) return -1;
  return profile.sampleTypes.findIndex((type) => type.type === 'samples' && type.unit === 'count');
}

/**
 * Both profiles as one tree. `value`, the width: over the node and all below it, the larger of both sides' own values
 * added up; it is never less than `before`, `after`, or the sum of its children's. `before`, `after`, `delta` are signed sums.
 * Nodes are culled by width. Errors as `flameGraph`.
 */
export function diffFlameGraph(pair: Pair, question: Question): Result<DiffFlameGraph> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const built = buildTree(pair.combined, view, names, [pair.before, pair.after]);
  if (!built.ok) return built;
  const tree = built.value;
  const [selfBefore = new Float64Array(1), selfAfter = new Float64Array(1)] = tree.self;
  const [sizeBefore = selfBefore, sizeAfter = selfAfter] = tree.magnitude;
  const before = subtreeSums(tree, selfBefore);
  const after = subtreeSums(tree, selfAfter);
  const width = subtreeSums(tree, sizeBefore.map((size, node) => Math.max(size, at(sizeAfter, node))));
  const { root, nodes, culledNodes } = nest<DiffFlameNode>(tree, width, question.minRatio ?? 0, (node) => ({
    name: node === 0 ? 'root' : (names.names[at(tree.slot, node)] ?? ''),
    value: at(width, node),
    before: at(before, node),
    after: at(after, node),
    delta: minus(at(after, node), at(before, node)),
    selfBefore: at(selfBefore, node),
    selfAfter: at(selfAfter, node),
    kind: kindOf(at(before, node), at(after, node)),
    children: [],
  }));
  const valueType = pair.combined.sampleTypes[pair.type];
  return ok({
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '',
    totals: { before: magnitude(pair.before.numbers), after: magnitude(pair.after.numbers) },
    nodes, culledNodes, root,
  });
}

function kindOf(before: number, after: number): DiffKind {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return after > before ? 'grown' : 'shrunk';
}
