import { Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import styles from './Benchmarks.module.css';
import { changeWord } from './benchmarkNotes.ts';
import { isNotSignificant, NOT_SHOWN, ratioText, unitName } from '../../../core/views/benchmarks/benchClaim.ts';
import { isEqualPair, isScattered } from '../../../core/views/benchmarks/scatter.ts';
import { summaryTable, type SummaryCell, type SummaryRow } from './benchmarkSummary.ts';
import { SampleStrip } from './SampleStrip.tsx';

/** A change as a bar from the middle and a word; its runs on hover or focus. */
function Change({ cell, widest, columns }: { cell: SummaryCell | null; widest: number; columns: readonly string[] }) {
  const [before, after] = cell?.cells ?? [];
  if (cell === null || before === undefined || after === undefined || before === null || after === null)
    return <span className={styles['quiet']}>one side only</span>;
  const { change, unit } = cell;
  const isNoisy = isScattered({ before, after });
  const kind = isNoisy ? 'noise' : changeWord(unit, after)?.kind ?? 'noise';
  const share = change === null || widest === 0 ? 0 : Math.min(1, Math.abs(change) / widest) * 50;
  return (
    <Tooltip multiline label={<SampleStrip unit={unit.unit} cells={cell.cells} columns={columns} />}
      events={{ hover: true, focus: true, touch: true }} classNames={{ tooltip: styles['runs'] }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the runs show on focus too */}
      <span className={styles['summary']} tabIndex={0}>
        <span>{before.centerText} → {after.centerText}</span>
        <span className={styles['bar']} aria-hidden="true"><span data-kind={kind} style={{
          width: `${share}%`, ...((change ?? 0) < 0 ? { right: '50%' } : { left: '50%' }),
        }} /></span>
        <b className={styles[`is-${change === null ? 'noise' : kind}`]}>
          {isNoisy && <><abbr title="significant, but its runs differ too far to say by how much">noisy</abbr> </>}
          {change !== null ? ratioText(change) : isNotSignificant(after)
            ? <><abbr title="not significant">~</abbr> {ratioText(after.comparison?.measuredRatio ?? 0)}</>
            : unit.nearExact || isEqualPair({ before, after }) ? 'same' : NOT_SHOWN}</b>
      </span>
    </Tooltip>
  );
}

/** Every benchmark once, with the change of each unit; for two outputs. */
export function SummaryTable({ report }: { report: BenchmarkReport }) {
  const { units, rows, widest } = useMemo(() => summaryTable(report), [report]);
  const hasConfigs = new Set(rows.map(({ config }) => config)).size > 1;
  const columns: Column<SummaryRow>[] = [
    {
      key: 'name', head: 'benchmark', render: ({ name, config }) => (
        <span className={`mono ${styles['name'] ?? ''}`}>{name}
          {hasConfigs && <small className={styles['config']}>{config}</small>}</span>
      ),
    },
    ...units.map((unit, at): Column<SummaryRow> => ({
      key: unit, head: unitName(unit), unit, sortValue: ({ cells }) => cells[at]?.change ?? 0,
      render: ({ cells }) => (cells[at] === null ? '' : <Change cell={cells[at] ?? null} widest={widest[at] ?? 0}
        columns={report.columns} />),
    })),
  ];
  return <div data-picture=""><DataTable caption="Change of every benchmark" columns={columns} rows={rows}
    rowKey={({ key }) => key} limit={100} /></div>;
}
