import { useMemo } from 'react';
import type { MemoryPanel as Answer, Target } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Fold, Folds } from '../shared/Fold.tsx';
import { PanelActions } from '../shared/PanelActions.tsx';
import { SpikeTable } from '../../charts/time/SpikeTable.tsx';
import styles from '../shared/panel.module.css';
import { CardinalitySection } from './CardinalitySection.tsx';
import own from './Memory.module.css';
import { MemoryHow } from './howComputed.tsx';
import { MemoryBar } from './MemoryBar.tsx';
import { memoryView } from '../../../core/views/memory/memoryView.ts';
import { Planner } from './Planner.tsx';

function WarmUps({ panel }: { panel: Answer }) {
  return (
    <>
      {panel.warmUps.length === 0
        ? <p className={styles['note']}>This window has no process start followed by enough data (at least 12 steps of 5
          s, or of three scrapes, with ingestion). Choose a window that begins before a start.</p>
        : panel.warmUps.map((warm) => <p key={warm.processStart} className={styles['note']}>{warm.sentence}</p>)}
    </>
  );
}

function HostMemory({ target }: { target: Target | null }) {
  const host = useHost(target, useCurrentTarget().range);
  if (host.data === undefined || host.data.state === 'off') return null;
  return <Fold id="host-memory" title="Host memory" holds="free memory, page cache, swap">
    <HostSection host={host} part="memory" /></Fold>;
}

function MemoryBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => memoryView(panel, zone, today), [panel, zone, today]);
  return (
    <>
      <FindingHeadline title="Memory & capacity" finding={panel.finding} context={view.context} sources={panel.sources}
        actions={<PanelActions name="memory" panel={panel} how={<MemoryHow panel={panel} />} />} />
      <div className={styles['lanes']}>
        <TimeSeriesChart title="Memory" model={view.memory} height={300} />
        <MissingInputs missing={panel.missing} />
      </div>
      <div className={styles['pair']}>
        <section className={styles['section']}>
          <h2>Breakdown of resident memory</h2>
          <MemoryBar parts={panel.parts} bar={view.bar} />
        </section>
        {/* Beside the breakdown, which is long. */}
        <div className={own['beside']}>
          <section className={styles['section']} aria-label="Memory spikes"><SpikeTable spikes={panel.spikes} />
            </section>
          <Planner panel={panel} />
        </div>
      </div>
      <Folds>
        {(view.perSeries !== null || view.perSample !== null) && (
          <Fold id="ratios" title="Memory per series, CPU per sample" holds="the ratios of the planner over time">
            <div className={styles['pair']}>
              {view.perSeries !== null && <TimeSeriesChart title="Memory per series" model={view.perSeries}
                height={190} />}
              {view.perSample !== null && <TimeSeriesChart title="CPU per sample" model={view.perSample}
                height={190} />}
            </div>
          </Fold>
        )}
        <Fold id="cardinality" title="Series by metric and label" holds="the largest, what grows, churn">
          <CardinalitySection panel={panel} target={target} /></Fold>
        <HostMemory target={target} />
        <Fold id="warm-up" title="Warm-up after a start" holds={panel.warmUps.length === 0 ? 'no start in this window'
          : `time until CPU and memory settle, ${panel.warmUps.length} measured`}><WarmUps panel={panel} /></Fold>
      </Folds>
    </>
  );
}

export default function MemoryPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('memory', target, range);
  return <PanelFrame title="Memory & capacity" query={query} waitingFor="Loading history" height={420}
    early={<EarlyChart title="Memory" line="memory" height={300} />}>
    {(panel) => <MemoryBody panel={panel} target={target} />}</PanelFrame>;
}
