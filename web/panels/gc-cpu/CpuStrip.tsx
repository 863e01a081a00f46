import { useMemo } from 'react';
import { usePanel } from '../../api/queries.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import type { GcCpuPanel } from '../../../core/contract/contract.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { gcCpuView } from '../../../core/views/gc-cpu/gcCpuView.ts';

function Strip({ panel }: { panel: GcCpuPanel }) {
  const { zone } = useUrlState().state;
  const model = useMemo(() => gcCpuView(panel, zone, panel.range.end).cpu, [panel, zone]);
  return <TimeSeriesChart title="CPU" model={model} height={230} />;
}

/** CPU with its spikes by cause, the first lane of the overview. */
export default function CpuStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('gc-cpu', target, range);
  return <PanelFrame title="CPU" query={query} waitingFor="Loading history" height={230} headingLevel={2}
    early={<EarlyChart title="CPU" line="cpu" height={230} />}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
