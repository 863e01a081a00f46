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
    {row.estimator === 'E6' && 'measured, '}{formatBand(row.lowCores, row.highCores, 'none')}</small></span>;
}

const columns: Column<GcEstimate>[] = [
  {
    key: 'way', head: 'estimate', noWrap: true,
    render: (row) => <span data-best={row.best || undefined} className={styles['way']}>{row.estimator} {row.name}
      {row.best && <small>best estimate</small>}</span>,
  },
  {
    key: 'cores', head: 'cores', align: 'right', noWrap: true, 
    hint: 'With the 95 % interval below; of E6, which is measured, less the waits at the end of marks.',
    render: (row) => <Cores row={row} />,
  },
  {
    key: 'cycle', head: 'per cycle', align: 'right', noWrap: true,
    render: (row) => formatValue(row.coreSecondsPerCycle, 'seconds'),
  },
  {
    key: 'note', head: 'based on / not available because',
    render: (row) => <span className={styles['why']}>{sentence(row.note)}</span>,
  },
];

/** Estimates E1 to E5, and E6 if traces measured part of the window. */
export function EstimatesTable({ estimates }: { estimates: GcEstimate[] }) {
  return <DataTable caption="GC CPU estimates" columns={columns} rows={estimates}
    rowKey={(row) => row.estimator} />;
}
