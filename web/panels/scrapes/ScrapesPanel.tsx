import { useMemo } from 'react';
import type { ScrapeGap, ScrapesPanel as Answer, Target } from '../../../server/api/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/TimeSeriesChart.tsx';
import { formatDateTime, formatSeconds, formatValue } from '../../format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import type { Zone } from '../../urlState.ts';
import { useCurrentTarget } from '../../useCurrentTarget.ts';
import { useUrlState } from '../../useUrlState.ts';
import styles from '../panel.module.css';
import { badLinesText } from '../../ui/targetWords.ts';
import { ScrapesHow } from './howComputed.tsx';
import { causeWords, scrapesView } from './scrapesView.ts';

function gapColumns(zone: Zone): Column<ScrapeGap>[] {
  return [
    { key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone), sortValue: (row) => row.start },
    { key: 'length', head: 'length', align: 'right', render: (row) => formatSeconds(row.end - row.start), sortValue: (row) => row.end - row.start },
    { key: 'missed', head: 'scrapes missed', align: 'right', render: (row) => formatValue(row.scrapesMissed, 'count'), sortValue: (row) => row.scrapesMissed },
    { key: 'cause', head: 'cause', noWrap: true, render: (row) => causeWords[row.cause] ?? row.cause, sortValue: (row) => row.cause },
    { key: 'sentence', head: 'what is known', render: (row) => <span className={styles['sentence']}>{row.sentence}</span> },
  ];
}

type StateRow = Answer['byState'][number];
const stateColumns: Column<StateRow>[] = [
  { key: 'state', head: 'while', render: (row) => ({ quiet: 'quiet', gc: 'a GC cycle ended', compaction: 'compacting' })[row.state] },
  { key: 'count', head: 'scrapes', align: 'right', render: (row) => formatValue(row.count, 'count'), sortValue: (row) => row.count },
  { key: 'p50', head: 'p50', align: 'right', render: (row) => formatValue(row.p50, 'seconds'), sortValue: (row) => row.p50 },
  { key: 'p99', head: 'p99', align: 'right', render: (row) => formatValue(row.p99, 'seconds'), sortValue: (row) => row.p99 },
  { key: 'max', head: 'slowest', align: 'right', render: (row) => formatValue(row.max, 'seconds'), sortValue: (row) => row.max },
];

/** Lines of the newest answer that were left out; the samples of all others are in the charts. */
function BadLines({ target }: { target: Target | null }) {
  const text = target?.lastScrape ? badLinesText(target.lastScrape) : null;
  return text === null ? null : <p className={styles['badLines']} role="status">{text}</p>;
}

function ScrapesBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const { zone } = useUrlState().state;
  const view = useMemo(() => scrapesView(panel, zone, panel.range.end), [panel, zone]);
  const columns = useMemo(() => gapColumns(zone), [zone]);
  return (
    <>
      <FindingHeadline title="Scrapes" finding={panel.finding} context={view.context} actions={<HowComputed><ScrapesHow /></HowComputed>} />
      <MissingInputs missing={panel.missing} />
      <BadLines target={target} />
      <section className={styles['section']}>
        <TimeSeriesChart title="How long each scrape took" model={view.duration} height={300} />
        {view.timeoutNote !== null && <p className={styles['note']}>{view.timeoutNote}</p>}
      </section>
      <section className={styles['section']}>
        <h2>Gaps and their causes</h2>
        <DataTable caption="Gaps of this window" columns={columns} rows={panel.gaps} rowKey={(row) => String(row.start)} initialSort={{ key: 'length', descending: true }} limit={50} maxHeight={360} empty="No gaps: every tick of this window has its scrape." />
      </section>
      <div className={styles['pair']}>
        <section className={styles['section']}>
          <h2>By what the target was doing</h2>
          <DataTable caption="Scrape durations by state" columns={stateColumns} rows={panel.byState} rowKey={(row) => row.state} empty="No answered scrapes in this window." />
        </section>
        <section className={styles['section']}>
          <h2>Numbers</h2>
          <FiguresTable figures={panel.figures} zone={zone} />
        </section>
      </div>
    </>
  );
}

export function ScrapesPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('scrapes', target, range);
  return <PanelFrame title="Scrapes" query={query} waitingFor="Reading the history" height={420}>{(panel) => <ScrapesBody panel={panel} target={target} />}</PanelFrame>;
}
