import type { Sides } from '../../../core/contract/contract.ts';
import { at } from '../decode/profile.ts';
import { compareNames } from '../query/question.ts';

/**
 * Largest absolute flat delta first, then cum delta, then name; each made into what is listed. Sorted by numbers side
 * by side, not by what is inside thousands of rows.
 */
export function largestFirst<R extends { flat: Sides; cum: Sides }, L>(
  rows: readonly R[], nameAt: (index: number) => string, listed: (row: R, index: number) => L
): L[] {
  const flat = Float64Array.from(rows, (row) => Math.abs(row.flat.delta));
  const cum = Float64Array.from(rows, (row) => Math.abs(row.cum.delta));
  const order = Uint32Array.from(rows, (_row, index) => index).sort((a, b) => (
    at(flat, b) - at(flat, a) || at(cum, b) - at(cum, a) || compareNames(nameAt(a), nameAt(b))
  ));
  const list: L[] = [];
  for (const index of order) {
    const row = rows[index];
    if (row !== undefined) list.push(listed(row, index));
  }
  return list;
}
