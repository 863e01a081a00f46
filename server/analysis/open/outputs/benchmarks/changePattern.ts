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

/** Returns the name without the number of processors that go test adds. */
const partsOf = (name: string): string[] => name.replace(/-\d{1,4}$/, '').split('/');

const isUp = ({ change }: NamedChange): boolean => change > 0;

function groupsAt(rows: readonly NamedChange[], at: number): Group[] {
  const groups = new Map<string, NamedChange[]>();
  for (const row of rows) {
    const part = partsOf(row.name)[at];
    if (part === undefined) return [];
    groups.set(part, [...groups.get(part) ?? [], row]);
  }
  return [...groups].map(([name, own]) => ({ name, rows: own, up: own.filter(isUp).length }));
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
  const depth = Math.min(...rows.map(({ name }) => partsOf(name).length));
  for (let at = 0; at < depth; at += 1) {
    const groups = groupsAt(rows, at);
    if (separates(groups)) return `By name: ${groups.map((group) => groupFact(group, words, percent)).join('; ')}.`;
  }
  return null;
}

function groupFact(
  { name, rows, up }: Group, [less, more]: readonly [string, string], percent: (change: number) => string
): string {
  const goesUp = up * 2 > rows.length;
  const own = rows.filter((row) => isUp(row) === goesUp);
  const others = rows.filter((row) => isUp(row) !== goesUp);
  const sorted = own.map(({ change }) => change).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [low = 0, high = low] = [sorted[0], sorted.at(-1)];
  const span = low === high ? percent(low) : `${percent(low)} to ${percent(high)}`;
  const count = others.length === 0 ? `all ${rows.length} rows` : `${own.length} of ${rows.length} rows`;
  const except = others.slice(0, MAX_EXCEPTIONS).map((row) => `${row.name} (${percent(row.change)})`).join(', ');
  return `${goesUp ? more : less} in ${count} of ${name} (${span})${others.length === 0 ? '' : `, but not ${except}`}`;
}
