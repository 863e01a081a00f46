/** Describes what changed in a diff by function: the largest changes, in evidence and in the claim. Pure. */
import type { DiffTopRow, DiffTopTable, Normalize, Part, Sides } from '../../../core/contract/contract.ts';
import { isShortClaim } from '../../../core/finding.ts';
import { count, joined, parts } from '../../../core/text/parts.ts';
import { fromTo, TYPE_WORDS } from '../../../core/views/profile/diffClaim.ts';
import { shownName } from './shownName.ts';
import { shownUnit, valuePart } from './words/valueText.ts';

interface Changed extends Pick<DiffTopTable, 'unit' | 'sampleType' | 'totals' | 'howSure'> {
  rows: readonly DiffTopRow[];
  normalize: Normalize;
}

/** Rows that grew and fell most. */
export interface Extremes { grown: DiffTopRow | null; fallen: DiffTopRow | null }

export function extremes(rows: readonly DiffTopRow[], which: 'flat' | 'cum'): Extremes {
  const most = (sign: 1 | -1): DiffTopRow | null => rows.reduce<DiffTopRow | null>((best, row) => {
    const size = sign * row[which].delta;
    return size > 0 && (best === null || size > sign * best[which].delta) ? row : best;
  }, null);
  return { grown: most(1), fallen: most(-1) };
}

export interface Changes { words: Part[][]; count: number; by: 'flat' | 'cum'; largest: Extremes }

/**
 * Returns `By flat 3 functions grew beyond noise, most of all X (from 1 s to 2 s).`, the same for those that fell, and
 * the number that changed by flat or cum if it is larger; null if none changed by `which`.
 */
export function changesOf(
  { rows, unit, howSure }: Changed, which: 'flat' | 'cum'
): Changes | null {
  const different = rows.filter((row) => row[which === 'flat' ? 'sure' : 'cumSure'] === 'different');
  if (different.length === 0) return null;
  const largest = extremes(different, which);
  const by = which === 'flat' ? 'flat' : 'cum, including what they call,';
  const sentence = (row: DiffTopRow | null, sign: 1 | -1): Part[] | null => {
    const many = different.filter((each) => sign * each[which].delta > 0).length;
    if (row === null) return null;
    const did = parts`${count(many, 'function')} ${sign > 0 ? 'grew' : 'fell'}`;
    return parts`By ${by} ${did} beyond noise, ${mostOfAll(row, which, unit)}.`;
  };
  const { eitherDifferent } = howSure;
  return {
    largest, count: different.length, by: which,
    words: [
      sentence(largest.fallen, -1), sentence(largest.grown, 1),
      eitherDifferent > different.length ? parts`By flat or cum ${count(eitherDifferent, 'function')} changed.` : null,
    ].filter((each) => each !== null),
  };
}

export function mostOfAll(row: DiffTopRow, which: 'flat' | 'cum', unit: string): Part[] {
  return parts`most of all ${shownName(row.function)} (${sidesParts(row, which, unit)})`;
}

/**
 * Formats both sides. A function is new or gone only by cum: one that merely calls others now, or did before, is
 * neither.
 */
export function sidesParts(row: DiffTopRow, which: 'flat' | 'cum', unit: string): Part[] {
  const { before, after } = row[which];
  if (row.cum.before === 0 && before === 0) return parts`new with ${valuePart(after, unit)}`;
  if (row.cum.after === 0 && after === 0) return parts`gone, it had ${valuePart(before, unit)}`;
  return parts`from ${valuePart(before, unit)} to ${valuePart(after, unit)}`;
}

/**
 * Returns `3 functions changed beyond noise, mainly tsdb.(*Head).gc (+4.5 s); total CPU (75.2 to 76 s) is within
 * noise.` Names the largest change of either sign; the smaller of the two and both totals only if the claim stays
 * short.
 */
export function functionsClaim({ totals, normalize, sampleType, unit }: Changed, changes: Changes | null): Part[] {
  const type = TYPE_WORDS[sampleType] ?? sampleType;
  const { unit: shown, scaled } = inShownUnit(unit);
  const total = sampleType === 'samples' ? 'the number of samples' : `total ${type}`;
  // Does not say "the total is the same": with few samples, totals that differ by half may be within noise.
  const rest = (between: Part[]): Part[] => (normalize === 'total'
    ? parts`${type} is scaled to ${valuePart(totals.before, unit)}` : parts`${total}${between} is within noise`);
  const [long, short] = [rest(parts` (${fromTo(scaled(totals), shown)})`), rest([])];
  if (changes === null) return parts`GC changed beyond noise; ${long}.`;
  const [largest, ...others] = largestFirst(changes, unit);
  const changed = parts`changed ${changes.by === 'flat' ? null : 'by cum '}beyond noise`;
  if (largest === undefined) return parts`${count(changes.count, 'function')} ${changed}; ${long}.`;
  const naming = (named: readonly NamedChange[], end: Part[]): Part[] => {
    if (changes.count === 1) return parts`${largest.name} ${changed} (${largest.delta}); ${end}.`;
    const many = parts`${count(changes.count, 'function')} ${changed}`;
    return named.length === changes.count
      ? parts`${many}: ${joined(named.map(({ name, delta }) => parts`${name} ${delta}`), ', ')}; ${end}.`
      : parts`${many}, mainly ${joined(named.map(({ name, delta }) => parts`${name} (${delta})`), ' and ')}; ${end}.`;
  };
  // The evidence has both totals, too.
  const shortest = naming([largest], short);
  return [naming([largest, ...others], long), naming([largest], long)].find(isShortClaim) ?? shortest;
}

interface NamedChange { name: string; delta: Part[] }

/** Returns one or two: the largest change of either sign. */
function largestFirst({ largest: { grown, fallen }, by: which }: Changes, unit: string): NamedChange[] {
  return [grown, fallen].filter((row) => row !== null)
    .toSorted((a, b) => Math.abs(b[which].delta) - Math.abs(a[which].delta))
    .map((row) => ({
      name: shownName(row.function),
      delta: parts`${row[which].delta > 0 ? '+' : ''}${valuePart(row[which].delta, unit)}`,
    }));
}

type Pair = Pick<Sides, 'before' | 'after'>;

/** Returns the display unit of values, and a function that converts both sides of a value. */
export function inShownUnit(unit: string): { unit: string; scaled: (sides: Pair) => Sides } {
  const { unit: shown, factor } = shownUnit(unit);
  return {
    unit: shown,
    scaled: ({ before, after }) => (
      { before: factor * before, after: factor * after, delta: factor * (after - before) }),
  };
}
