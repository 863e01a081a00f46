/** Counts a function that was renamed, or replaced by one of another package, as the same on both sides. Pure. */
import type { DiffTopRow, Part } from '../../../core/contract/contract.ts';
import { MAX_CHANCE } from '../../../core/statistics/falseDiscovery.ts';
import { count, parts } from '../../../core/text/parts.ts';
import { sidesParts } from './functionChanges.ts';
import { merged } from './joint/movedNames.ts';
import { lastPart, renamePairs } from './joint/renamePairs.ts';
import { shownName } from './shownName.ts';

/** A function of before, the one of after in its place, and both as one row. */
export interface Renamed { from: DiffTopRow; to: DiffTopRow; row: DiffTopRow }

/** Share of the largest value from which an untested row may be of a renamed function. */
const MIN_SHARE = 0.01;

export const isDifferent = ({ sure, cumSure }: DiffTopRow): boolean => sure === 'different' || cumSure === 'different';

/** Whether differences are tested, at least for sampling error as of a snapshot, or not at all. */
type Tests = 'tested' | 'momentary' | 'untested';

/**
 * Returns which rows may be of a renamed function: those that differ beyond noise, or, where no test says so, those
 * with much of the profile.
 */
function candidates(rows: readonly DiffTopRow[], tests: Tests): DiffTopRow[] {
  if (tests === 'tested') return rows.filter(isDifferent);
  const most = rows.reduce((max, { cum }) => Math.max(max, cum.before, cum.after), 0);
  return rows.filter(({ cum }) => Math.max(cum.before, cum.after) >= MIN_SHARE * most);
}

/** The rows with each renamed function as one, and what was renamed, the largest by its own value first. */
export interface RenamedRows { rows: DiffTopRow[]; renamed: Renamed[] }

/** Merges the rows of renamed functions; if differences are tested, those within noise are left out. */
export function renamedRows(rows: readonly DiffTopRow[], tests: Tests = 'tested'): RenamedRows {
  const own = candidates(rows, tests);
  const gone = own.filter(({ cum }) => cum.before > 0 && cum.after === 0);
  const came = own.filter(({ cum }) => cum.before === 0 && cum.after > 0);
  const pairs = renamePairs(gone, came, {
    nameOf: ({ function: name }) => name, valueOf: ({ cum }) => cum.before + cum.after, isStrict: tests !== 'tested',
  });
  const chance = tests === 'untested' ? null : MAX_CHANCE / Math.max(1, pairs.length);
  const renamed = pairs.map(({ from, to }): Renamed => ({ from, to, row: merged({ from, to }, chance) }));
  const old = new Set(pairs.map(({ from }) => from));
  const byNew = new Map(renamed.map(({ to, row }) => [to, row]));
  return {
    rows: rows.filter((row) => !old.has(row)).flatMap((row) => {
      const both = byNew.get(row);
      return both === undefined ? row : tests === 'untested' || isDifferent(both) ? both : [];
    }),
    renamed: renamed.toSorted((a, b) => b.row.flat.before + b.row.flat.after - a.row.flat.before - a.row.flat.after
      || b.row.cum.before - a.row.cum.before),
  };
}

/** Whether only what is before its last part differs. */
const isSameName = ({ from, to }: Renamed): boolean => lastPart(from.function) === lastPart(to.function);

/** By its own value, if it has one on both sides. */
const columnOf = ({ row: { flat } }: Renamed): 'flat' | 'cum' => (flat.before > 0 && flat.after > 0 ? 'flat' : 'cum');

/** Returns `from 6.33 s to 6.03 s`, with whether that is noise if it was tested. */
function changeParts(renamed: Renamed, unit: string): Part[] {
  const which = columnOf(renamed);
  const tested = which === 'flat' ? renamed.row.pValue : renamed.row.cumPValue;
  return parts`${sidesParts(renamed.row, which, unit)}${tested === null ? '' : isDifferent(renamed.row)
    ? ', beyond noise' : ', within noise'}`;
}

/** Returns what was renamed, by its largest function; empty if nothing was. */
export function renamedEvidence(renamed: readonly Renamed[], unit: string): Part[][] {
  const [first] = renamed;
  if (first === undefined) return [];
  const what = renamed.every(isSameName) ? 'only renamed' : 'renamed or replaced';
  return [parts`${count(renamed.length, 'function')} perhaps ${what}, such as ${shownName(first.from.function)} to ${
    shownName(first.to.function)} (${changeParts(first, unit)}): compared as the same.`];
}

/** Returns the claim of a diff in which nothing else changed; `same`: the totals of both sides. */
export function renamedClaim(renamed: readonly Renamed[], unit: string, same: Part[]): Part[] {
  const [first] = renamed;
  return first === undefined || renamed.every(isSameName)
    ? parts`${count(renamed.length, 'function')} perhaps only renamed; nothing else changed beyond noise: ${same}.`
    : parts`${shownName(first.to.function)} probably replaced ${shownName(first.from.function)}: ${
      changeParts(first, unit)}; the rest is within noise.`;
}

/** Returns the evidence of that claim: what it does not name, and what would show a smaller difference. */
export function renamedAlone(renamed: readonly Renamed[], unit: string, same: Part[]): Part[][] {
  if (renamed.every(isSameName)) return renamedEvidence(renamed, unit);
  const [, next] = renamed;
  const more = renamed.length > 2 ? parts`, and ${count(renamed.length - 2, 'more', 'more')}` : [];
  return [
    parts`${same}.`,
    ...next === undefined ? [] : [parts`Also compared as the same: ${shownName(next.from.function)} and ${
      shownName(next.to.function)}${more}.`],
    parts`Whether it is a little faster or slower, only a benchmark of both on the same data shows, with several runs.`,
  ];
}
