/** Recognizes changes of all benchmarks by a similar share of the time, as with another machine. Pure. */

/** Rows from which changes can be alike, the factor between the largest and the smallest, and the largest of them. */
const MIN_ALIKE = 5;
const ALIKE_FACTOR = 3;
const MAX_ALIKE = 0.3;

/** Says that all changes go one way by a similar share; null if they do not, or are too few. */
export function alikeFact(
  changes: readonly number[], [less, more]: readonly [less: string, more: string], percent: (change: number) => string
): string | null {
  const sizes = changes.map((change) => Math.abs(change));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const isUp = (changes[0] ?? 0) > 0;
  if (changes.length < MIN_ALIKE || least === 0 || most > MAX_ALIKE || most > ALIKE_FACTOR * least
    || changes.some((change) => change > 0 !== isUp)) return null;
  const [low, high] = [least, most].map((size) => percent(isUp ? size : -size));
  return `All ${changes.length} are ${isUp ? more : less} by a similar share (${low} to ${high}): this looks like the `
    + 'machine or the build, not one code path, but this text cannot prove it. Unchanged allocations would support it.';
}

interface NamedChange { name: string; change: number }

/** Part of the rows that has to change alike, their number, of how many functions, and the least change. */
const MOST = 2 / 3;
const MIN_MOST = 4;
const MIN_FUNCTIONS = 3;
const MIN_CHANGE = 0.02;
/** Relative distance of changes from their median that is the same share. */
const NEAR = 1 / 3;
const MAX_NAMED = 3;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = NaN, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

const COUNTS = /^(?:B|bytes|allocs?)\/op$/i;
const SAME_COUNT = 0.001;

/** Returns a function that tells whether the counts of named rows of a table stay the same; null if it has none. */
export const sameCounts = (rows: readonly { name: string; unit: string | null; change: number | null }[]) =>
  (names: readonly string[]): boolean | null => {
    const own = rows.filter(({ name, unit }) => unit !== null && COUNTS.test(unit) && names.includes(name));
    return own.length === 0 ? null : own.every(({ change }) => Math.abs(change ?? 0) <= SAME_COUNT);
  };

/**
 * Says that most changes, of several functions, go one way by nearly the same share, and which do not; null if all do
 * (`alikeFact`), or too few. `hasSameCounts`: whether the text shows that bytes or allocations of those stay; null if
 * it has none.
 */
export function mostAlikeFact(
  rows: readonly NamedChange[], { less, more, percent, hasSameCounts }: {
    less: string; more: string; percent: (change: number) => string;
    hasSameCounts: (names: readonly string[]) => boolean | null;
  }
): string | null {
  if (alikeFact(rows.map(({ change }) => change), [less, more], percent) !== null) return null;
  const logs = rows.map((row) => ({ ...row, log: Math.log1p(Math.max(row.change, -0.9999)) }));
  const first = median(logs.map(({ log }) => log));
  const near = logs.filter(({ log }) => Math.abs(log - first) <= NEAR * Math.abs(first));
  const common = median(near.map(({ log }) => log));
  const isAlike = ({ log }: { log: number }): boolean => Math.abs(log - common) <= NEAR * Math.abs(common);
  const [alike, others] = [logs.filter(isAlike), logs.filter((row) => !isAlike(row))];
  const functions = new Set(alike.map(({ name }) => name.split(/[/-]/, 1).join('')));
  const counts = hasSameCounts(alike.map(({ name }) => name));
  if (others.length === 0 || alike.length < Math.max(MIN_MOST, MOST * rows.length) || functions.size < MIN_FUNCTIONS
    || Math.abs(common) < MIN_CHANGE || Math.abs(common) > MAX_ALIKE || counts === false) return null;
  const sizes = alike.map(({ change }) => change).toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const told = others.toSorted((a, b) => Math.abs(b.log - common) - Math.abs(a.log - common)).slice(0, MAX_NAMED)
    .map(({ name, log, change }) => `${name} is ${percent(Math.expm1(log - common))} (${percent(change)} in the text)`)
    .join(', ');
  return `${alike.length} of ${rows.length} are ${common > 0 ? more : less} by nearly the same share (${
    percent(sizes[0] ?? 0)} to ${percent(sizes.at(-1) ?? 0)})${counts === true ? ', with the same bytes or allocations'
    : ''}: this looks like the machine or the build, not their code.${
    counts === null ? ' Unchanged allocations would support it.' : ''} Against these, ${told}${
    others.length > MAX_NAMED ? `, and ${others.length - MAX_NAMED} more` : ''}. Run both sides in turns to `
    + 'distinguish them.';
}
