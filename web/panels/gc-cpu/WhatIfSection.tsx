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
    key: 'band', head: 'band', align: 'right', noWrap: true,
    render: (row) => formatBand(row.lowCores, row.highCores, 'none'),
  },
  {
    key: 'period', head: 'a cycle every', align: 'right', noWrap: true,
    render: (row) => (row.thrashing ? 'without a pause' : formatSeconds(row.periodSeconds)),
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
    render: (row) => <span className={styles['now']}>{row.current && <small>now</small>}{row.gogcPercent}</span>,
  }, ...costs,
];
const byLimit: Column<GcWhatIfRow>[] = [
  {
    key: 'limit', head: 'GOMEMLIMIT', align: 'right', noWrap: true,
    render: (row) => <span className={styles['now']}>{row.current && <small>now</small>}
      {formatValue(row.memoryLimitBytes, 'bytes')}</span>,
  }, ...costs,
];

const sources = {
  metrics: 'stated by the target', api: 'stated by the target\'s API',
  default: 'the usual one, which the heap does not contradict', goal: 'told from the heap goal over the live heap',
};

/** Cores against memory for other settings of Go's collector. */
export function WhatIfSection({ whatIf, whatIfNote }: Pick<GcCpuPanel, 'whatIf' | 'whatIfNote'>) {
  if (whatIf === null) return <EmptyState what="No what-if for GOGC" why={<p>{whatIfNote}</p>} />;
  return (
    <section className={panelStyles['section']}>
      <h2>Another GOGC or GOMEMLIMIT</h2>
      <p className={panelStyles['note']}>
        GOGC {whatIf.gogcPercent} now ({sources[whatIf.gogcSource]}), {formatBytes(whatIf.liveHeapBytes)} live, {
          formatBytes(whatIf.allocBytesPerSecond)
        } allocated a second, {formatSeconds(whatIf.coreSecondsPerCycle)} of CPU a cycle.
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
