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
