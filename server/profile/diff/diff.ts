/**
 * Computes what changed between two profiles. Always delta = after - before; names of both sides are kept.
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
import type {
  DiffFlameGraph, DiffFlameNode, DiffStep, DiffTopRow, DiffTopTable, HowSure, Sides, Sureness,
} from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { accumulate, type FlatCum } from '../query/accumulate.ts';
import type { Area } from '../../../core/views/profile/diffClaim.ts';
import { areasOf, placedSums } from './areas.ts';
import { diffFinding } from './diffFinding.ts';
import { comparabilityOf } from './comparability.ts';
import { prunedTree } from '../tree/prunedTree.ts';
import { MAX_CHANCE } from '../../../core/statistics/falseDiscovery.ts';
import type { FrameNames } from '../query/frameNames.ts';
import { gcSamples } from '../query/gcStacks.ts';
import {
  moderatedComparison, isCounted, pValueOfBoth, readingOf, sentenceOf, type GroupTest,
} from './moderatedComparison.ts';
import { areOneBuild } from './joint/builds.ts';
import { coresScale, durationsOf } from './joint/coresScale.ts';
import { withJoint } from './joint/jointFinding.ts';
import { largestFirst } from './largestFirst.ts';
import { callsNothing, isNotNegative } from './rowFacts.ts';
import { perUnit } from '../tree/perUnit.ts';
import type { Pair } from '../query/pair.ts';
import { at } from '../decode/profile.ts';
import { filtered, limited, type Filtered, type Question } from '../query/question.ts';
import { groupsOf, kindOf, mean, pairSides, thousandths, totalsOf } from '../tree/beforeAfter.ts';
import { firstWithSameStack } from '../tree/sameStacks.ts';
import { cutName, nestCut } from '../tree/stackTree.ts';
import type { StackView } from '../decode/stackView.ts';
import { callRows, evidenceOf, INTERRUPTION, type Called, type Evidence } from './significance.ts';

/**
 * Returns the numbers of `go tool pprof -top -diff_base before after`, plus those of each side. After values are
 * normalized as requested, each rounded separately, so normalized totals can be a few units off 0.
 *
 * Rows: one for each printed name of either side, largest absolute flat delta first, then cum delta, then name; names
 * without a value on either side are dropped. `totals`: magnitudes of all samples of a side before any filter. p- and
 * q-values consider all rows, including those that `limit` omits: `significance.ts` has the tests.
 */
export function diffTop(pair: Pair, question: Question): Result<DiffTopTable> {
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const groups = moderatedComparison(pair, question);
  if (!groups.ok) return groups;
  const evidence = evidenceOf(pair);
  const sums = accumulate(pair.combined, view, names, [pair.before, pair.after, ...evidence.columns]);
  const areas = (): Area[] => {
    const placed = placedSums(pair, question);
    return placed.ok ? areasOf(pair, [placed.value], question) : [];
  };
  const table = diffTable(
    pair, question, { names: names.names, files: names.files, sums, evidence, groups: groups.value, areas }
  );
  return table.ok ? ok(withJoint(table.value, pair, what.value, question)) : table;
}

/** Input of a table of functions. `sums`: of before, of after, then of the evidence's columns, by row of `names`. */
export interface DiffSums {
  names: string[]; files: string[]; sums: FlatCum[]; evidence: Evidence; groups: GroupTest | null; areas: () => Area[]
}

