/** Counts a function that was renamed, or replaced by one of another package, as the same on both sides. Pure. */
import type { DiffTopRow, Part } from '../../../core/contract/contract.ts';
import { MAX_CHANCE } from '../../../core/statistics/falseDiscovery.ts';
import { count, parts } from '../../../core/text/parts.ts';
import { sidesParts } from './functionChanges.ts';
import { lastPart } from './renameProposals.ts';
import { shownName } from './shownName.ts';
import { merged } from './joint/movedNames.ts';

/** A function of before, the one of after in its place, and both as one row. */
export interface Renamed { from: DiffTopRow; to: DiffTopRow; row: DiffTopRow }

/** Largest factor between the values of a renamed function, which does about the same work. */
const MAX_FACTOR = 2;
/** Length from which a name within another one shows that they are of one work. */
const MIN_SHARED = 5;

export const isDifferent = ({ sure, cumSure }: DiffTopRow): boolean => sure === 'different' || cumSure === 'different';

type Pair = readonly [from: DiffTopRow, to: DiffTopRow];

const doSameWork = ([from, to]: Pair): boolean => {
  const factor = to.cum.after / from.cum.before;
  return factor <= MAX_FACTOR && factor >= 1 / MAX_FACTOR;
};

/** Pairs the rows that are alone with their key on both sides. */
function alone(gone: readonly DiffTopRow[], came: readonly DiffTopRow[], keyOf: (name: string) => string): Pair[] {
  const byKey = (rows: readonly DiffTopRow[]): Map<string, DiffTopRow[]> => {
    const found = new Map<string, DiffTopRow[]>();
    for (const row of rows) found.set(keyOf(row.function), [...found.get(keyOf(row.function)) ?? [], row]);
    return found;
  };
  const others = byKey(came);
  return [...byKey(gone)].flatMap(([key, [from, ...more]]): Pair[] => {
    const [to, ...rest] = others.get(key) ?? [];
    return from === undefined || to === undefined || more.length + rest.length > 0 ? [] : [[from, to]];
  });
}

/** Returns the package of a name: `github.com/x/tsdb.(*Head).append` -> `github.com/x/tsdb`. */
function packageOf(name: string): string {
  const slash = name.lastIndexOf('/');
  const dot = name.indexOf('.', slash + 1);
  return slash >= 0 && dot > slash ? name.slice(0, dot) : name.slice(0, Math.max(0, name.lastIndexOf(lastPart(name))));
}

/** Whether the shorter of two names is in the other one, as `decode` in `s2Decode`. */
function isAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [lastPart(one), lastPart(other)].map((name) => name.toLowerCase())
    .toSorted((a, b) => a.length - b.length);
  return short.length >= MIN_SHARED && long.includes(short);
}

/**
 * Finds functions that disappeared while one with the same last name part appeared, as a package or a type was perhaps
 * renamed; then, in the packages of these and in one that stays, those whose name is in that of the other.
 */
function renamedPairs(all: readonly DiffTopRow[]): Pair[] {
  const rows = all.filter(isDifferent);
  const gone = rows.filter(({ cum }) => cum.before > 0 && cum.after === 0);
  const came = rows.filter(({ cum }) => cum.before === 0 && cum.after > 0);
  const pairs = alone(gone, came, lastPart).filter(doSameWork);
  const taken = new Set(pairs.flat());
  const packages = new Map(pairs.map(([from, to]) => [packageOf(from.function), packageOf(to.function)]));
  const similar = (from: DiffTopRow): DiffTopRow[] => came.filter((to) => !taken.has(to)
    && packageOf(to.function) === (packages.get(packageOf(from.function)) ?? packageOf(from.function))
    && isAlike(from.function, to.function));
  const found = gone.filter((from) => !taken.has(from)).flatMap((from): Pair[] => {
    const [to, another] = similar(from);
    return to === undefined || another !== undefined || !doSameWork([from, to]) ? [] : [[from, to]];
  });
  // A function that may be in the place of two is in that of neither.
  return [...pairs, ...found.filter(([, to]) => found.filter(([, other]) => other === to).length === 1)];
}

/** The rows with each renamed function as one, and what was renamed, the largest by its own value first. */
export interface RenamedRows { rows: DiffTopRow[]; renamed: Renamed[] }

/** Merges the rows of renamed functions; those that do not differ beyond noise are left out. */
export function renamedRows(rows: readonly DiffTopRow[]): RenamedRows {
  const pairs = renamedPairs(rows);
  const renamed = pairs.map(([from, to]): Renamed =>
    ({ from, to, row: merged({ from, to }, MAX_CHANCE / pairs.length) }));
  const old = new Set(pairs.map(([from]) => from));
  const byNew = new Map(renamed.map(({ to, row }) => [to, row]));
  return {
    rows: rows.filter((row) => !old.has(row)).flatMap((row) => {
      const both = byNew.get(row);
      return both === undefined ? row : isDifferent(both) ? both : [];
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
