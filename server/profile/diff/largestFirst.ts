import type { Sides } from '../../../core/contract/contract.ts';
import { at } from '../decode/profile.ts';
import { compareNames } from '../query/question.ts';

/**
 * Lists rows by largest absolute flat delta, then cum delta, then name. Sorts contiguous numbers, not fields of
 * thousands of rows.
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