export function diffTable(
  pair: Pair, question: Question, { names, files, sums, evidence, groups, areas }: DiffSums
): Result<DiffTopTable> {
  const [before, after, ...tested] = sums;
  const slots: number[] = [];
  const all: { flat: Sides; cum: Sides }[] = [];
  names.forEach((_name, slot) => {
    const flat = pairSides(pair, before?.flat.value(slot) ?? 0, after?.flat.value(slot) ?? 0);
    const cum = pairSides(pair, before?.cum.value(slot) ?? 0, after?.cum.value(slot) ?? 0);
    if (flat.before === 0 && flat.after === 0 && cum.before === 0 && cum.after === 0) return;
    slots.push(slot);
    all.push({ flat, cum });
  });
  const pValueOf = (which: 'flat' | 'cum', slot: number): number | null => {
    if (names[slot] === INTERRUPTION) return null;
    return pValueOfBoth(
      groups, evidence.pValue((column) => tested[column]?.[which].value(slot) ?? 0),
      (test) => test[which](names[slot] ?? '')
    );
  };
  const reading = readingOf(evidence, groups);
  const calls = (which: 'flat' | 'cum', isTested: (row: { flat: Sides; cum: Sides }) => boolean): Called[] => {
    const rows = all.map((row, index) => (
      { delta: row[which].delta, pValue: isTested(row) ? pValueOf(which, slots[index] ?? 0) : null }
    ));
    return callRows(rows, reading);
  };
  const flatCalls = calls('flat', ({ flat }) => flat.before !== 0 || flat.after !== 0);
  const callees = calls('cum', (row) => !callsNothing(row));
  // Equal values have one verdict, though flat and cum are separate families of tests.
  const cumCalls = callees.map((call, index) => {
    const row = all[index];
    return row !== undefined && callsNothing(row) ? flatCalls[index] : call;
  });
  const rows = largestFirst(all, (index) => names[slots[index] ?? 0] ?? '', (row, index): DiffTopRow => {
    const slot = slots[index] ?? 0;
    const { pValue = null, qValue = null, sure = 'unknown' } = flatCalls[index] ?? {};
    const cum = cumCalls[index];
    const samplesOf = (which: 'flat' | 'cum') => (
      isCounted(groups) ? evidence.samples?.((column) => tested[column]?.[which].value(slot) ?? 0) : undefined
    );
    const [samples, cumSamples] = [samplesOf('flat'), samplesOf('cum')];
    return {
      function: names[slot] ?? '', file: files[slot] ?? '', ...row, pValue, qValue, sure,
      ...(samples === undefined ? {} : { samples }), ...(cumSamples === undefined ? {} : { cumSamples }),
      cumPValue: cum?.pValue ?? null, cumQValue: cum?.qValue ?? null, cumSure: cum?.sure ?? 'unknown',
    };
  });
  const valueType = pair.combined.sampleTypes[pair.type];
  const table = {
    unit: valueType?.unit ?? '', sampleType: valueType?.type ?? '',
    totals: totalsOf(pair), ...groupsOf(pair),
    howSure: howSure(reading.method, sentenceOf(evidence, groups), flatCalls, cumCalls),
  };
  const shown = <T extends object>(part: T, scale = question.scale): T & { unit: string } =>
    perUnit({ ...part, unit: table.unit }, scale);
  const told = question.scale ?? coresScale(pair);
  const finding = diffFinding({
    ...shown({ ...table, rows, ...wholeChange(pair, evidence, groups) }, told), normalize: pair.normalize,
    areas: () => shown({ areas: areas() }, told).areas, durations: durationsOf(pair),
    isMomentary: reading.method !== 'none' && reading.beyond === 'unknown', isOneBuild: areOneBuild(pair),
  });
  const kept = limited(question.drop_negative === true ? rows.filter(isNotNegative) : rows, question.limit);
  return ok({ ...shown({ ...table, ...kept }), finding, comparability: comparabilityOf(pair) });
}

/**
 * Returns whether the total differs beyond noise, by the tests of the table, over all samples of both sides before any
 * filter. `unknown`: this kind of profile or one snapshot per side does not show noise, or the totals were made equal.
 */
export function totalVerdict(pair: Pair, question: Question): Result<{ pValue: number | null; sure: Sureness }> {
  const groups = moderatedComparison(pair, question);
  if (!groups.ok) return groups;
  const evidence = evidenceOf(pair);
  const { method, beyond } = readingOf(evidence, groups.value);
  const { totalPValue } = wholeChange(pair, evidence, groups.value);
  if (method === 'none' || totalPValue === null || pair.normalize === 'total')
    return ok({ pValue: null, sure: 'unknown' });
  return ok({ pValue: totalPValue, sure: totalPValue <= MAX_CHANCE ? beyond : 'noise' });
}

function howSure(
  method: HowSure['method'], sentence: string, calls: Called[], cumCalls: readonly (Called | undefined)[]
): HowSure {
  const isDifferent = (call: Called | undefined): boolean => call?.sure === 'different';
  return {
    method, sentence,
    tested: calls.filter((call) => call.pValue !== null).length,
    different: calls.filter(isDifferent).length,
    cumDifferent: cumCalls.filter(isDifferent).length,
    eitherDifferent: calls.filter((call, row) => isDifferent(call) || isDifferent(cumCalls[row])).length,
  };
}

/** Returns the p-value of the totals, and their share of garbage collection (null for profiles that do not show it). */
function wholeChange(
  pair: Pair, evidence: Evidence, groups: GroupTest | null
): { totalPValue: number | null; gc: (Sides & { pValue: number | null }) | null } {
  const sumWhere = (numbers: Float64Array, counts: (sample: number) => boolean): number =>
    numbers.reduce((sum, value, sample) => (counts(sample) ? sum + value : sum), 0);
  const pValueWhere = (counts: (sample: number) => boolean): number | null => (
    evidence.pValue((column) => sumWhere(evidence.columns[column]?.numbers ?? new Float64Array(), counts))
  );
  const totalPValue = pValueOfBoth(
    groups, evidence.totalPValue ?? pValueWhere(() => true), (test) => test.totalPValue
  );
  if (!isCounted(groups) || evidence.method !== 'counts') return { totalPValue, gc: null };
  const inGc = gcSamples(pair.combined);
  const isGc = (sample: number): boolean => inGc[sample] === 1;
  return {
    totalPValue, gc: {
      ...pairSides(pair, sumWhere(pair.before.numbers, isGc), sumWhere(pair.after.numbers, isGc)),
      pValue: pValueWhere(isGc),
    },
  };
}

