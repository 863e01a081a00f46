import { useMemo } from 'react';
import type { CompactionPanel as Answer, Target } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { compactionSpans } from '../../../core/views/charts/panelParts.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { EmptyState, MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { FiguresSection } from '../shared/FiguresSection.tsx';
import { PanelExport } from '../shared/PanelExport.tsx';
import styles from '../shared/panel.module.css';
import { BlockStrip } from './BlockStrip.tsx';
import { CaptureAtCompaction } from './CaptureAtCompaction.tsx';
import { CompactionFacts } from './CompactionFacts.tsx';
import { CompactionTable } from './CompactionTable.tsx';
import { compactionView } from '../../../core/views/compaction/compactionView.ts';
import { FoldSection } from './FoldSection.tsx';
import { HerdSection } from './HerdSection.tsx';
import { CompactionHow } from './howComputed.tsx';
import { LogSection } from './LogSection.tsx';
import own from './compaction.module.css';

function CompactionBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const isRecording = target?.state === 'recorded';
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => compactionView(panel, zone, today), [panel, zone, today]);
  const isClocked = panel.merges === null;
  const { range } = useCurrentTarget();
  const host = useHost(target, range);
  // Prometheus exports no I/O of its own: the panel's bytes are the host's, which has its own charts below.
  const isDiskBelow = isClocked && host.data?.state === 'up';
  const hostSpans = useMemo(() => compactionSpans(panel.compactions), [panel]);
  return (
    <>
      <FindingHeadline title="Compaction" finding={panel.finding} context={view.context}
        sources={panel.sources} actions={
        <><PanelExport name="compaction" panel={panel} /><HowComputed><CompactionHow panel={panel} /></HowComputed></>
      } />
      <MissingInputs missing={panel.missing} />
      {panel.notes.length > 0 && (
        <ul className={own['notes']}>{panel.notes.map(({ sentence }) => <li key={sentence}>{sentence}</li>)}</ul>
      )}
      {isClocked && <CompactionFacts panel={panel} zone={zone} isRecording={isRecording} />}
      {isClocked && target !== null && target.url !== null && <CaptureAtCompaction key={`capture ${target.name}`}
        target={target} hasNext={panel.next !== null} />}
      <TimeSeriesChart title="CPU" model={view.timeline} height={240} />
      <div className={styles['pair']}>
        {isClocked && <FoldSection panel={panel} />}
        {view.merges !== null && <TimeSeriesChart title="Merges" model={view.merges} height={220} />}
        <TimeSeriesChart title="Resident memory" model={view.memory} height={220} />
        {view.blocks !== null && <TimeSeriesChart title={isClocked ? 'Blocks on disk' : 'Parts on disk'}
          model={view.blocks} height={180} />}
        {view.bytes !== null && <TimeSeriesChart title="Bytes on disk" model={view.bytes} height={180} />}
        {view.disk !== null && !isDiskBelow && <TimeSeriesChart title="Disk writes" model={view.disk} height={220} />}
      </div>
      <HostSection host={host} part="disks" spans={hostSpans} />
      {isClocked && (
        <section className={styles['section']}>
          <h2>Blocks by level</h2>
          {panel.blocks.length === 0
            ? <EmptyState what="No blocks known" why={
              <p>Prometheus 3.6 and later list their blocks, and every version logs them: open a log below to see each
                block by level, from its creation to its merge.</p>
            } />
            : <BlockStrip blocks={panel.blocks} zone={zone} />}
        </section>
      )}
      <div className={styles['tables']}>
        {isClocked && (
          <section className={styles['section']}>
            <h2>Compactions</h2>
            <CompactionTable compactions={panel.compactions} zone={zone} caption="Compactions in this window" />
          </section>
        )}
        <FiguresSection panel="compaction" figures={panel.figures} range={panel.range} zone={zone} />
      </div>
      {target !== null && <HerdSection target={target.name} range={panel.range} />}
      {isClocked && <LogSection key={`log ${target?.name ?? ''}`} target={target?.name ?? null} zone={zone} />}
    </>
  );
}

export default function CompactionPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('compaction', target, range);
  return (
    <PanelFrame title="Compaction" query={query} waitingFor="Loading history" height={420}
      early={<EarlyChart title="CPU" line="cpu" height={240} />}>
      {(panel) => <CompactionBody panel={panel} target={target} />}
    </PanelFrame>
  );
}
