import type { Figure } from '../../core/contract/contract.ts';
import { formatBand, formatValue } from '../../core/text/format.ts';
import type { Zone } from '../../core/text/zone.ts';
import { DataTable, type Column } from './DataTable.tsx';
import styles from './FiguresTable.module.css';

/** The figures of a panel: value, range, source metrics, and why one is unknown. */
export function FiguresTable({ figures, zone }: { figures: Figure[]; zone: Zone }) {
  const columns: Column<Figure>[] = [
    { key: 'name', head: 'figure', render: (row) => row.name },
    {
      key: 'value', head: 'value', align: 'right',
      render: (row) => <b className={styles['value']}>{formatValue(row.value, row.unit, zone)}</b>,
    },
    {
      key: 'band', head: 'range', align: 'right',
      render: (row) => (
        (row.low ?? null) === null && (row.high ?? null) === null ? '' : formatBand(row.low, row.high, row.unit, zone)
      ),
    },
    {
      key: 'from', head: 'from', render: (row) => (
        <span className={styles['from']}>
          {row.note !== undefined && <span>{row.note} </span>}
          {row.from.map((name) => <code key={name}>{name}</code>)}
        </span>
      ),
    },
  ];
  return <div className={styles['figures']}><DataTable caption="Figures behind the finding" columns={columns}
    rows={figures} rowKey={(row) => row.name} empty="No figures for this window." /></div>;
}
