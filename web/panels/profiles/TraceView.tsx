import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { ProfileInfo, TraceCycle, TraceView as Answer } from '../../../core/contract/contract.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { traceCharts } from '../../../core/views/trace/traceCharts.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { formatBytes, formatDateTime, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { apiPath } from '../../api/client.ts';
import { useExecutionTrace, useStoreCpuSamples } from '../../api/profileViews.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { EmptyState, PanelFrame } from '../../ui/PanelFrame.tsx';
import panelStyles from '../shared/panel.module.css';
import styles from './Profiles.module.css';
import { TraceHow } from './TraceHow.tsx';

interface TraceViewProps {
  info: ProfileInfo;
  zone: Zone;
  back: ReactNode;
  /** Called with the id of a stored profile. */
  onOpen: (id: string) => void;
}

/** An execution trace: measured GC work, and the goroutines. */
export function TraceView({ info, zone, back, onOpen }: TraceViewProps) {
  // A trace of an unsupported Go version is only stored and has no events here.
  const isRead = info.samples > 0;
  const trace = useExecutionTrace(isRead ? info.id : null);
  return (
    <div className={styles.list}>
      <div className={styles.traceHead}>
        {back}
        <strong className={styles.name} title={middleCut(info.name, 400)}>{middleCut(info.name, 60)}</strong>
        <Button component="a" size="compact-xs" variant="light" download
          href={apiPath('/profiles/{id}/download', { path: { id: info.id } })}>Download for go tool trace</Button>
      </div>
      {isRead
        ? <PanelFrame title="Execution trace" query={trace} waitingFor="Reading the trace" height={420}>
          {(answer) => <TraceBody trace={answer} info={info} zone={zone} onOpen={onOpen} />}
        </PanelFrame>
        : <EmptyState headingLevel={1} what="Stored, not read here" why={<p>{sentence(info.comments[0] ?? '')}</p>} />}
    </div>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

interface TraceBodyProps extends Omit<TraceViewProps, 'back'> { trace: Answer }

function TraceBody({ trace, info, zone, onOpen }: TraceBodyProps) {
  const charts = useMemo(() => traceCharts(trace), [trace]);
  const { finding, gcCores, maxProcs, cycleCount, cycles, pauseCauses } = trace;
  const context = [
    info.time === null ? 'time unknown' : formatDateTime(info.time, zone), formatSeconds(trace.durationSeconds),
    `${trace.events.toLocaleString('en-US')} events`, `format of Go ${trace.goVersion}`,
    maxProcs === null ? null : `GOMAXPROCS ${maxProcs}`, formatBytes(info.sizeBytes),
  ].filter((part) => part !== null).join(' · ');
  const left = cycleCount.total - cycles.length;
  return (
    <>
      <FindingHeadline title="Execution trace" finding={finding} context={context} actions={
        <>
          {trace.cpuSamples > 0 && <CpuSamples info={info} count={trace.cpuSamples} onOpen={onOpen} />}
          <TraceHow />
        </>
      } />
      <dl className={panelStyles['facts']}>
        <Fact name="Dedicated workers" value={gcCores.dedicated} note="keep a processor for the whole mark" />
        <Fact name="Fractional workers" value={gcCores.fractional} note="the rest of 25 % of GOMAXPROCS" />
        <Fact name="Idle-priority workers" value={gcCores.idle} note="on processors that have nothing else to do" />
        <Fact name="Assists" value={gcCores.assist} note="goroutines that allocate faster than GC marks" />
        <Fact name="Sweeping" value={gcCores.sweep} note="as memory is allocated, and before a cycle" />
      </dl>
      <div className={panelStyles['lanes']}>
        <TimeSeriesChart title="GC in cores" model={charts.gc} height={260} />
        <TimeSeriesChart title="Goroutines" model={charts.goroutines} height={180} />
        <TimeSeriesChart title="Heap" model={charts.heap} height={140} />
      </div>
      <div className={panelStyles['tables']}>
        <section className={panelStyles['section']}>
          <h2>GC cycles</h2>
          <DataTable caption="GC cycles" columns={cycleColumns} rows={cycles} limit={50}
            rowKey={({ atSeconds }) => String(atSeconds)} empty="No GC cycle ran in these seconds." />
          {left > 0 && <p className={panelStyles['note']}>{left.toLocaleString('en-US')} later cycles are in the totals
            only.</p>}
        </section>
        <section className={panelStyles['section']}>
          <h2>Stop-the-world pauses by cause</h2>
          <DataTable caption="Stop-the-world pauses by cause" columns={causeColumns} rows={pauseCauses} limit={20}
            rowKey={({ cause }) => cause} empty="The world was not stopped in these seconds." />
        </section>
      </div>
    </>
  );
}

interface CpuSamplesProps { info: ProfileInfo; count: number; onOpen: (id: string) => void }

function CpuSamples({ info, count, onOpen }: CpuSamplesProps) {
  const { mutateAsync: store, isPending, error } = useStoreCpuSamples();
  const open = async (): Promise<void> => {
    const stored = await store(info).catch(() => null);
    if (stored !== null) onOpen(stored.id);
  };
  return (
    <>
      <Button size="compact-xs" variant="light" loading={isPending} onClick={() => { void open(); }}>
        Open {count.toLocaleString('en-US')} CPU {count === 1 ? 'sample' : 'samples'}
      </Button>
      {error !== null && <span role="alert" className={styles.failed}>{error.message}</span>}
    </>
  );
}

function Fact({ name, value, note }: { name: string; value: number; note: string }) {
  return <div><dt>{name}</dt><dd>{formatValue(value, 'cores')}<small>{note}</small></dd></div>;
}

const inSeconds = (
  key: string, head: string, of: (cycle: TraceCycle) => number | null, hint?: string
): Column<TraceCycle> => (
  valueColumn(key, head, of, { as: 'seconds', noWrap: true, ...(hint === undefined ? {} : { hint }) })
);

const STOPPED = 'Stop-the-world, as GODEBUG=gctrace=1 counts it: within 0.11 ms of it where a core of the host is '
  + 'free, elsewhere up to 0.9 ms off in trials.';

const cycleColumns: Column<TraceCycle>[] = [
  {
    key: 'at', head: 'start', noWrap: true, hint: 'Since the trace began.', sortValue: ({ atSeconds }) => atSeconds,
    render: ({ atSeconds, isWhole }) => `${atSeconds.toFixed(3)} s${isWhole ? '' : ', cut'}`,
  },
  inSeconds('length', 'length', ({ durationSeconds }) => durationSeconds),
  inSeconds('sweepTermination', 'sweep termination', (cycle) => cycle.sweepTerminationSeconds, STOPPED),
  inSeconds('markTermination', 'mark termination', (cycle) => cycle.markTerminationSeconds, STOPPED),
  inSeconds('dedicated', 'dedicated', (cycle) => cycle.dedicatedCoreSeconds, 'Core-seconds of dedicated workers.'),
  inSeconds('fractional', 'fractional', (cycle) => cycle.fractionalCoreSeconds, 'Core-seconds of fractional workers.'),
  inSeconds('idle', 'idle', (cycle) => cycle.idleCoreSeconds, 'Core-seconds of idle-priority workers.'),
  inSeconds('assist', 'assists', (cycle) => cycle.assistCoreSeconds, 'Core-seconds of mark assists.'),
  valueColumn('heap', 'heap', ({ heapBytes }) => heapBytes, {
    as: 'bytes', noWrap: true, hint: 'As the cycle starts.',
  }),
];

const causeColumns: Column<Answer['pauseCauses'][number]>[] = [
  { key: 'cause', head: 'cause', render: ({ cause }) => <span className={panelStyles['wraps']}>{cause}</span> },
  valueColumn('count', 'pauses', ({ count }) => count, { as: (count) => count.toLocaleString('en-US') }),
  valueColumn('longest', 'longest', ({ longestSeconds }) => longestSeconds, { as: 'seconds', noWrap: true }),
  valueColumn('total', 'in all', ({ totalSeconds }) => totalSeconds, { as: 'seconds', noWrap: true }),
];
