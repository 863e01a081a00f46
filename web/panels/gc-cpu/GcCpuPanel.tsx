import { useMemo } from 'react';
import type { GcCpuPanel as Answer } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { compactionSpans, cycleMark } from '../../../core/views/charts/panelParts.ts';
import { FiguresSection } from '../shared/FiguresSection.tsx';
import { PanelExport } from '../shared/PanelExport.tsx';
import styles from '../shared/panel.module.css';
import { EstimatesTable } from './EstimatesTable.tsx';
import { aroundChart, aroundText, gapsChart, varianceText } from '../../../core/views/gc-cpu/gcCycleView.ts';
import { gcCpuView } from '../../../core/views/gc-cpu/gcCpuView.ts';
import { GcFacts } from './GcFacts.tsx';
import { GcCpuHow } from './howComputed.tsx';
import { LinksTable } from './LinksTable.tsx';
import { WhatIfSection } from './WhatIfSection.tsx';

function Estimates({ panel }: { panel: Answer }) {
  return (
    <section className={styles['section']}>
      <h2>GC CPU estimates</h2>
      <EstimatesTable estimates={panel.estimates} />
    </section>
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
      <TimeSeriesChart title="CPU around a GC cycle" model={chart} height={220} />
      <p className={styles['note']}>{aroundText(panel.around)}</p>
    </section>
  );
}

function Gaps({ panel }: { panel: Answer }) {
  const chart = useMemo(() => gapsChart(panel.gaps), [panel]);
  if (chart === null) return <EmptyState what="No time between GC cycles" why={<p>{panel.gaps.sentence}</p>} />;
  return (
    <section className={styles['section']}>
      <TimeSeriesChart title="Time between GC cycles" model={chart} height={220} />
      <p className={styles['note']}>{panel.gaps.sentence}</p>
    </section>
  );
}

function GcCpuBody({ panel }: { panel: Answer }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => gcCpuView(panel, zone, today), [panel, zone, today]);
  const variance = varianceText(panel.variance);
  const { target, range } = useCurrentTarget();
  const host = useHost(target, range);
  const hostSpans = useMemo(() => compactionSpans(panel.compactions), [panel]);
  const hostMarks = useMemo(() => [cycleMark(panel.cycles)], [panel]);
  return (
    <>
      <FindingHeadline title="GC & CPU" finding={panel.finding} context={view.context}
        sources={panel.sources} actions={
        <><PanelExport name="gc-cpu" panel={panel} /><HowComputed><GcCpuHow panel={panel} /></HowComputed></>
      } />
      <MissingInputs missing={panel.missing} />
      <TimeSeriesChart title="CPU" model={view.cpu} height={280} />
      <GcFacts panel={panel} />
      <div className={styles['pair']}>
        <AroundOneCycle panel={panel} />
        <Estimates panel={panel} />
      </div>
      <div className={styles['pair']}>
        <TimeSeriesChart title="Heap sawtooth" model={view.heap} height={220} />
        <Gaps panel={panel} />
      </div>
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
          <h2>Correlation with GC</h2>
          <LinksTable links={panel.links} />
          {variance !== null && <p className={styles['note']}>{variance}</p>}
        </section>
      </div>
      <HostSection host={host} part="cores" spans={hostSpans} marks={hostMarks} />
      <WhatIfSection whatIf={panel.whatIf} whatIfNote={panel.whatIfNote} />
      <FiguresSection panel="gc-cpu" figures={panel.figures} range={panel.range} zone={zone} />
    </>
  );
}

export default function GcCpuPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('gc-cpu', target, range);
  return <PanelFrame title="GC & CPU" query={query} waitingFor="Loading history" height={420}
      early={<EarlyChart title="CPU" line="cpu" height={280} />}>
    {(panel) => <GcCpuBody panel={panel} />}</PanelFrame>;
}
