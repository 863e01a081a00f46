import type { DiffKind, Groups, Sides } from '../../../core/contract/contract.ts';
import { magnitude } from '../decode/values.ts';
import type { Pair } from '../query/pair.ts';

/** Returns both sides and the delta, without -0: JSON writes it as 0, a comparison in a test does not. */
export function sidesOf(before: number, after: number): Sides {
  return { before, after, delta: thousandths(after - before + 0) };
}

/** Converts sums of a pair's columns for an answer. */
export function pairSides({ divisors }: Pair, before: number, after: number): Sides {
  return sidesOf(mean(before, divisors.before), mean(after, divisors.after));
}

/** Rounds means of groups to a thousandth of the unit. */
export function mean(sum: number, divisor: number): number {
  return divisor === 1 ? sum : thousandths(sum / divisor);
}

export function thousandths(value: number): number {
  return Number.isInteger(value) ? value : Math.round(value * 1000) / 1000 + 0;
}

/** Returns the magnitudes of all samples of each side. */
export function totalsOf(pair: Pair): { before: number; after: number } {
  const { before, after } = pairSides(pair, magnitude(pair.before.numbers), magnitude(pair.after.numbers));
  return { before, after };
}

/** Returns nothing if neither side is a group. */
export function groupsOf({ sides, normalize }: Pair): { groups?: Groups } {
  const [before, after] = [sides.before.length, sides.after.length];
  return before === 1 && after === 1 ? {}
    : { groups: { before, after, countAs: normalize === 'sum' ? 'sum' : 'mean' } };
}

export function kindOf({ before, after }: Pick<Sides, 'before' | 'after'>): DiffKind {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return after > before ? 'grown' : 'shrunk';
}
