import { useMemo } from 'react';
import type { MemoryPanel as Answer } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { FiguresSection } from '../shared/FiguresSection.tsx';
import { PanelExport } from '../shared/PanelExport.tsx';
import styles from '../shared/panel.module.css';
import { MemoryHow } from './howComputed.tsx';
import { MemoryBar } from './MemoryBar.tsx';
import { memoryView } from '../../../core/views/memory/memoryView.ts';
import { Planner } from './Planner.tsx';

function WarmUps({ panel }: { panel: Answer }) {
  return (
    <section className={styles['section']}>
      <h2>Warm-up after a start</h2>
      {panel.warmUps.length === 0
        ? <p className={styles['note']}>This window has no process start followed by enough data (at least 12 steps of 5
          s, or of three scrapes, with ingestion). Choose a window that begins before a start.</p>
        : panel.warmUps.map((warm) => <p key={warm.processStart} className={styles['note']}>{warm.sentence}</p>)}
    </section>
  );
}

function MemoryBody({ panel }: { panel: Answer }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => memoryView(panel, zone, today), [panel, zone, today]);
  const { target, range } = useCurrentTarget();
  const host = useHost(target, range);
  return (
    <>
      <FindingHeadline title="Memory & capacity" finding={panel.finding} context={view.context}
        sources={panel.sources} actions={
        <><PanelExport name="memory" panel={panel} /><HowComputed><MemoryHow panel={panel} /></HowComputed></>
      } />
      <MissingInputs missing={panel.missing} />
      <TimeSeriesChart title="Memory" model={view.memory} height={280} />
      <section className={styles['section']}>
        <h2>Breakdown of resident memory</h2>
        <MemoryBar parts={panel.parts} bar={view.bar} />
      </section>
      <HostSection host={host} part="memory" />
      {(view.perSeries !== null || view.perSample !== null) && (
        <div className={styles['pair']}>
          {view.perSeries !== null && <TimeSeriesChart title="Memory per series" model={view.perSeries} height={190} />}
          {view.perSample !== null && <TimeSeriesChart title="CPU per sample" model={view.perSample} height={190} />}
        </div>
      )}
      <Planner panel={panel} />
      <WarmUps panel={panel} />
      <FiguresSection panel="memory" figures={panel.figures} range={panel.range} zone={zone} />
    </>
  );
}

export default function MemoryPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('memory', target, range);
  return <PanelFrame title="Memory & capacity" query={query} waitingFor="Loading history" height={420}
    early={<EarlyChart title="Memory" line="memory" height={280} />}>
    {(panel) => <MemoryBody panel={panel} />}</PanelFrame>;
}
