import { useMemo } from 'react';
import type { ScrapesPanel } from '../../../core/contract/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { lane } from '../../../core/views/overview/lane.ts';
import { scrapesView } from '../../../core/views/scrapes/scrapesView.ts';

function Strip({ panel }: { panel: ScrapesPanel }) {
  const { zone } = useUrlState().state;
  const model = useMemo(() => lane(scrapesView(panel, zone, panel.range.end).duration), [panel, zone]);
  return <TimeSeriesChart title="Scrape duration" model={model} height={70} isLane />;
}

/** Scrape durations and failures, a lane of the overview. */
export default function ScrapeStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('scrapes', target, range);
  return <PanelFrame title="Scrapes" query={query} waitingFor="Loading history" height={70} headingLevel={2}
    early={<EarlyChart title="Scrape duration" line="scrapes" height={70} isLane />}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
