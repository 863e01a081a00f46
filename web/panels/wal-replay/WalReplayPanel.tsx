import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import type { ReplaySummary, WalReplayPanel as Answer } from '../../../core/contract/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { useReplays } from '../../api/replayQueries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { formatAge, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useNow, useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Fold, Folds } from '../shared/Fold.tsx';
import { PanelActions } from '../shared/PanelActions.tsx';
import styles from '../shared/panel.module.css';
import { CrashLoops } from './CrashLoops.tsx';
import { WalReplayHow } from './howComputed.tsx';
import { PhaseExplained } from './PhaseExplained.tsx';
import { EarlierTable, PhaseTable, PhaseTimeline } from './PhaseTimeline.tsx';
import { ReplayForecast } from './ReplayForecast.tsx';
import { ReplayHistory } from './ReplayHistory.tsx';
import { ReplayLogDrop } from './ReplayLogDrop.tsx';
import { RestartBars } from './RestartBars.tsx';
import { ReplayProfileMarks } from './ReplayProfileMarks.tsx';
import { StartBar } from './StartBar.tsx';
import { StartCharts } from './StartCharts.tsx';
import { useStartLimits } from './useStartLimits.ts';
import { WillItBeKilled } from './WillItBeKilled.tsx';
import { replayBar, withTypedLimit } from '../../../core/views/wal-replay/replayBar.ts';
import { forecastChart, peakText, rateCharts } from '../../../core/views/wal-replay/replayForecastView.ts';
import { tookSeconds } from '../../../core/views/wal-replay/replayView.ts';
import {
  goneSince, phaseBars, sinceStart, walReplayView, type WalReplayView,
} from '../../../core/views/wal-replay/walReplayView.ts';

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

/** The newest start that became ready, with its phases; nothing without one. */
function LastStart({ replays }: { replays: readonly ReplaySummary[] }) {
  const now = useNow(60_000);
  const last = replays.find((one) => tookSeconds(one) !== null && one.phases.length > 0);
  if (last === undefined) return null;
  return (
    <section className={styles['section']} aria-label="Last start">
      <h2>Last start: {formatValue(tookSeconds(last), 'seconds')}, {formatAge(now - last.start)}</h2>
      <PhaseTimeline phases={phaseBars(sinceStart(last.phases))} />
    </section>
  );
}

/** Figures of the start, without those that have no value. */
function StartFacts({ panel, view, last }: { panel: Answer; view: WalReplayView; last: ReplaySummary | undefined }) {
  const { segments, segmentsPerSecond, state, memory } = panel;
  const took = last === undefined ? null : tookSeconds(last);
  const now = useNow(60_000);
  return (
    <dl className={styles['facts']}>
      <div><dt>{state === 'done' ? 'Duration' : goneSince(panel) === null ? 'Elapsed' : 'Ran for'}</dt>
        <dd>{view.soFar}</dd></div>
      {segmentsPerSecond !== null && <div><dt>Rate</dt><dd>{formatValue(segmentsPerSecond, 'segmentsPerSecond')}</dd>
        </div>}
      {segments !== null && <div><dt>Segments</dt><dd>{`${segments.min} to ${segments.max}`}</dd></div>}
      {memory.projectedPeakBytes !== null && (
        <div><dt>{state === 'done' ? 'Peak memory' : 'Projected peak memory'}</dt>
          <dd>{formatValue(memory.projectedPeakBytes, 'bytes')}
            {peakText(panel) !== null && <small>{peakText(panel)}</small>}
            {memory.limitBytes !== null && <small>{view.memoryRisk}</small>}</dd></div>
      )}
      {last !== undefined && took !== null && <div><dt>Last start took</dt>
        <dd>{formatSeconds(took)}<small>{formatAge(now - last.start)}</small></dd></div>}
    </dl>
  );
}

