import type { Unit } from '../../core/contract/terms/unit.ts';
import { formatValue, unknownText } from '../../core/text/format.ts';
import type { Column } from './DataTable.tsx';

interface Look extends Pick<Column<never>, 'unit' | 'noWrap' | 'hint'> {
  as: Unit | ((value: number) => string);
}

/** Returns a column of numbers, sorted by what it shows; null is shown as unknown. */
export function valueColumn<Row>(
  key: string, head: string, of: (row: Row) => number | null, { as, ...look }: Look
): Column<Row> {
  const textOf = (value: number | null): string => (
    value === null ? unknownText : typeof as === 'function' ? as(value) : formatValue(value, as)
  );
  return { key, head, align: 'right', ...look, sortValue: of, render: (row) => textOf(of(row)) };
}
