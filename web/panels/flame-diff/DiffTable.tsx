import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { DiffTopRow, DiffTopTable } from '../../../server/api/contract.ts';
import { FunctionName } from '../../charts/FunctionName.tsx';
import { useRowInView } from '../../charts/useRowInView.ts';
import { formatProfileValue, formatValue } from '../../format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { certainty, formatDelta } from './diffView.ts';
import styles from './FlameDiff.module.css';

interface DiffTableProps { top: DiffTopTable; selectedName: string | null; onSelect: (name: string | null) => void }

/** The table twin of the diff's flame graph: both sides of every function, and how sure the change is. */
export function DiffTable({ top, selectedName, onSelect }: DiffTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  const columns = useMemo(() => diffColumns(top.unit, isNarrow ? 22 : 52), [top.unit, isNarrow]);
  useRowInView(box, selectedName);
  return (
    <div ref={box} className={styles.table}>
      <DataTable caption={`Change of ${top.sampleType} by function`} columns={columns} rows={top.rows} rowKey={(row) => row.function} initialSort={{ key: 'flatDelta', descending: true }}
        limit={200} maxHeight={560} selectedKey={selectedName} onSelect={(row) => onSelect(row.function === selectedName ? null : row.function)} empty="No function has a sample on either side." />
      {top.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(top.rowsLeftOut, 'count')} functions with smaller changes are left out.</p>}
    </div>
  );
}

function diffColumns(unit: string, nameChars: number): Column<DiffTopRow>[] {
  const amount = (key: string, head: string, value: (row: DiffTopRow) => number, hint: string): Column<DiffTopRow> => ({
    key, head, align: 'right', hint, sortValue: (row) => Math.abs(value(row)), render: (row) => <Cell row={row}>{formatProfileValue(value(row), unit)}</Cell>,
  });
  const delta = (key: string, head: string, value: (row: DiffTopRow) => number, hint: string): Column<DiffTopRow> => ({
    key, head, align: 'right', hint, sortValue: (row) => Math.abs(value(row)), render: (row) => <Delta row={row} delta={value(row)} unit={unit} />,
  });
  return [
    { key: 'function', head: 'function', sortValue: (row) => row.function, render: (row) => <Cell row={row}><FunctionName name={row.function} maxChars={nameChars} /></Cell> },
    amount('flatBefore', 'flat before', (row) => row.flat.before, 'in the function itself, before'),
    amount('flatAfter', 'after', (row) => row.flat.after, 'in the function itself, after'),
    delta('flatDelta', 'flat Δ', (row) => row.flat.delta, 'after minus before, in the function itself'),
    amount('cumBefore', 'cum before', (row) => row.cum.before, 'in the function and all it calls, before'),
    amount('cumAfter', 'after', (row) => row.cum.after, 'in the function and all it calls, after'),
    delta('cumDelta', 'cum Δ', (row) => row.cum.delta, 'after minus before, in the function and all it calls'),
    {
      key: 'sure', head: 'sure?', align: 'right', hint: 'How likely a change of flat this large would be if nothing had changed; a dash where it cannot be said',
      sortValue: (row) => row.pValue, render: (row) => <Cell row={row}>{certainty(row.pValue).words}</Cell>,
    },
  ];
}

function Cell({ row, children }: { row: DiffTopRow; children: ReactNode }) {
  return <span data-noise={certainty(row.pValue).isNoise || undefined} className={styles.cell}>{children}</span>;
}

/** Sign and mark say what the colour says. */
function Delta({ row, delta, unit }: { row: DiffTopRow; delta: number; unit: string }) {
  const direction = delta === 0 || certainty(row.pValue).isNoise ? undefined : delta < 0 ? 'less' : 'more';
  return <Cell row={row}><span className={styles.delta} data-direction={direction}>{formatDelta(delta, unit)}</span></Cell>;
}
