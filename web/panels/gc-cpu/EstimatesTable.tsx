import type { GcEstimate } from '../../../core/contract/contract.ts';
import { formatBand, formatValue, unknownText } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import styles from './gcCpu.module.css';

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function Cores({ row }: { row: GcEstimate }) {
  if (row.cores === null) return unknownText;
  return <span className={styles['way']}><b>{formatValue(row.cores, 'none')}</b><small>
    {formatBand(row.lowCores, row.highCores, 'none')}</small></span>;
}

const columns: Column<GcEstimate>[] = [
  {
    key: 'way', head: 'way', noWrap: true,
    render: (row) => <span data-best={row.best || undefined} className={styles['way']}>{row.estimator} {row.name}
      {row.best && <small>best figure</small>}</span>,
  },
  {
    key: 'cores', head: 'cores', align: 'right', noWrap: true, hint: 'With the 95 % band below.',
    render: (row) => <Cores row={row} />,
  },
  {
    key: 'cycle', head: 'a cycle', align: 'right', noWrap: true,
    render: (row) => formatValue(row.coreSecondsPerCycle, 'seconds'),
  },
  {
    key: 'note', head: 'rests on, or lacks',
    render: (row) => <span className={styles['why']}>{sentence(row.note)}</span>,
  },
];

/** E1 to E5 side by side. */
export function EstimatesTable({ estimates }: { estimates: GcEstimate[] }) {
  return <DataTable caption="GC CPU by each way to tell it" columns={columns} rows={estimates}
    rowKey={(row) => row.estimator} />;
}
