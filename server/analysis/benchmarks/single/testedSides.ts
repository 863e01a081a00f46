/** Tests the two sides that the names of one output tell apart, benchmark by benchmark. Pure. */
import { MannWhitney } from '../../../../core/statistics/mannWhitney.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import type { Slot } from './nameSlots.ts';
import { geomean, rangeWords } from './ratioWords.ts';
import { valueText } from './values.ts';

const ALPHA = 0.05;
/** Runs of a side from which a test can show a difference. */
const MIN_RUNS = 4;
const MIN_FOR_MEAN = 3;
const MAX_LISTED = 4;

const isNumber = (value: string): boolean => /^[\d.]+[a-zA-Z%]{0,4}$/.test(value);

interface Measured { name: string; value: number; samples: readonly number[] }
interface Tested { label: string; ratio: number; p: number; before: number; after: number }

/**
 * Returns which benchmarks a test finds different, and which not; null for other than two sides, and with too few runs.
 * `order`: the names of the results as they ran.
 */
export function testedSides(
  { unit, rows }: { unit: string; rows: readonly Measured[] }, slot: Slot, order: readonly string[]
): { claim: string; evidence: string[] } | null {
  const [base, side, another] = slot.values;
  // Sizes differ as they must.
  if (base === undefined || side === undefined || another !== undefined || [base, side].every(isNumber)) return null;
  const known = new Map(rows.map((row) => [row.name, row]));
  const pairs = slot.rows.flatMap((row) => {
    const [before, after] = [known.get(row.get(base) ?? ''), known.get(row.get(side) ?? '')];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  if (pairs.length === 0 || pairs.some(({ before, after }) => before.samples.length < MIN_RUNS
    || after.samples.length < MIN_RUNS || !(before.value > 0) || !(after.value > 0))) return null;
  const test = new MannWhitney();
  const labels = labelsOf(pairs.map(({ before }) => before.name));
  const all = pairs.map(({ before, after }, i): Tested => ({
    label: labels[i] ?? before.name, ratio: after.value / before.value,
    p: test.pValue(before.samples, after.samples) ?? 1, before: before.value, after: after.value,
  }));
  const changed = all.filter(({ p, ratio }) => p <= ALPHA && ratio !== 1)
    .toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  const open = all.filter((row) => !changed.includes(row));
  const key = slot.key === '' ? '' : `${slot.key}: `;
  const evidence = [
    ...listWords(`${unitName(unit)}, ${side} against ${base}: `, changed, unit),
    ...open.length === 0 || all.length === 1 ? [] : [`Not significant, which does not mean the same: ${
      listed(open, ({ label, ratio, p }) => `${label} (${changeText(ratio)}, ${pText(p)})`)}.`],
    ...orderWords(pairs.map(({ before, after }) => [before.name, after.name]), order, [base, side]),
  ];
  return { claim: `${key}${claimWords(all, changed, { base, side, unit })}`, evidence };
}

const pText = (p: number): string => (p < 0.001 ? 'p<0.001' : `p=${Math.min(1, p).toFixed(3)}`);
const changeText = (ratio: number): string =>
  `${ratio < 1 ? '\u2212' : '+'}${formatNumber(Math.abs(ratio - 1) * 100)} %`;

function listed(rows: readonly Tested[], word: (row: Tested) => string): string {
  const rest = rows.length - MAX_LISTED;
  return `${rows.slice(0, MAX_LISTED).map(word).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

const listWords = (start: string, rows: readonly Tested[], unit: string): string[] => (rows.length === 0 ? []
  : [`${start}${listed(rows, ({ label, ratio, p, before, after }) => `${label} ${changeText(ratio)} (${
    valueText(before, unit)} to ${valueText(after, unit)}, ${pText(p)})`)}.`]);

function claimWords(
  all: readonly Tested[], changed: readonly Tested[], { base, side, unit }: { base: string; side: string; unit: string }
): string {
  const mean = all.length < MIN_FOR_MEAN ? ''
    : `; ${changeText(geomean(all.map(({ ratio }) => ratio)))} in geometric mean of all`;
  if (changed.length === 0) {
    const [only] = all.length === 1 ? all : [];
    return `${side} shows no significant difference, against ${base}${only === undefined
      ? `, in ${all.length} benchmarks` : ` (${changeText(only.ratio)}, ${pText(only.p)})`}${mean}.`;
  }
  const ways = [changed.filter(({ ratio }) => ratio < 1), changed.filter(({ ratio }) => ratio > 1)]
    .filter((rows) => rows.length > 0).toSorted((a, b) => b.length - a.length);
  const words = ways.map((rows) => {
    const ratios = rows.map(({ ratio }) => ratio);
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
    return `${rangeWords(high < 1 ? { least: high, most: low } : { least: low, most: high }, unit)}${
      all.length === 1 ? '' : ` in ${rows.length} of ${all.length} benchmarks`}`;
  });
  const open = all.length - changed.length;
  const ps = changed.map(({ p }) => p);
  return `${side} ${words.join(' and ')} (${Math.min(...ps) === Math.max(...ps) ? pText(ps[0] ?? 1)
    : `p at most ${Math.max(...ps).toFixed(3)}`}), against ${base}${
    open === 0 ? '' : `; ${open === 1 ? 'one is' : `${open} are`} not significant`}${mean}.`;
}

/** Returns the parts of the names between slashes by which the benchmarks differ; whole names if they do not. */
function labelsOf(names: readonly string[]): string[] {
  const parted = names.map((name) => name.replace(/-\d{1,5}$/, '').split('/'));
  const [first] = parted;
  if (first === undefined || names.length < 2 || parted.some(({ length }) => length !== first.length))
    return [...names];
  const differing = first.map((_, at) => new Set(parted.map((parts) => parts[at])).size > 1);
  const labels = parted.map((parts) => parts.filter((_, at) => differing[at] === true).join('/'));
  return new Set(labels).size < labels.length || labels.includes('') ? [...names] : labels;
}

/** Says that one side ran before the other, so that a drift of the machine looks like a difference. */
function orderWords(
  pairs: readonly (readonly [before: string, after: string])[], order: readonly string[],
  [base, side]: readonly [string, string]
): string[] {
  const [olds, others] = [new Set(pairs.map(([old]) => old)), new Set(pairs.map(([, other]) => other))];
  const places = [olds, others].map((names) => order.flatMap((name, at) => (names.has(name) ? [at] : [])));
  const [first = [], second = []] = places;
  if (first.length === 0 || second.length === 0) return [];
  const [early, late] = Math.max(...first) < Math.min(...second) ? [base, side]
    : Math.max(...second) < Math.min(...first) ? [side, base] : [];
  return early === undefined || late === undefined ? []
    : [`All runs of ${early} come before those of ${late}: a drift of the machine would look the same. Run them in `
      + 'turns, each at least 10 times.'];
}
