/** The charts of the overview, as lanes on one axis. */
import { useMemo } from 'react';
import type { PanelByName, PanelName } from '../../../core/contract/contract.ts';
import type { Zone } from '../../../core/text/zone.ts';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { gcCpuView } from '../../../core/views/gc-cpu/gcCpuView.ts';
import type { LineName } from '../../../core/views/lines/linesView.ts';
import { memoryView } from '../../../core/views/memory/memoryView.ts';
import { lane, laneLine } from '../../../core/views/overview/lane.ts';
import { scrapesView } from '../../../core/views/scrapes/scrapesView.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useUrlState } from '../../url/useUrlState.ts';

interface StripOf<P extends PanelName> {
  panel: P;
  title: string;
  /** Title of the chart, where it is another. */
  chartTitle?: string;
  line: LineName;
  height: number;
  modelOf: (answer: PanelByName[P], zone: Zone) => ChartModel;
}

function stripOf<P extends PanelName>({ panel, title, chartTitle = title, line, height, modelOf }: StripOf<P>) {
  function Chart({ answer }: { answer: PanelByName[P] }) {
    const { zone } = useUrlState().state;
    const model = useMemo(() => modelOf(answer, zone), [answer, zone]);
    return <TimeSeriesChart title={chartTitle} model={model} height={height} isLane />;
  }
  return function Strip() {
    const { target, range } = useCurrentTarget();
    const query = usePanel(panel, target, range);
    return <PanelFrame title={title} query={query} waitingFor="Loading history" height={height} headingLevel={2}
      early={<EarlyChart title={chartTitle} line={line} height={height} isLane />}>
      {(answer) => <Chart answer={answer} />}</PanelFrame>;
  };
}

/** CPU with its spikes by cause; the table of causes next to it is their legend. */
export const CpuStrip = stripOf({
  panel: 'gc-cpu', title: 'CPU', line: 'cpu', height: 230,
  modelOf: (answer, zone) => {
    const { cpu } = gcCpuView(answer, zone, answer.range.end);
    const fills = cpu.fills?.map((fill) => ({ ...fill, silent: true })) ?? [];
    return { ...cpu, lines: cpu.lines.map(laneLine), fills };
  },
});

/** Resident memory against its limit. */
export const MemoryStrip = stripOf({
  panel: 'memory', title: 'Memory', line: 'memory', height: 70,
  modelOf: (answer, zone) => {
    const memory = lane(memoryView(answer, zone, answer.range.end).memory);
    return { ...memory, lines: memory.lines.filter(({ key }) => key === 'rss' || key === 'limit') };
  },
});

/** Scrape durations and failures. */
export const ScrapeStrip = stripOf({
  panel: 'scrapes', title: 'Scrapes', chartTitle: 'Scrape duration', line: 'scrapes', height: 70,
  modelOf: (answer, zone) => lane(scrapesView(answer, zone, answer.range.end).duration),
});
