import type { GcCpuPanel, GcWhatIfRow } from '../../../core/contract/contract.ts';
import { formatBand, formatBytes, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import panelStyles from '../shared/panel.module.css';
import styles from './gcCpu.module.css';

const costs: Column<GcWhatIfRow>[] = [
  {
    key: 'cores', head: 'GC', unit: 'cores', align: 'right', noWrap: true,
    render: (row) => <b>{formatValue(row.cores, 'none')}</b>,
  },
  {
    key: 'band', head: 'interval', align: 'right', noWrap: true,
    render: (row) => formatBand(row.lowCores, row.highCores, 'none'),
  },
  {
    key: 'period', head: 'GC period', align: 'right', noWrap: true,
    render: (row) => (row.thrashing ? 'continuous' : formatSeconds(row.periodSeconds)),
  },
  { key: 'goal', head: 'heap goal', align: 'right', noWrap: true, render: (row) => formatBytes(row.heapGoalBytes) },
  {
    key: 'resident', head: 'resident', align: 'right', noWrap: true,
    render: (row) => formatValue(row.residentBytes, 'bytes'),
  },
];

const byGogc: Column<GcWhatIfRow>[] = [
  {
    key: 'gogc', head: 'GOGC', align: 'right', noWrap: true,
    render: (row) => <span className={styles['now']}>{row.current && <small>current</small>}{row.gogcPercent}</span>,
  }, ...costs,
];
const byLimit: Column<GcWhatIfRow>[] = [
  {
    key: 'limit', head: 'GOMEMLIMIT', align: 'right', noWrap: true,
    render: (row) => <span className={styles['now']}>{row.current && <small>current</small>}
      {formatValue(row.memoryLimitBytes, 'bytes')}</span>,
  }, ...costs,
];

const sources = {
  metrics: 'exported by the target', api: 'from the target’s API',
  default: 'the default, consistent with the heap', goal: 'inferred from heap goal over live heap',
};

/** GC CPU and memory for other settings of Go's collector. */
export function WhatIfSection({ whatIf, whatIfNote }: Pick<GcCpuPanel, 'whatIf' | 'whatIfNote'>) {
  if (whatIf === null) return <EmptyState what="No what-if" why={<p>{whatIfNote}</p>} />;
  return (
    <section className={panelStyles['section']}>
      <h2>What-if: GOGC and GOMEMLIMIT</h2>
      <p className={panelStyles['note']}>
        Current GOGC {whatIf.gogcPercent} ({sources[whatIf.gogcSource]}); live heap {formatBytes(whatIf.liveHeapBytes)};
          allocation rate {formatBytes(whatIf.allocBytesPerSecond)}/s; {formatSeconds(whatIf.coreSecondsPerCycle)} of
          CPU per cycle.
      </p>
      <div className={panelStyles['tables']}>
        <DataTable caption="GC CPU and memory by GOGC" columns={byGogc} rows={whatIf.byGogc}
          rowKey={(row) => String(row.gogcPercent)} />
        <DataTable caption="GC CPU and memory by GOMEMLIMIT" columns={byLimit} rows={whatIf.byMemoryLimit}
          rowKey={(row) => String(row.memoryLimitBytes)} />
      </div>
      <ul className={styles['assumptions']} aria-label="Assumptions">
        {whatIf.assumptions.map((text) => <li key={text}>{text}</li>)}</ul>
    </section>
  );
}
