import { useMemo } from 'react';
import type { GcCpuPanel as Answer, Target } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { compactionSpans, cycleMark } from '../../../core/views/charts/panelParts.ts';
import { CaptureButton } from '../shared/CaptureButton.tsx';
import { Fold, Folds } from '../shared/Fold.tsx';
import { PanelActions } from '../shared/PanelActions.tsx';
import styles from '../shared/panel.module.css';
import { CpuSplit } from '../../charts/time/CpuSplit.tsx';
import { EstimatesTable } from './EstimatesTable.tsx';
import { aroundChart, aroundText, gapsChart, varianceText } from '../../../core/views/gc-cpu/gcCycleView.ts';
import { gcCpuView, type GcCpuView } from '../../../core/views/gc-cpu/gcCpuView.ts';
import { gcRuntimeView, linksLagChart, runtimeNote } from '../../../core/views/gc-cpu/gcRuntimeView.ts';
import { throttlingView } from '../../../core/views/gc-cpu/throttlingView.ts';
import { GcFacts } from './GcFacts.tsx';
import { GcCpuHow } from './howComputed.tsx';
import { LinksTable } from './LinksTable.tsx';
import { TrainsSection } from './TrainsSection.tsx';
import { ThrottlingFold, ThrottlingLane } from './Throttling.tsx';
import { WhatIfSection } from './WhatIfSection.tsx';

const PROFILE_SECONDS = 30;

/** Missing inputs of the figures, and a profile that adds the first estimate if the window has none. */
function Footnotes({ panel, target }: { panel: Answer; target: Target | null }) {
  const hasProfile = panel.estimates.some(({ estimator, cores }) => estimator === 'E1' && cores !== null);
  const url = target?.url ?? null;
  return (
    <div className={styles['footnotes']}>
      <MissingInputs missing={panel.missing} />
      {!hasProfile && target !== null && url !== null && <CaptureButton target={target.name}
        request={{ kind: 'cpu', seconds: PROFILE_SECONDS, at: 'now' }}
        label={`Take a ${PROFILE_SECONDS} s profile now`}
        unavailable={target.state === 'down' ? 'The target does not answer.' : null} />}
    </div>
  );
}

function AroundOneCycle({ panel }: { panel: Answer }) {
  const chart = useMemo(() => aroundChart(panel), [panel]);
  if (chart === null || panel.around === null) {
    const why = panel.estimates.find(({ estimator }) => estimator === 'E2')?.note ?? '';
    return <EmptyState what="No average GC cycle" why={<p>The CPU of single cycles {why}.</p>} />;
  }
  return (
    <section className={styles['section']}>
      <TimeSeriesChart title="CPU around a GC cycle" model={chart} height={190} />
      <p className={styles['note']}>{aroundText(panel.around)}</p>
    </section>
  );
}

function Correlation({ panel, view }: { panel: Answer; view: GcCpuView }) {
  const variance = varianceText(panel.variance);
  const links = useMemo(() => linksLagChart(panel.links), [panel]);
  return (
    <div className={styles['pair']}>
      {view.lag === null
        ? <EmptyState what="No correlation yet"
          why={<p>This window has too few scrapes or GC cycles. Choose a wider one.</p>} />
        : (
          <section className={styles['section']}>
            <TimeSeriesChart title="Correlation of GC and CPU by lag" model={view.lag} height={220} />
            <p className={styles['note']}>{view.correlation}; positive lag: CPU is later than GC.</p>
          </section>
        )}
      <section className={styles['section']}>
        <LinksTable links={panel.links} />
        {links !== null && <TimeSeriesChart title="Scrapes and ingestion by lag" model={links} height={160} />}
        {variance !== null && <p className={styles['note']}>{variance}</p>}
      </section>
    </div>
  );
}

