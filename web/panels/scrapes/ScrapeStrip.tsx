import { useMemo } from 'react';
import type { ScrapesPanel } from '../../../core/contract/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { scrapesView } from '../../../core/views/scrapes/scrapesView.ts';

function Strip({ panel }: { panel: ScrapesPanel }) {
  const { zone } = useUrlState().state;
  const view = useMemo(() => scrapesView(panel, zone, panel.range.end), [panel, zone]);
  return <TimeSeriesChart title="Scrape duration and failures" model={view.duration} height={190} />;
}

/** The scrape chart for the overview. */
export default function ScrapeStrip() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('scrapes', target, range);
  return <PanelFrame title="Scrapes" query={query} waitingFor="Loading history" height={190} headingLevel={2}
    early={<EarlyChart title="Scrape duration and failures" line="scrapes" height={190} />}>
    {(panel) => <Strip panel={panel} />}</PanelFrame>;
}