function StartFolds({ panel, view, version }: { panel: Answer; view: WalReplayView; version: string }) {
  const { zone } = useUrlState().state;
  const [shown, ...rates] = rateCharts(panel, view.x);
  return (
    <>
      <Fold id="phases" title="Phases" holds={panel.phases.length === 0 ? 'what happens in each'
        : `${panel.phases.length} with start and duration, and what each does`}>
        {panel.phases.length > 0 && <PhaseTable phases={panel.phases} zone={zone} />}
        <PhaseExplained phases={panel.phases} version={version} />
      </Fold>
      {forecastChart(panel, view.x) !== null && <Fold id="forecasts" title="Forecasts so far"
        holds="the total start time as forecast at each moment"><ReplayForecast panel={panel} x={view.x} /></Fold>}
      {panel.state !== 'none' && (
        <Fold id="rates" title="Segments, CPU and rates" holds="over the start">
          <div className={styles['pair']}>
            {shown !== undefined && view.segments !== null && <TimeSeriesChart title="Segments loaded"
              model={view.segments} height={190} />}
            {view.cpu !== null && <TimeSeriesChart title="CPU" model={view.cpu} height={190} />}
            {rates.map(({ key, title, model }) => <TimeSeriesChart key={key} title={title} model={model}
              height={160} />)}
          </div>
        </Fold>
      )}
      {panel.earlier.length > 0 && <Fold id="earlier" title="Earlier starts"
        holds={`${panel.earlier.length} in this window`}><EarlierTable earlier={panel.earlier} zone={zone} /></Fold>}
    </>
  );
}

function WalReplayBody(
  { panel: given, isDown, target, version }: { panel: Answer; isDown: boolean; target: string; version: string }
) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const limits = useStartLimits(target);
  const { limitBytes } = limits;
  const panel = useMemo(() => withTypedLimit(given, limitBytes), [given, limitBytes]);
  const view = useMemo(() => walReplayView(panel, zone, today), [panel, zone, today]);
  const list = useReplays(target, limits.budgetSeconds).data;
  const loops = list?.crashLoops ?? [];
  const budget = list?.budget ?? null;
  const restart = panel.restart ?? null;
  const bar = replayBar(panel, budget?.budgetSeconds ?? null);
  const begun = panel.phases.find(({ name }) => name !== 'unreachable')?.start ?? Infinity;
  const last = list?.replays.find((one) => one.start < begun - 2 && tookSeconds(one) !== null);
  return (
    <>
      <FindingHeadline title="WAL replay" finding={panel.finding} context={view.context} sources={panel.sources}
        actions={<PanelActions name="wal-replay" panel={panel} how={<WalReplayHow />} />} />
      <CrashLoops loops={loops} />
      {panel.state === 'none' || bar === null
        ? (
          <>
            {restart === null ? <NoReplay isDown={isDown} />
              : <RestartBars restart={restart} budgetSeconds={budget?.budgetSeconds ?? null} />}
            <LastStart replays={list?.replays ?? []} />
          </>
        ) : (
          <>
            <StartBar panel={panel} bar={bar} eta={view.eta} />
            <ReplayProfileMarks phases={panel.phases} target={target} now={panel.range.end} zone={zone} />
            <StartCharts panel={panel} view={view} />
            {restart !== null && <RestartBars restart={restart} budgetSeconds={budget?.budgetSeconds ?? null} />}
          </>
        )}
      <WillItBeKilled key={target} panel={panel} budget={budget} limits={limits} hasStepsAbove={loops.length > 0} />
      <MissingInputs missing={panel.missing} />
      {panel.state !== 'none' && <StartFacts panel={panel} view={view} last={last} />}
      <Folds>
        <StartFolds panel={panel} view={view} version={version} />
        {target !== '' && <ReplayHistory target={target} />}
        <ReplayLogDrop target={target} />
      </Folds>
    </>
  );
}

/** The raw memory of the window in place of the bar and its charts, until the start is analysed. */
function EarlyStart() {
  return (
    <div className={styles['section']}>
      <Skeleton height={56} />
      <div className={styles['pair']}>
        <EarlyChart title="Resident memory" line="memory" height={190} />
        <Skeleton height={250} />
      </div>
    </div>
  );
}

export default function WalReplayPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('wal-replay', target, range);
  const { state } = useUrlState();
  const starts = useReplays(target?.name ?? '', state.budgetSeconds);
  // Crash loops are above everything else, the restart history above the last sections: both load with the panel.
  const hasStarts = target === null || !starts.isPending || starts.failureCount > 0;
  const shown = { ...query, data: hasStarts ? query.data : undefined };
  return <PanelFrame title="WAL replay" query={shown} waitingFor="Loading history"
    early={<EarlyStart />}>{
    (panel) => <WalReplayBody panel={panel} isDown={target?.state === 'down'} target={target?.name ?? ''}
      version={target?.version ?? ''} />
  }</PanelFrame>;
}
