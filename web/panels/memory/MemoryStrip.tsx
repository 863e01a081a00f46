import { useMemo } from 'react';
import type { MemoryPanel } from '../../../core/contract/contract.ts';
import { lane } from '../../../core/views/overview/lane.ts';
import { memoryView } from '../../../core/views/memory/memoryView.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useUrlState } from '../../url/useUrlState.ts';

function Strip({ panel }: { panel: MemoryPanel }) {
  const { zone } = useUrlState().state;
  const model = useMemo(() => {
    const memory = lane(memoryView(panel, zone, panel.range.end).memory);
    return { ...memory, lines: memory.lines.filter(({ key }) => key === 'rss' || key === 'limit') };
  }, [panel, zone]);
  return <TimeSeriesChart title="Memory" model={model} height={70} isLane />;
}

/** Resident memory against its limit, as a lane of the overview. */
export default function MemoryStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('memory', target, range);
  return <PanelFrame title="Memory" query={query} waitingFor="Loading history" height={70} headingLevel={2}
    early={<EarlyChart title="Memory" line="memory" height={70} isLane />}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
