import type { GcCpuPanel as Answer } from '../../../server/api/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/TimeSeriesChart.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../useCurrentTarget.ts';
import { useUrlState } from '../../useUrlState.ts';
import styles from '../panel.module.css';
import { useMemo } from 'react';
import { gcCpuView } from './gcCpuView.ts';
import { GcCpuHow } from './howComputed.tsx';

function GcCpuBody({ panel }: { panel: Answer }) {
  const { zone } = useUrlState().state;
  const view = useMemo(() => gcCpuView(panel, zone, panel.range.end), [panel, zone]);
  return (
    <>
      <FindingHeadline title="GC & CPU" finding={panel.finding} context={view.context} actions={<HowComputed><GcCpuHow /></HowComputed>} />
      <MissingInputs missing={panel.missing} />
      <TimeSeriesChart title="CPU" model={view.cpu} height={280} />
      <div className={styles['pair']}>
        <TimeSeriesChart title="Heap sawtooth" model={view.heap} height={220} />
        {view.lag === null
          ? <EmptyState what="No correlation yet" why={<p>It needs more scrapes and GC cycles than this window holds. Choose a wider one.</p>} />
          : (
            <section className={styles['section']}>
              <TimeSeriesChart title="GC against CPU, by lag" model={view.lag} height={220} />
              <p className={styles['note']}>{view.correlation}; positive lag: CPU later than GC.</p>
            </section>
          )}
      </div>
      <FiguresTable figures={panel.figures} zone={zone} />
    </>
  );
}

export function GcCpuPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('gc-cpu', target, range);
  return <PanelFrame title="GC & CPU" query={query} waitingFor="Reading the history" height={420}>{(panel) => <GcCpuBody panel={panel} />}</PanelFrame>;
}
