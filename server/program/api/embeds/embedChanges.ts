/** Number of functions next to a diff's flame graph in an embed. */
import type { DiffTopTable } from '../../../../core/contract/contract.ts';

const CHANGES = 8;
/** Rows to request: more than shown, because noise is mixed in. */
export const CHANGE_ROWS = 200;

/**
 * Returns the largest changes that are not noise, in table order; flat values over the whole profiles, in the table's
 * unit.
 */
export function changesOf({ rows }: Pick<DiffTopTable, 'rows'>): { name: string; before: number; after: number }[] {
  return rows.filter(({ sure, flat }) => sure !== 'noise' && flat.delta !== 0).slice(0, CHANGES)
    .map(({ function: name, flat: { before, after } }) => ({ name, before, after }));
}