/** The Go runtime's metrics over time. */
function Runtime({ panel }: { panel: Answer }) {
  const view = useMemo(() => gcRuntimeView(panel), [panel]);
  const charts = [
    ['GC while a cycle runs', view.duringCycle],
    ['Allocation rate', view.alloc], ['Scheduling latency', view.schedLatency],
    ['Stop-the-world pauses', view.pauses], ['Recent stop-the-world pauses', view.recentPauses],
  ] as const;
  if (charts.every(([, model]) => model === null)) return <EmptyState what="No metrics of the Go runtime"
    why={<p>The target exports neither allocated bytes, pauses nor scheduling latency.</p>} />;
  return (
    <div className={styles['lanes']}>
      {charts.map(([title, model]) => model !== null && <TimeSeriesChart key={title} title={title} model={model}
        height={180} />)}
      {view.schedLatency === null && <p className={styles['note']}>{runtimeNote}</p>}
    </div>
  );
}

function Gaps({ panel }: { panel: Answer }) {
  const chart = useMemo(() => gapsChart(panel.gaps), [panel]);
  return (
    <section className={styles['section']}>
      {chart !== null && <TimeSeriesChart title="Time between GC cycles" model={chart} height={220} />}
      <p className={styles['note']}>{panel.gaps.sentence}</p>
    </section>
  );
}

function HostCores({ panel, target }: { panel: Answer; target: Target | null }) {
  const host = useHost(target, useCurrentTarget().range);
  const spans = useMemo(() => compactionSpans(panel.compactions), [panel]);
  const marks = useMemo(() => [cycleMark(panel.cycles)], [panel]);
  const holds = host.data?.state === 'up' ? 'busy time of each core' : 'not available without a node_exporter';
  return <Fold id="host-cores" title="Host cores" holds={holds}>
    <HostSection host={host} part="cores" spans={spans} marks={marks} /></Fold>;
}

function GcCpuBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => gcCpuView(panel, zone, today), [panel, zone, today]);
  const throttling = useMemo(() => throttlingView(panel), [panel]);
  const available = panel.estimates.filter(({ cores }) => cores !== null).length;
  const ways = panel.estimates.length > 5 ? 'six' : 'five';
  return (
    <>
      <FindingHeadline title="GC & CPU" finding={panel.finding} context={view.context} sources={panel.sources}
        actions={<PanelActions name="gc-cpu" panel={panel} how={<GcCpuHow panel={panel} />} />} />
      <div className={styles['lanes']}>
        <TimeSeriesChart title="CPU" model={view.cpu} height={320} />
        <ThrottlingLane view={throttling} />
        <TimeSeriesChart title="Heap sawtooth" model={view.heap} height={160} />
        <Footnotes panel={panel} target={target} />
      </div>
      <div className={styles['pair']}>
        <AroundOneCycle panel={panel} />
        <WhatIfSection whatIf={panel.whatIf} whatIfNote={panel.whatIfNote} />
      </div>
      <GcFacts panel={panel} />
      <CpuSplit target={target} />
      <Folds>
        <TrainsSection panel={panel} target={target} />
        <Fold id="estimates" title="GC CPU estimates" holds={`${ways} ways to measure GC CPU, ${available} available`}>
          <EstimatesTable estimates={panel.estimates} />
          <p className={styles['note']}>{panel.duringCycle.sentence}</p>
        </Fold>
        <Fold id="correlation" title="Correlation with GC" holds="lag, CPU, scrape duration, ingestion, variance">
          <Correlation panel={panel} view={view} />
        </Fold>
        <Fold id="runtime" title="Go runtime over time"
          holds="GC against its budget, allocation rate, scheduling latency, pauses">
          <Runtime panel={panel} />
        </Fold>
        <Fold id="gaps" title="Time between GC cycles" holds="distribution, and cycles that Go forces after 2m">
          <Gaps panel={panel} />
        </Fold>
        <ThrottlingFold view={throttling} />
        <HostCores panel={panel} target={target} />
      </Folds>
    </>
  );
}

export default function GcCpuPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('gc-cpu', target, range);
  return <PanelFrame title="GC & CPU" query={query} waitingFor="Loading history" height={420}
    early={<EarlyChart title="CPU" line="cpu" height={320} />}>
    {(panel) => <GcCpuBody panel={panel} target={target} />}</PanelFrame>;
}
