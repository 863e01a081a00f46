/** The functions next to the flame graph of a diff in an embed. */
import type { DiffTopTable } from '../../../../core/contract/contract.ts';

const CHANGES = 8;
/** Rows to request: noise is mixed in with the others. */
export const CHANGE_ROWS = 200;

/**
 * The largest changes that are not noise, in the order of the table; own values over the whole profiles, in the table's
 * unit.
 */
export function changesOf({ rows }: Pick<DiffTopTable, 'rows'>): { name: string; before: number; after: number }[] {
  return rows.filter(({ sure, flat }) => sure !== 'noise' && flat.delta !== 0).slice(0, CHANGES)
    .map(({ function: name, flat: { before, after } }) => ({ name, before, after }));
}
