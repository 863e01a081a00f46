/** Finds which part of the names of sub-benchmarks separates what became faster from what became slower. Pure. */

interface NamedChange { name: string; change: number }

interface Group { name: string; rows: NamedChange[]; up: number }

const MIN_ROWS = 4;
const MIN_GROUP = 2;
const MAX_GROUPS = 6;
/** Share of the rows of a group that go one way, unless only one row of at least this many goes the other way. */
const ONE_WAY = 0.8;
const MIN_FOR_ONE_EXCEPTION = 3;
const MAX_EXCEPTIONS = 2;

/** Factor by which all changes of a group are larger than all of the other one, and the least of the larger. */
const MUCH_LARGER = 2.5;
const MIN_LARGE = 0.1;
/** Words of a name in camel case by which rows are grouped. */
const MAX_WORDS = 3;

type Key = (name: string) => string | undefined;

/** Returns the name without the number of processors that go test adds. */
const bareName = (name: string): string => name.replace(/-\d{1,4}$/, '');
const partsOf = (name: string): string[] => bareName(name).split('/');
const underscored = (name: string): string[] => bareName(name).split('_');
/** Returns the words of a name: `IncCounterA` is `Inc`, `Counter`, `A`. */
const wordsOf = (name: string): string[] => bareName(name).split(/(?<=[a-z\d])(?=[A-Z])/);

const isUp = ({ change }: NamedChange): boolean => change > 0;

/** Returns the ways to group rows: by a part between slashes, else between underscores, else by words in camel case. */
export function keysOf(rows: readonly NamedChange[]): Key[] {
  const depthBy = (parts: (name: string) => string[]): number =>
    Math.min(...rows.map(({ name }) => parts(name).length));
  for (const parts of [partsOf, underscored]) {
    const depth = depthBy(parts);
    if (depth > 1) return Array.from({ length: depth }, (_, at) => (name: string) => parts(name)[at]);
  }
  if (rows.some(({ name }) => /[/_]/.test(name))) return [(name) => partsOf(name)[0]];
  const words = Math.min(depthBy(wordsOf) - 1, MAX_WORDS);
  const counts = Array.from({ length: Math.max(0, words) }, (_, at) => at + 1);
  const ways = [(count: number) => [count], (count: number) => [-count], (count: number) => [0, count]];
  return ways.flatMap((range) => counts.map((count): Key => (name) => wordsOf(name).slice(...range(count)).join('')));
}

export function groupsBy(rows: readonly NamedChange[], key: Key): Group[] {
  const groups = new Map<string, NamedChange[]>();
  for (const row of rows) {
    const part = key(row.name);
    if (part === undefined || part === '') return [];
    groups.set(part, [...groups.get(part) ?? [], row]);
  }
  return [...groups].map(([name, own]) => ({ name: labelOf(name, own), rows: own, up: own.filter(isUp).length }));
}

/** Returns the last words in camel case that all names of a group share; its own name if that is none of them. */
function labelOf(name: string, rows: readonly NamedChange[]): string {
  if (rows.some((row) => /[/_]/.test(row.name))) return name;
  const [first = [], ...others] = rows.map((row) => wordsOf(row.name));
  const shared = first.filter((_, i) => others.every((words) =>
    words.slice(i - first.length).join('') === first.slice(i).join(''))).length;
  const label = first.slice(first.length - shared).join('');
  return label.endsWith(name) ? label : name;
}

/** Whether nearly all rows of a group go one way. */
function isOneWay({ rows, up }: Group): boolean {
  const most = Math.max(up, rows.length - up);
  return most >= ONE_WAY * rows.length || (rows.length >= MIN_FOR_ONE_EXCEPTION && most >= rows.length - 1);
}

/** Whether the groups go one way each, and not all the same way. */
const separates = (groups: readonly Group[]): boolean => groups.length >= 2 && groups.length <= MAX_GROUPS
  && groups.every((group) => group.rows.length >= MIN_GROUP && isOneWay(group))
  && new Set(groups.map(({ rows, up }) => up * 2 > rows.length)).size === 2;

/** Returns what each group of rows does; null unless one part of the names separates them. */
export function changePattern(
  rows: readonly NamedChange[], words: readonly [less: string, more: string], percent: (change: number) => string
): string | null {
  if (rows.length < MIN_ROWS || rows.every(isUp) || !rows.some(isUp)) return null;
  for (const key of keysOf(rows)) {
    const groups = groupsBy(rows, key);
    if (separates(groups)) return `By name: ${groups.map((group) => groupFact(group, words, percent)).join('; ')}.`;
  }
  return null;
}

/** The size of a change, in which halving is as much as doubling. */
const sizeOf = ({ change }: NamedChange): number => Math.abs(Math.log1p(change));

/** Returns what two groups of rows do, of which one changed much more than the other; null without such groups. */
export function sizePattern(rows: readonly NamedChange[], percent: (change: number) => string): string | null {
  if (rows.length < MIN_ROWS) return null;
  for (const key of keysOf(rows)) {
    const groups = groupsBy(rows, key).toSorted((a, b) => leastOf(b) - leastOf(a));
    const [large, small, another] = groups;
    if (large === undefined || small === undefined || another !== undefined || small.rows.length < MIN_GROUP
      || large.rows.length < MIN_GROUP || leastOf(large) < MIN_LARGE) continue;
    const most = Math.max(...small.rows.map(sizeOf));
    if (leastOf(large) >= MUCH_LARGER * most) return `By name: ${[large, small].map((group) =>
      `${spanOf(group.rows, percent)} in the ${group.rows.length} rows of ${group.name}`).join(', ')}.`;
  }
  return null;
}

const leastOf = ({ rows }: Group): number => Math.min(...rows.map(sizeOf));

/** Returns `all 3 rows`; of two, `both rows`. */
export const allRows = (count: number): string => (count === 2 ? 'both rows' : `all ${count} rows`);

/** Returns the smallest and the largest change. */
export function spanOf(rows: readonly NamedChange[], percent: (change: number) => string): string {
  const sorted = rows.map(({ change }) => change).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [low = 0, high = low] = [sorted[0], sorted.at(-1)];
  const [least, most] = [percent(low), percent(high)];
  return least === most ? least : `${least} to ${most}`;
}

function groupFact(
  { name, rows, up }: Group, [less, more]: readonly [string, string], percent: (change: number) => string
): string {
  const goesUp = up * 2 > rows.length;
  const own = rows.filter((row) => isUp(row) === goesUp);
  const others = rows.filter((row) => isUp(row) !== goesUp);
  const span = spanOf(own, percent);
  const count = others.length === 0 ? allRows(rows.length) : `${own.length} of ${rows.length} rows`;
  const except = others.slice(0, MAX_EXCEPTIONS).map((row) => `${row.name} (${percent(row.change)})`).join(', ');
  return `${goesUp ? more : less} in ${count} of ${name} (${span})${others.length === 0 ? '' : `, but not ${except}`}`;
}
