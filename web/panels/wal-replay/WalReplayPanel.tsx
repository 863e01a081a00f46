import { useMemo } from 'react';
import type { WalReplayPanel as Answer } from '../../../core/contract/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { useReplays } from '../../api/replayQueries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { formatValue, unknownText } from '../../../core/text/format.ts';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { PanelExport } from '../shared/PanelExport.tsx';
import styles from '../shared/panel.module.css';
import { CrashLoops, useCrashLoops } from './CrashLoops.tsx';
import { WalReplayHow } from './howComputed.tsx';
import { PhaseExplained } from './PhaseExplained.tsx';
import { EarlierTable, PhaseTable, PhaseTimeline } from './PhaseTimeline.tsx';
import timeline from './PhaseTimeline.module.css';
import { ReplayForecast, ReplayMemoryRisk, ReplayRates } from './ReplayForecast.tsx';
import { ReplayHistory } from './ReplayHistory.tsx';
import { ReplayLogDrop } from './ReplayLogDrop.tsx';
import { ReplayProfileMarks } from './ReplayProfileMarks.tsx';
import { peakText } from '../../../core/views/wal-replay/replayForecastView.ts';
import { goneSince, progressText, walReplayView } from '../../../core/views/wal-replay/walReplayView.ts';

function Progress({ panel, eta }: { panel: Answer; eta: string }) {
  const ratio = panel.progressRatio ?? 0;
  const text = progressText(panel);
  return (
    <section className={styles['section']} aria-label="Progress">
      <div className={timeline['progress']} role="progressbar" aria-valuemin={0} aria-valuemax={100}
        aria-valuenow={panel.progressRatio === null ? undefined : Math.floor(ratio * 100)}
        aria-valuetext={`${text}; ${eta}`}>
        <div className={timeline['done']} style={{ width: `${ratio * 100}%` }} />
      </div>
      <p className={styles['note']}>{text} · {eta}</p>
    </section>
  );
}

function NoReplay({ isDown }: { isDown: boolean }) {
  if (isDown) {
    return (
      <EmptyState
        what="Waiting for the target to start"
        why={
          <p>tsdbscope polls it every second. Once it starts, this page shows the replay of its write-ahead log live:
            phases, progress and time left.</p>
        }
      />
    );
  }
  return (
    <EmptyState
      what="No replay recorded in this window"
      why={<>
        <p>When a database starts, it replays its write-ahead log into memory and answers no queries until it is done.
          This page then shows live phases, progress, time left, and whether memory suffices.</p>
        <p>To see a past replay, widen the window to the last restart. A crash (<code>kill -9</code>) leaves the longest
          log; a clean stop leaves one too.</p>
      </>}
    />
  );
}

function WalReplayBody(
  { panel, isDown, target, version }: { panel: Answer; isDown: boolean; target: string; version: string }
) {
  const { zone } = useUrlState().state;
  const loops = useCrashLoops(target);
  const today = useToday();
  const view = useMemo(() => walReplayView(panel, zone, today), [panel, zone, today]);
  return (
    <>
      <FindingHeadline title="WAL replay" finding={panel.finding} context={view.context}
        sources={panel.sources}
        actions={<><PanelExport name="wal-replay" panel={panel} /><HowComputed><WalReplayHow /></HowComputed></>} />
      <CrashLoops loops={loops} />
      <MissingInputs missing={panel.missing} />
      {panel.state === 'none' ? <NoReplay isDown={isDown} /> : (
        <>
          {panel.state === 'replaying' && <Progress panel={panel} eta={view.eta} />}
          <PhaseTimeline phases={view.phases} />
          <ReplayProfileMarks phases={panel.phases} target={target} now={panel.range.end} zone={zone} />
          <ReplayMemoryRisk panel={panel} hasStepsAbove={loops.length > 0} />
          <dl className={styles['facts']}>
            <div><dt>{panel.state === 'done' ? 'Duration' : goneSince(panel) === null ? 'Elapsed' : 'Ran for'}</dt><dd>
              {view.soFar}</dd></div>
            <div><dt>Rate</dt><dd>{formatValue(panel.segmentsPerSecond, 'segmentsPerSecond')}</dd></div>
            <div><dt>Segments</dt><dd>
              {panel.segments === null ? unknownText : `${panel.segments.min} to ${panel.segments.max}`}</dd></div>
            <div><dt>{panel.state === 'done' ? 'Peak memory' : 'Projected peak memory'}</dt><dd>
              {formatValue(panel.memory.projectedPeakBytes, 'bytes')}
              {peakText(panel) !== null && <small>{peakText(panel)}</small>}<small>{view.memoryRisk}</small></dd></div>
          </dl>
          <ReplayForecast panel={panel} x={view.x} />
          {view.segments !== null && <TimeSeriesChart title="Segments loaded" model={view.segments} height={200} />}
          <div className={styles['pair']}>
            {view.memory !== null && <TimeSeriesChart title="Resident memory" model={view.memory} height={190} />}
            {view.cpu !== null && <TimeSeriesChart title="CPU" model={view.cpu} height={190} />}
          </div>
          <ReplayRates panel={panel} x={view.x} />
          <section className={styles['section']}><h2>Phases</h2><PhaseTable phases={panel.phases} zone={zone} />
            </section>
          {panel.earlier.length > 0 && <section className={styles['section']}><h2>Earlier starts</h2><EarlierTable
            earlier={panel.earlier} zone={zone} /></section>}
        </>
      )}
      <ReplayLogDrop />
      {target !== '' && <ReplayHistory target={target} />}
      {panel.figures.length > 0 && <section className={styles['section']}><h2>Figures</h2><FiguresTable
        figures={panel.figures} zone={zone} /></section>}
      <section className={styles['section']}><h2>What happens in each phase</h2><PhaseExplained
        phases={panel.phases} version={version} /></section>
    </>
  );
}

export default function WalReplayPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('wal-replay', target, range);
  const { state } = useUrlState();
  const starts = useReplays(target?.name ?? '', state.budgetSeconds);
  // Crash loops stand above all else, the restart history above its last sections: both come with the panel.
  const hasStarts = target === null || !starts.isPending || starts.failureCount > 0;
  const shown = { ...query, data: hasStarts ? query.data : undefined };
  return <PanelFrame title="WAL replay" query={shown} waitingFor="Loading history">{
    (panel) => <WalReplayBody panel={panel} isDown={target?.state === 'down'} target={target?.name ?? ''}
      version={target?.version ?? ''} />
  }</PanelFrame>;
}
