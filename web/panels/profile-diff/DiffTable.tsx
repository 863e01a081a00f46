import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { DiffTopRow, DiffTopTable } from '../../../core/contract/contract.ts';
import { formatDelta } from '../../../core/text/change.ts';
import { FunctionName } from '../profile-views/FunctionName.tsx';
import { useRowInView } from '../profile-views/useRowInView.ts';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { formatProfileValue, formatValue } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import type { TableSort } from '../../../core/url/urlState.ts';
import {
  beyondNoise, deltaShare, noiseReason, rowSureOrder, rowSureWords,
} from '../../../core/views/profile/diffView.ts';
import styles from './FlameDiff.module.css';

interface DiffTableProps {
  top: DiffTopTable;
  selectedName: string | null;
  onSelect: (name: string | null) => void;
  hideNoise: boolean;
  onHideNoise: (hide: boolean) => void;
  match: Match;
  sort: TableSort | null;
  onSort: (sort: TableSort) => void;
  /** Taller if it is alone on the page. */
  isAlone: boolean;
}

/** The table of the diff: both sides of every function, and the significance of the change. */
export function DiffTable(
  { top, selectedName, onSelect, hideNoise, onHideNoise, match, sort, onSort, isAlone }: DiffTableProps
) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  const columns = useMemo(() => diffColumns(top, isNarrow ? 22 : 52), [top, isNarrow]);
  const found = useMemo(() => matching(top.rows, match, (row) => [row.function]), [top.rows, match]);
  const clear = useMemo(() => beyondNoise(found), [found]);
  const hidden = found.length - clear.length;
  useRowInView(box, selectedName);
  return (
    <div ref={box} className={styles.table}>
      <div className={styles.tableHead}>
        {top.howSure.method !== 'none' && (
          <Checkbox size="xs" label="Hide noise" checked={hideNoise}
            onChange={(event) => onHideNoise(event.currentTarget.checked)} />
        )}
        {
          hidden > 0 && <span className={styles.note} role="status">
            {formatValue(hidden, 'count')} of {formatValue(found.length, 'count')} functions are within
            noise by flat and by cum{hideNoise ? ', hidden' : ', greyed'}.</span>
        }
      </div>
      <DataTable caption={`Change of ${top.sampleType} by function`} columns={columns} rows={hideNoise ? clear : found}
        rowKey={(row) => row.function} initialSort={sort ?? { key: 'flatDelta', descending: true }} onSort={onSort}
        limit={200} maxHeight={isAlone ? 720 : 560} selectedKey={selectedName}
          onSelect={(row) => onSelect(row.function === selectedName ? null : row.function)} empty={
          match.state === 'on' && found.length === 0 ? 'No function matches the search.'
            : hideNoise && hidden > 0 ? 'Every change is within noise.' : 'No function has samples on either side.'
        } />
      {
        top.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(top.rowsLeftOut, 'count')} functions with smaller
          changes are not listed.</p>
      }
    </div>
  );
}

function diffColumns(top: DiffTopTable, nameChars: number): Column<DiffTopRow>[] {
  const { unit } = top;
  const ofWhat = top.shareTotal === undefined ? 'the total of before, as in go tool pprof -diff_base'
    : 'all changes, as in go tool pprof -base';
  const amount = (
    key: string, head: string, measure: Measure, { side, hint }: { side: 'before' | 'after'; hint: string }
  ): Column<DiffTopRow> => ({
    key, head, align: 'right', hint, sortValue: (row) => Math.abs(row[measure][side]),
    render: (row) => <Cell isNoise={isMeasureNoise(row, measure)}>{formatProfileValue(row[measure][side], unit)}</Cell>,
  });
  const delta = (key: string, head: string, measure: Measure, hint: string): Column<DiffTopRow> => ({
    key, head, align: 'right', hint, sortValue: (row) => Math.abs(row[measure].delta),
    render: (row) => <Delta delta={row[measure].delta} unit={unit} isNoise={isMeasureNoise(row, measure)} />,
  });
  return [
    {
      key: 'function', head: 'function', sortValue: (row) => row.function,
      render: (row) => <Cell isNoise={isNoiseRow(row)} title={noiseReason(row)}><FunctionName name={row.function}
        maxChars={nameChars} /></Cell>,
    },
    amount('flatBefore', 'flat before', 'flat', { side: 'before', hint: 'in the function itself, before' }),
    amount('flatAfter', 'after', 'flat', { side: 'after', hint: 'in the function itself, after' }),
    delta('flatDelta', 'flat Δ', 'flat', 'after minus before, in the function itself'),
    {
      key: 'flatPercent', head: 'flat Δ %', align: 'right', hint: `flat Δ as a share of ${ofWhat}`,
      sortValue: (row) => Math.abs(row.flat.delta),
      render: (row) => <Cell isNoise={isMeasureNoise(row, 'flat')}>{deltaShare(row.flat.delta, top)}</Cell>,
    },
    {
      key: 'sure', head: 'significance', align: 'right', sortValue: rowSureOrder, render: (row) => <Cell
        isNoise={isNoiseRow(row)} title={noiseReason(row)}>{rowSureWords(row)}</Cell>,
      hint:
        'Whether the change of flat, or else of cum, exceeds sampling noise. q: false discovery rate among all rows '
        + 'that are at least as significant. Dash: not testable',
    },
    amount('cumBefore', 'cum before', 'cum', { side: 'before', hint: 'in the function and its callees, before' }),
    amount('cumAfter', 'after', 'cum', { side: 'after', hint: 'in the function and its callees, after' }),
    delta('cumDelta', 'cum Δ', 'cum', 'after minus before, in the function and its callees; grey if noise'),
  ];
}

type Measure = 'flat' | 'cum';

function isMeasureNoise(row: DiffTopRow, measure: Measure): boolean {
  return (measure === 'flat' ? row.sure : row.cumSure) === 'noise';
}

/** Whether neither change, flat or cum, is significant. */
function isNoiseRow(row: DiffTopRow): boolean {
  return row.sure === 'noise' && row.cumSure !== 'different';
}

function Cell({ isNoise, title, children }: { isNoise: boolean; title?: string; children: ReactNode }) {
  return <span data-noise={isNoise || undefined} className={styles.cell} title={title === '' ? undefined : title}>
    {children}</span>;
}

/** The sign repeats what the colour shows. */
function Delta({ delta, unit, isNoise }: { delta: number; unit: string; isNoise: boolean }) {
  const direction = delta === 0 || isNoise ? undefined : delta < 0 ? 'less' : 'more';
  return <Cell isNoise={isNoise}><span className={styles.delta} data-direction={direction}>{formatDelta(delta, unit)}
    </span></Cell>;
}
