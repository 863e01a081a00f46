import { useMemo } from 'react';
import { usePanel } from '../../api/queries.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import type { GcCpuPanel } from '../../../core/contract/contract.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { laneLine } from '../../../core/views/overview/lane.ts';
import { gcCpuView } from '../../../core/views/gc-cpu/gcCpuView.ts';

function Strip({ panel }: { panel: GcCpuPanel }) {
  const { zone } = useUrlState().state;
  const model = useMemo(() => {
    const { cpu } = gcCpuView(panel, zone, panel.range.end);
    // The table of causes next to it is their legend.
    const fills = cpu.fills?.map((fill) => ({ ...fill, silent: true })) ?? [];
    return { ...cpu, lines: cpu.lines.map(laneLine), fills };
  }, [panel, zone]);
  return <TimeSeriesChart title="CPU" model={model} height={230} isLane />;
}

/** CPU with its spikes by cause, the first lane of the overview. */
export default function CpuStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('gc-cpu', target, range);
  return <PanelFrame title="CPU" query={query} waitingFor="Loading history" height={230} headingLevel={2}
    early={<EarlyChart title="CPU" line="cpu" height={230} isLane />}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
