import type { Sides } from '../../../core/contract/contract.ts';

/** Returns the share, or null if the total is 0. */
export function shareOf(value: number, total: number): number | null {
  return total === 0 ? null : value / total;
}

/** Returns each side's share of its own total. */
export function sidesShare(
  value: Sides, totals: { before: number; after: number }
): { before: number | null; after: number | null } {
  return { before: shareOf(value.before, totals.before), after: shareOf(value.after, totals.after) };
}
