import { useMemo } from 'react';
import type { Compaction, CompactionPanel as Answer, Target } from '../../../server/api/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/TimeSeriesChart.tsx';
import { formatClock, formatDateTime, formatNumber, formatSeconds, unknownText } from '../../format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { Zone } from '../../urlState.ts';
import { useCurrentTarget } from '../../useCurrentTarget.ts';
import { useUrlState } from '../../useUrlState.ts';
import styles from '../panel.module.css';
import { CaptureAtCompaction } from './CaptureAtCompaction.tsx';
import { compactionView, countdownText } from './compactionView.ts';
import { CompactionHow } from './howComputed.tsx';

function NextCompaction({ panel, zone, isRecording }: { panel: Answer; zone: Zone; isRecording: boolean }) {
  const now = useNow(1_000);
  const { next } = panel;
  if (next === null) return <div><dt>Next head compaction</dt><dd>{unknownText}<small>too few seen to foretell it</small></dd></div>;
  return (
    <div>
      <dt>Next head compaction</dt>
      <dd>
        {isRecording ? formatClock(next.time, zone) : countdownText(next, now)}
        <small>{isRecording ? 'after the end of the recording' : `at ${formatClock(next.time, zone)}`}, ± {formatSeconds(next.errorSeconds)}; {next.basis}</small>
      </dd>
    </div>
  );
}

function Multiple({ name, value }: { name: string; value: number | null }) {
  return <div><dt>{name} while compacting</dt><dd>{value === null ? unknownText : `${formatNumber(value)} ×`}<small>of the quiet mean</small></dd></div>;
}

function compactionColumns(zone: Zone): Column<Compaction>[] {
  return [
    { key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone), sortValue: (row) => row.start },
    { key: 'error', head: 'not earlier by', align: 'right', render: (row) => formatSeconds(row.startErrorSeconds), sortValue: (row) => row.startErrorSeconds, hint: 'The true start lies at most this much before the one shown: the time between two scrapes.' },
    { key: 'duration', head: 'duration', align: 'right', render: (row) => (row.durationSeconds === null ? unknownText : `${formatSeconds(row.durationSeconds)}${row.running ? ' so far' : ''}`), sortValue: (row) => row.durationSeconds },
    { key: 'kind', head: 'kind', render: (row) => row.kind, sortValue: (row) => row.kind },
    { key: 'count', head: 'compactions', align: 'right', render: (row) => row.count, sortValue: (row) => row.count },
    { key: 'phase', head: 'phase', align: 'right', render: (row) => (row.phaseSeconds === null ? unknownText : formatSeconds(row.phaseSeconds)), sortValue: (row) => row.phaseSeconds },
    { key: 'cpu', head: 'CPU above quiet', unit: 'core-s', align: 'right', render: (row) => (row.cpuCoreSecondsAboveQuiet === null ? unknownText : formatNumber(row.cpuCoreSecondsAboveQuiet)), sortValue: (row) => row.cpuCoreSecondsAboveQuiet },
  ];
}

function CompactionBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const isRecording = target?.state === 'recorded';
  const { zone } = useUrlState().state;
  const view = useMemo(() => compactionView(panel, zone, panel.range.end), [panel, zone]);
  const columns = useMemo(() => compactionColumns(zone), [zone]);
  return (
    <>
      <FindingHeadline title="Compaction" finding={panel.finding} context={view.context} actions={<HowComputed><CompactionHow /></HowComputed>} />
      <MissingInputs missing={panel.missing} />
      <dl className={styles['facts']}>
        <NextCompaction panel={panel} zone={zone} isRecording={isRecording} />
        <Multiple name="CPU" value={panel.multiples.cpu} />
        <Multiple name="Disk writes" value={panel.multiples.diskWrite} />
        <Multiple name="Resident memory" value={panel.multiples.rss} />
      </dl>
      {target !== null && target.url !== null && <CaptureAtCompaction key={target.name} target={target} hasNext={panel.next !== null} />}
      <TimeSeriesChart title="CPU" model={view.timeline} height={240} />
      <div className={styles['pair']}>
        {view.fold === null
          ? <EmptyState what="Nothing to fold yet" why={<p>{view.alignment} With the block range known, every period of the window is laid over the others here.</p>} />
          : (
            <section className={styles['section']}>
              <TimeSeriesChart title="One block range, every period" model={view.fold} height={220} />
              <p className={styles['note']}>{view.alignment}</p>
            </section>
          )}
        <TimeSeriesChart title="Resident memory" model={view.memory} height={220} />
        {view.disk !== null && <TimeSeriesChart title="Disk writes" model={view.disk} height={220} />}
      </div>
      <div className={styles['tables']}>
        <section className={styles['section']}>
          <h2>Compactions</h2>
          <DataTable caption="Compactions of this window" columns={columns} rows={panel.compactions} rowKey={(row) => String(row.start)} initialSort={{ key: 'start', descending: true }} limit={50} maxHeight={420} empty="No compaction ended in this window." />
        </section>
        <section className={styles['section']}>
          <h2>Numbers</h2>
          <FiguresTable figures={panel.figures} zone={zone} />
        </section>
      </div>
    </>
  );
}

export function CompactionPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('compaction', target, range);
  return (
    <PanelFrame title="Compaction" query={query} waitingFor="Reading the history" height={420}>
      {(panel) => <CompactionBody panel={panel} target={target} />}
    </PanelFrame>
  );
}
