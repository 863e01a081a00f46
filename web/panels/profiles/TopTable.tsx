import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { TopTable as TopAnswer } from '../../../server/api/contract.ts';
import { FunctionName } from '../../charts/FunctionName.tsx';
import { useRowInView } from '../../charts/useRowInView.ts';
import { formatProfileValue, formatValue } from '../../format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import styles from './Profiles.module.css';
import { topRows } from './topView.ts';
import type { TopViewRow } from './topView.ts';

interface TopTableProps {
  top: TopAnswer;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  /** The same rows as a file. */
  csvHref: string;
}

/** The table twin of the flame graph: what `go tool pprof -top` prints. */
export function TopTable({ top, selectedName, onSelect, csvHref }: TopTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  const rows = useMemo(() => topRows(top), [top]);
  const columns = useMemo<Column<TopViewRow>[]>(() => [
    { key: 'function', head: 'function', sortValue: (row) => row.function, render: (row) => <FunctionName name={row.function} maxChars={isNarrow ? 22 : 32} /> },
    { key: 'flat', head: 'flat', align: 'right', hint: 'in the function itself', sortValue: (row) => Math.abs(row.flat), render: (row) => formatProfileValue(row.flat, top.unit) },
    { key: 'flatRatio', head: 'flat %', align: 'right', sortValue: (row) => row.flatRatio, render: (row) => percent(row.flatRatio) },
    { key: 'cum', head: 'cum', align: 'right', hint: 'in the function and all it calls', sortValue: (row) => Math.abs(row.cum), render: (row) => formatProfileValue(row.cum, top.unit) },
    { key: 'cumRatio', head: 'cum %', align: 'right', sortValue: (row) => row.cumRatio, render: (row) => percent(row.cumRatio) },
  ], [top.unit, isNarrow]);
  useRowInView(box, selectedName);
  return (
    <div ref={box} className={styles.table}>
      <DataTable caption={`Functions by ${top.sampleType}`} columns={columns} rows={rows} rowKey={(row) => row.function} initialSort={{ key: 'flat', descending: true }}
        limit={200} maxHeight={560} selectedKey={selectedName} onSelect={(row) => onSelect(row.function === selectedName ? null : row.function)} empty="No function has a sample." />
      <a className={styles.csv} href={csvHref} download="top.csv">CSV</a>
      {top.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(top.rowsLeftOut, 'count')} functions with less are left out.</p>}
    </div>
  );
}

function percent(ratio: number | null): string {
  return ratio === null ? '–' : (ratio * 100).toFixed(2).replace('-', '−');
}
