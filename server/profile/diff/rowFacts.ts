/** Facts of a row of a diff. Pure. */
import type { DiffTopRow, Sides } from '../../../core/contract/contract.ts';

/** Applies the reference's drop_negative: the flat delta decides or, if it is 0, the cum delta. */
export function isNotNegative({ flat, cum }: DiffTopRow): boolean {
  return flat.delta > 0 || (flat.delta === 0 && cum.delta >= 0);
}

export function callsNothing({ flat, cum }: { flat: Sides; cum: Sides }): boolean {
  return flat.before === cum.before && flat.after === cum.after;
}
