import { changeText, formatDelta } from '../../../core/text/change.ts';
import { formatProfileValue } from '../../../core/text/format.ts';
import type { Amount } from '../../../core/views/profile/flameViews.ts';
import { sizeOf } from '../../../core/views/profile/functionRows.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import styles from './ViewTabs.module.css';

/** Returns the columns of a diff: before, after, their difference, and the change. */
export function diffColumns<Row>(of: (row: Row) => Amount, unit: string): Column<Row>[] {
  return [
    {
      key: 'before', head: 'before', align: 'right', sortValue: (row) => of(row).before,
      render: (row) => formatProfileValue(of(row).before ?? 0, unit),
    },
    valueColumn('after', 'after', (row) => of(row).after, { as: (value) => formatProfileValue(value, unit) }),
    {
      key: 'delta', head: 'Δ', align: 'right', sortValue: (row) => Math.abs(sizeOf(of(row))),
      render: (row) => <DeltaWords size={sizeOf(of(row))} unit={unit} />,
    },
    {
      key: 'change', head: 'change', align: 'right',
      render: (row) => changeText(of(row).before ?? 0, of(row).after) || '–',
    },
  ];
}

/** A difference; the sign repeats the meaning of the colour. */
export function DeltaWords({ size, unit }: { size: number; unit: string }) {
  return <span className={size < 0 ? styles.less : size > 0 ? styles.more : undefined}>{formatDelta(size, unit)}</span>;
}
