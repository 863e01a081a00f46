import { useMemo, useRef } from 'react';
import type { TopTable as TopAnswer } from '../../../core/contract/contract.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { FunctionName } from '../profile-views/FunctionName.tsx';
import { useRowInView } from '../profile-views/useRowInView.ts';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { formatProfileValue, formatValue } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import type { TableSort } from '../../../core/url/profileChoices.ts';
import styles from './Profiles.module.css';
import { topRows } from '../../../core/views/profile/topView.ts';
import type { TopViewRow } from '../../../core/views/profile/topView.ts';

interface TopTableProps {
  top: TopAnswer;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  match: Match;
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
  /** Number of rows before a button shows the others; 200 by default. */
  rows?: number;
}

const TABLE_PX = 720;
const MAX_ROWS = 200;

/** The table of the flame graph, as `go tool pprof -top` prints it. */
export function TopTable(
  { top, selectedName, onSelect, match, sort, onSort, rows: limit = MAX_ROWS }: TopTableProps
) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useAtMostPx(700);
  const rows = useMemo(() => matching(topRows(top), match, (row) => [row.function]), [top, match]);
  const isWide = !useAtMostPx(1100);
  const columns = useMemo(
    () => topColumns(top, isNarrow ? 22 : isWide ? 70 : 36, { hasSum: !isNarrow, hasFile: isWide }),
    [top, isNarrow, isWide]
  );
  useRowInView(box, selectedName);
  return (
    <div ref={box} className={styles.table}>
      <DataTable caption={`Functions by ${top.sampleType}`} columns={columns} rows={rows} rowKey={(row) => row.function}
        initialSort={sort ?? { key: 'flat', descending: true }} onSort={onSort}
        limit={limit} maxHeight={TABLE_PX} selectedKey={selectedName}
          onSelect={(row) => onSelect(row.function === selectedName ? null : row.function)}
        empty={match.state === 'on' ? 'No function matches the search.' : 'No function has samples.'} />
      {top.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(top.rowsLeftOut, 'count')} smaller functions are
        not listed.</p>}
    </div>
  );
}

function topColumns(
  { unit, rows }: TopAnswer, nameChars: number, { hasSum, hasFile }: { hasSum: boolean; hasFile: boolean }
): Column<TopViewRow>[] {
  const most = Math.max(...rows.map(({ flat }) => Math.abs(flat)), Number.MIN_VALUE);
  const bar: Column<TopViewRow> = {
    key: 'bar', head: '', spokenHead: 'share', render: (row) => <span className={styles.track} aria-hidden="true"><span
      className={styles.fill} style={{ width: `${(Math.abs(row.flat) / most) * 100}%` }} /></span>,
  };
  const columns: Column<TopViewRow>[] = [
    bar,
    {
      key: 'function', head: 'function', sortValue: (row) => row.function,
      render: (row) => <FunctionName name={row.function} maxChars={nameChars} />,
    },
    {
      key: 'flat', head: 'flat', align: 'right', hint: 'in the function itself',
      sortValue: (row) => Math.abs(row.flat), render: (row) => formatProfileValue(row.flat, unit),
    },
    valueColumn('flatRatio', 'flat %', (row) => row.flatRatio, { as: percent }),
    {
      key: 'cum', head: 'cum', align: 'right', hint: 'in the function and its callees',
      sortValue: (row) => Math.abs(row.cum), render: (row) => formatProfileValue(row.cum, unit),
    },
    valueColumn('cumRatio', 'cum %', (row) => row.cumRatio, { as: percent }),
  ];
  const sum: Column<TopViewRow> = valueColumn('sumRatio', 'sum %', (row) => row.sumRatio, {
    as: percent, hint: 'flat % of this and all larger functions',
  });
  const file: Column<TopViewRow> = {
    key: 'file', head: 'file', sortValue: (row) => row.file,
    render: (row) => <span className={styles.file} title={middleCut(row.file, 400)}>{middleCut(row.file, 60)}</span>,
  };
  return [...columns.slice(0, 4), ...(hasSum ? [sum] : []), ...columns.slice(4), ...(hasFile ? [file] : [])];
}

function percent(ratio: number): string {
  return (ratio * 100).toFixed(2).replace('-', '−');
}
