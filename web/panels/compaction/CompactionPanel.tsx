import { useMemo } from 'react';
import type { CompactionPanel as Answer, Target } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { compactionSpans } from '../../../core/views/charts/panelParts.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { SpikeTable } from '../../charts/time/SpikeTable.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useToday } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Fold, Folds } from '../shared/Fold.tsx';
import { PanelActions } from '../shared/PanelActions.tsx';
import styles from '../shared/panel.module.css';
import { BlockStrip } from './BlockStrip.tsx';
import { CompactionFacts, PhaseFacts } from './CompactionFacts.tsx';
import { CompactionMultiples } from './CompactionMultiples.tsx';
import { CompactionTable } from './CompactionTable.tsx';
import { compactionView, foldChart, type CompactionView } from '../../../core/views/compaction/compactionView.ts';
import { FoldSection, NoFold } from './FoldSection.tsx';
import { HerdSection } from './HerdSection.tsx';
import { CompactionHow } from './howComputed.tsx';
import { LineageTree } from './LineageTree.tsx';
import { LogSection } from './LogSection.tsx';
import { NextCompaction } from './NextCompaction.tsx';
import { StorageSections } from './StorageSections.tsx';
import own from './compaction.module.css';

const NO_BLOCKS = 'No blocks known: Prometheus 3.6 and later list them, and every version logs them. Open a log below '
  + 'to see each block by level, from its creation to its merge.';

/** CPU, memory and disk one below the other on one axis. */
function Timeline({ view, height }: { view: CompactionView; height: number }) {
  return (
    <div className={styles['lanes']}>
      <TimeSeriesChart title="CPU" model={view.timeline} height={height} />
      {view.backlog !== null && <TimeSeriesChart title="Backlog" model={view.backlog} height={160} />}
      {view.merges !== null && <TimeSeriesChart title="Merges" model={view.merges} height={160} />}
      <TimeSeriesChart title="Resident memory" model={view.memory} height={160} />
      {view.disk !== null && <TimeSeriesChart title="Disk I/O" model={view.disk} height={160} />}
    </div>
  );
}

function HostDisks({ panel, target }: { panel: Answer; target: Target | null }) {
  const host = useHost(target, useCurrentTarget().range);
  const spans = useMemo(() => compactionSpans(panel.compactions), [panel]);
  if (host.data === undefined || host.data.state === 'off') return null;
  return <Fold id="host-disks" title="Host disks" holds="bytes read and written, utilization">
    <HostSection host={host} part="disks" spans={spans} /></Fold>;
}

function BlocksOnDisk({ view, isClocked }: { view: CompactionView; isClocked: boolean }) {
  if (view.blocks === null && view.bytes === null) return null;
  const what = isClocked ? 'Blocks on disk' : 'Parts on disk';
  return (
    <Fold id="on-disk" title={what} holds="number and bytes over time">
      <div className={styles['pair']}>
        {view.blocks !== null && <TimeSeriesChart title={what} model={view.blocks} height={180} />}
        {view.bytes !== null && <TimeSeriesChart title="Bytes on disk" model={view.bytes} height={180} />}
      </div>
    </Fold>
  );
}

function CompactionBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => compactionView(panel, zone, today), [panel, zone, today]);
  const isClocked = panel.merges === null;
  const fold = useMemo(() => foldChart(panel, 1), [panel]);
  const hasFold = isClocked && fold !== null;
  const waitsFor = isClocked && fold === null && panel.compactions.length === 0 ? panel.blockRangeSeconds : null;
  return (
    <>
      <FindingHeadline title="Compaction" finding={panel.finding} context={view.context} sources={panel.sources}
        actions={(
          <>
            {isClocked && <NextCompaction key={target?.name} next={panel.next} target={target} zone={zone} />}
            <PanelActions name="compaction" panel={panel} how={<CompactionHow panel={panel} />} />
          </>
        )} />
      {hasFold && <div className={own['hero']}><FoldSection panel={panel} />
        <CompactionMultiples panel={panel} zone={zone} /></div>}
      <Timeline view={view} height={hasFold ? 160 : 280} />
      {waitsFor !== null && <NoFold rangeSeconds={waitsFor} />}
      <MissingInputs missing={panel.missing} />
      {panel.notes.map(({ sentence }) => <p key={sentence} className={own['footnote']}>{sentence}</p>)}
      {isClocked && !hasFold && waitsFor === null && <CompactionMultiples panel={panel} zone={zone} />}
      {isClocked && (panel.blocks.length === 0 ? <p className={own['footnote']}>{NO_BLOCKS}</p> : (
        <section className={styles['section']}><h2>Blocks by level</h2><BlockStrip blocks={panel.blocks} zone={zone} />
          </section>
      ))}
      {panel.diskSpikes === null || panel.diskSpikes.spikes.length === 0
        ? isClocked && <CompactionFacts panel={panel} />
        : (
          <div className={styles['pair']}>
            {isClocked && <CompactionFacts panel={panel} />}
            <section className={styles['section']} aria-label="Disk I/O spikes"><SpikeTable spikes={panel.diskSpikes} />
            </section>
          </div>
        )}
      <Folds>
        {isClocked && <Fold id="compactions" title="Compactions"
          holds={`table of ${panel.compactions.length.toLocaleString('en-US')}, with level, inputs and source`}>
          <CompactionTable compactions={panel.compactions} zone={zone} caption="Compactions in this window" />
        </Fold>}
        {isClocked && <Fold id="clock" title="Phase, lateness and fit" holds="whether compactions keep to the clock">
          <PhaseFacts panel={panel} zone={zone} /></Fold>}
        <BlocksOnDisk view={view} isClocked={isClocked} />
        {isClocked && panel.blocks.length > 0 && (
          <Fold id="lineage" title="Lineage of blocks" holds="which block was merged from which">
            <LineageTree blocks={panel.blocks} zone={zone} /></Fold>
        )}
        <StorageSections panel={panel} />
        <HostDisks panel={panel} target={target} />
        {target !== null && <HerdSection target={target.name} range={panel.range} />}
        {isClocked && <LogSection key={`log ${target?.name ?? ''}`} target={target?.name ?? null} zone={zone} />}
      </Folds>
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