/**
 * Returns both profiles as one tree. `value`, the width: over the node and all below it, the sum of the larger side's
 * own values; never less than `before`, `after`, or the sum of its children's. `before`, `after`, `delta` are signed
 * sums. `sure` considers the given frames, for groups the frame's function. Culling, `zoom` and errors like
 * `flameGraph`.
 */
export function diffFlameGraph(pair: Pair, question: Question, atStep?: AtStep): Result<DiffFlameGraph> {
  atStep?.('layout');
  const what = filtered(pair.combined, question);
  if (!what.ok) return what;
  const { view, names } = what.value;
  const groups = moderatedComparison(pair, question);
  if (!groups.ok) return groups;
  const evidence = evidenceOnce(pair);
  const zoom = question.zoom ?? [];
  const columns = [pair.before, pair.after, ...evidence.columns].map((column) => column.numbers);
  const cut = prunedTree(
    { profile: pair.combined, view, names, width: widthsOf(pair, what.value), columns },
    { minRatio: question.minRatio ?? 0, zoom }
  );
  if (!cut.ok) return cut;
  const tree = cut.value;
  const [before = tree.width, after = tree.width, ...tested] = tree.sums;
  const [selfBefore = tree.width, selfAfter = tree.width] = tree.selfs;
  const sides = (node: number): Sides => pairSides(pair, at(before, node), at(after, node));
  const pValueOf = (node: number): number | null => {
    if (names.names[at(tree.slot, node)] === INTERRUPTION && (node > 0 || zoom.length > 0)) return null;
    return pValueOfBoth(
      groups.value, evidence.pValue((column) => tested[column]?.[node] ?? 0),
      (test) => (node === 0 && zoom.length === 0 ? test.totalPValue : test.cum(names.names[at(tree.slot, node)] ?? ''))
    );
  };
  atStep?.('significance');
  const reading = readingOf(evidence, groups.value);
  const calls = reading.method === 'none' ? []
    : callRows(Array.from(tree.width, (_, node) => ({ delta: sides(node).delta, pValue: pValueOf(node) })), reading);
  const root = nestCut<DiffFlameNode>(tree, (node) => ({
    name: cutName(tree, names, zoom, node),
    value: thousandths(at(tree.width, node)),
    ...sides(node),
    selfBefore: mean(at(selfBefore, node), pair.divisors.before),
    selfAfter: mean(at(selfAfter, node), pair.divisors.after),
    kind: kindOf(sides(node)),
    ...sureOf(
      calls[node],
      () => (isCounted(groups.value) ? evidence.samples?.((column) => tested[column]?.[node] ?? 0) : undefined)
    ),
    children: [],
  }));
  const { unit = '', type: sampleType = '' } = pair.combined.sampleTypes[pair.type] ?? {};
  return ok({
    unit, sampleType, totals: totalsOf(pair), ...groupsOf(pair),
    nodes: tree.nodes, culledNodes: tree.culled, root,
  });
}

/** Called when a step begins. */
type AtStep = (step: DiffStep) => void;
/** Caches: a zoom queries the same pair and the same stacks again. */
const lastEvidence = new WeakMap<Pair, Evidence>();
const lastWidths = new WeakMap<StackView, { pair: Pair; widths: Float64Array }>();

function evidenceOnce(pair: Pair): Evidence {
  const evidence = lastEvidence.get(pair) ?? evidenceOf(pair);
  lastEvidence.set(pair, evidence);
  return evidence;
}

function widthsOf(pair: Pair, { view, names }: Filtered): Float64Array {
  const last = lastWidths.get(view);
  if (last?.pair === pair) return last.widths;
  const made = widths(pair, view, names);
  lastWidths.set(view, { pair, widths: made });
  return made;
}

/** Returns each sample's part of the width: the larger side of its stack, assigned to the stack's first sample. */
function widths(pair: Pair, view: StackView, names: FrameNames): Float64Array {
  const first = firstWithSameStack(pair.combined, view, names);
  const before = new Float64Array(first.length);
  const after = new Float64Array(first.length);
  for (let sample = 0; sample < first.length; sample++) {
    const stack = first[sample] ?? 0;
    before[stack] = (before[stack] ?? 0) + Math.abs(pair.before.numbers[sample] ?? 0);
    after[stack] = (after[stack] ?? 0) + Math.abs(pair.after.numbers[sample] ?? 0);
  }
  const { divisors } = pair;
  return before.map((size, stack) => Math.max(size / divisors.before, (after[stack] ?? 0) / divisors.after));
}

function sureOf(
  call: Called | undefined, samplesOf: () => DiffFlameNode['samples']
): Pick<DiffFlameNode, 'sure' | 'qValue' | 'samples'> {
  if (call === undefined || call.sure === 'unknown') return {};
  if (call.sure === 'different') return { sure: 'different' };
  const samples = samplesOf();
  return {
    sure: 'noise', ...(call.qValue === null ? {} : { qValue: call.qValue }),
    ...(samples === undefined ? {} : { samples }),
  };
}
