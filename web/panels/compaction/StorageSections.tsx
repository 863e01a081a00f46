import { useMemo } from 'react';
import type { CompactionPanel as Answer, MergePressure, MergesOfType } from '../../../core/contract/contract.ts';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { storageView, walText } from '../../../core/views/compaction/storageView.ts';
import { formatRatio, formatValue } from '../../../core/text/format.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { Fold } from '../shared/Fold.tsx';
import styles from '../shared/panel.module.css';

const HEIGHT = 180;

function Charts({ charts }: { charts: readonly (readonly [title: string, model: ChartModel | null])[] }) {
  return (
    <div className={styles['pair']}>
      {charts.map(([title, model]) => model !== null
        && <TimeSeriesChart key={title} title={title} model={model} height={HEIGHT} />)}
    </div>
  );
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const TYPE_COLUMNS: Column<MergesOfType>[] = [
  { key: 'type', head: 'type', render: ({ type }) => <code>{type}</code>, sortValue: ({ type }) => type },
  valueColumn('merges', 'merges', ({ merges }) => merges, { as: whole }),
  valueColumn('rate', 'merges/s', ({ mergesPerSecond }) => mergesPerSecond, { as: 'none' }),
  valueColumn('rows', 'rows/s', ({ rowsPerSecond }) => rowsPerSecond, { as: whole }),
  valueColumn('active', 'running', ({ active }) => active, { as: 'none', hint: 'Mean over the scrapes.' }),
];

const CACHE_COLUMNS: Column<MergePressure['caches'][number]>[] = [
  { key: 'type', head: 'cache', render: ({ type }) => <code>{type}</code>, sortValue: ({ type }) => type },
  valueColumn('requests', 'requests/s', ({ requestsPerSecond }) => requestsPerSecond, { as: 'none' }),
  valueColumn('misses', 'misses/s', ({ missesPerSecond }) => missesPerSecond, { as: 'none' }),
  valueColumn('ratio', 'miss ratio', ({ missRatio }) => missRatio, { as: 'ratio' }),
];

function pressureText({ assistedMerges, slowInsertsRatio, bytesPerSample }: MergePressure): string {
  return [
    assistedMerges === null ? null : `${whole(assistedMerges)} assisted merges`,
    slowInsertsRatio === null ? null : `${formatRatio(slowInsertsRatio)} of the inserts slow`,
    bytesPerSample === null ? null : `${formatValue(bytesPerSample, 'bytesPerSample')} on disk`,
  ].filter((text) => text !== null).join('; ');
}

/** Collapsible sections of the Compaction page on the WAL, the page cache, and what writes wait for. */
export function StorageSections({ panel }: { panel: Answer }) {
  const view = useMemo(() => storageView(panel), [panel]);
  const { wal, merges } = panel;
  const hasTypes = merges !== null && merges.engine === 'victoriametrics';
  return (
    <>
      {wal !== null && (
        <Fold id="wal" title="WAL" holds={walText(wal)}>
          <Charts charts={[
            ['WAL fsync duration', view.fsync], ['WAL pages flushed', view.flushes], ['WAL size', view.walBytes],
          ]} />
        </Fold>
      )}
      {view.pageCache !== null && (
        <Fold id="page-cache" title="Page cache" holds="what compactions take of it, and what is free">
          <Charts charts={[['Page cache', view.pageCache]]} />
        </Fold>
      )}
      {hasTypes && (
        <Fold id="merge-pressure" title="Merges by type, caches, slow inserts" holds={pressureText(merges.pressure)}>
          <div className={styles['pair']}>
            <DataTable caption="Merges by type of part" columns={TYPE_COLUMNS} rows={merges.pressure.byType}
              rowKey={({ type }) => type} />
            <DataTable caption="Caches" columns={CACHE_COLUMNS} rows={merges.pressure.caches} limit={8}
              rowKey={({ type }) => type} />
          </div>
          <Charts charts={[['Pending rows', view.waiting], ['Slow inserts', view.slowInserts]]} />
        </Fold>
      )}
    </>
  );
}
