import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { DiffTopRow, DiffTopTable } from '../../../core/contract/contract.ts';
import { formatDelta, sidesText } from '../../../core/text/change.ts';
import { FunctionName } from '../profile-views/FunctionName.tsx';
import { useRowInView } from '../profile-views/useRowInView.ts';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { formatValue } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import type { TableSort } from '../../../core/url/profileChoices.ts';
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
  /** Number of rows shown until all are requested. */
  rows?: number;
}

/** The table of the diff: both sides of every function, and the significance of the change. */
export function DiffTable(
  { top, selectedName, onSelect, hideNoise, onHideNoise, match, sort, onSort, rows = MAX_ROWS }: DiffTableProps
) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useAtMostPx(1023);
  const isPhone = useAtMostPx(700);
  const room = isPhone ? 'phone' : isNarrow ? 'narrow' : 'all';
  const columns = useMemo(() => diffColumns(top, room), [top, room]);
  const found = useMemo(() => matching(top.rows, match, (row) => [row.function]), [top.rows, match]);
  const clear = useMemo(() => beyondNoise(found), [found]);
  const hidden = found.length - clear.length;
  const noise = `${formatValue(hidden, 'count')} ${hidden === 1 ? 'function' : 'functions'} within noise`;
  useRowInView(box, selectedName);
  return (
    <div ref={box} className={styles.table}>
      <DataTable caption={`Change of ${top.sampleType} by function`} columns={columns} rows={hideNoise ? clear : found}
        rowKey={(row) => row.function} initialSort={sort ?? { key: 'flatDelta', descending: true }} onSort={onSort}
        limit={rows} maxHeight={TABLE_PX} selectedKey={selectedName}
          onSelect={(row) => onSelect(row.function === selectedName ? null : row.function)} empty={
          match.state === 'on' && found.length === 0 ? 'No function matches the search.'
            : hideNoise && hidden > 0 ? 'Every change is within noise.' : 'No function has samples on either side.'
        } foot={top.howSure.method !== 'none' && hidden > 0 && (
          <Button size="compact-sm" variant="subtle" aria-expanded={!hideNoise}
            onClick={() => onHideNoise(!hideNoise)}>{hideNoise ? 'Show' : 'Hide'} {noise}</Button>
        )} />
      {
        top.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(top.rowsLeftOut, 'count')} functions with smaller
          changes are not listed.</p>
      }
    </div>
  );
}

const MAX_ROWS = 200;
const TABLE_PX = 720;

/**
 * Returns the columns. Bars of own and total changes have one scale each: of the largest change. On a narrow page,
 * values without a column are below the name, because a table that scrolls sideways hides them.
 */
function diffColumns(top: DiffTopTable, room: 'all' | 'narrow' | 'phone'): Column<DiffTopRow>[] {
  const ofWhat = top.shareTotal === undefined ? 'the total before' : 'all changes';
  const change = (key: string, head: string, measure: Measure, hint: string): Column<DiffTopRow> => {
    const most = Math.max(...top.rows.map((row) => Math.abs(row[measure].delta)), Number.MIN_VALUE);
    return {
      key, head, hint: `${hint}; as a share of ${ofWhat} in the tooltip`, noWrap: true,
      sortValue: (row) => Math.abs(row[measure].delta),
      render: (row) => <ChangeBar delta={row[measure].delta} ratio={Math.abs(row[measure].delta) / most}
        unit={top.unit} isNoise={isMeasureNoise(row, measure)} share={deltaShare(row[measure].delta, top)} />,
    };
  };
  const sides = (key: string, head: string, measure: Measure): Column<DiffTopRow> => ({
    key, head, align: 'right', noWrap: true, sortValue: (row) => row[measure].before,
    render: (row) => (
      <Cell isNoise={isMeasureNoise(row, measure)}>{sidesText(row[measure], row.cum, top.unit)}</Cell>
    ),
  });
  const own = change('flatDelta', 'own change', 'flat', 'in the function itself');
  const total = change('cumDelta', 'total change', 'cum', 'in the function and all it calls');
  const name: Column<DiffTopRow> = {
    key: 'function', head: 'function', sortValue: (row) => row.function,
    render: (row) => (
      <Cell isNoise={isNoiseRow(row)} title={noiseReason(row) || rowSureWords(row)}>
        <FunctionName name={row.function} maxChars={{ all: 52, narrow: 32, phone: 22 }[room]} />
        {room === 'narrow' && isNoiseRow(row) && ' noise'}
        {room === 'phone' && <span className={styles.second}>{sidesText(row.flat, row.cum, top.unit)}
          {isNoiseRow(row) && ' · noise'}</span>}
      </Cell>
    ),
  };
  if (room === 'phone') return [own, name, total];
  const sure: Column<DiffTopRow> = {
    key: 'sure', head: 'significance', sortValue: rowSureOrder, noWrap: true,
    hint: 'Whether the own change, or else the total one, exceeds sampling noise; the q-value is in the tooltip',
    render: (row) => <Cell isNoise={isNoiseRow(row)} title={noiseReason(row) || rowSureWords(row)}>{
      isNoiseRow(row) ? 'noise' : row.sure === 'unknown' ? '–' : 'significant'}</Cell>,
  };
  return [
    own, name, sides('flatBefore', 'own, before → after', 'flat'), total,
    sides('cumBefore', 'total, before → after', 'cum'), ...(room === 'all' ? [sure] : []),
  ];
}

type Measure = 'flat' | 'cum';

function isMeasureNoise(row: DiffTopRow, measure: Measure): boolean {
  return (measure === 'flat' ? row.sure : row.cumSure) === 'noise';
}

/** Returns whether neither change, flat or cum, is significant. */
function isNoiseRow(row: DiffTopRow): boolean {
  return row.sure === 'noise' && row.cumSure !== 'different';
}

function Cell({ isNoise, title, children }: { isNoise: boolean; title?: string; children: ReactNode }) {
  return <span data-noise={isNoise || undefined} className={styles.cell} title={title === '' ? undefined : title}>
    {children}</span>;
}

/** A change as bar and text; the sign repeats the meaning of the colour. */
function ChangeBar({ delta, ratio, unit, isNoise, share }: {
  delta: number; ratio: number; unit: string; isNoise: boolean; share: string;
}) {
  const direction = delta === 0 || isNoise ? undefined : delta < 0 ? 'less' : 'more';
  return (
    <span className={styles.change} data-noise={isNoise || undefined} title={share}>
      <span className={styles.track} aria-hidden="true"><span className={styles.fill} data-direction={direction}
        style={{ width: `${ratio * 100}%` }} /></span>
      <span className={styles.delta} data-direction={direction}>{formatDelta(delta, unit)}</span>
    </span>
  );
}
