import { useMemo } from 'react';
import type { OverlapTest, ScrapeGap, ScrapesPanel as Answer, Target } from '../../../core/contract/contract.ts';
import { useHost } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { HostSection } from '../../charts/time/HostSection.tsx';
import { EarlyChart } from '../../charts/time/EarlyChart.tsx';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { formatDateTime, formatNumber, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { MissingInputs, PanelFrame } from '../../ui/PanelFrame.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { compactionSpans, cycleMark } from '../../../core/views/charts/panelParts.ts';
import { Fold, Folds } from '../shared/Fold.tsx';
import { PanelActions } from '../shared/PanelActions.tsx';
import { SpikeTable } from '../../charts/time/SpikeTable.tsx';
import styles from '../shared/panel.module.css';
import { badLinesText } from '../../ui/targetWords.ts';
import { useToday } from '../../ui/useNow.ts';
import { RuleGroups } from './RuleGroups.tsx';
import { TargetQueries } from './TargetQueries.tsx';
import { ScrapesHow } from './howComputed.tsx';
import { jitterChart } from '../../../core/views/scrapes/jitterView.ts';
import { jobsChart } from '../../../core/views/scrapes/jobsView.ts';
import {
  causeWords, linkWord, pText, scrapesView, suspectWords, whatToTry,
} from '../../../core/views/scrapes/scrapesView.ts';

function gapColumns(zone: Zone): Column<ScrapeGap>[] {
  return [
    {
      key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone),
      sortValue: (row) => row.start,
    },
    valueColumn('length', 'length', (row) => row.end - row.start, { as: 'seconds' }),
    valueColumn('missed', 'missed scrapes', (row) => row.scrapesMissed, { as: 'count' }),
    {
      key: 'cause', head: 'cause', noWrap: true, render: (row) => causeWords[row.cause] ?? row.cause,
      sortValue: (row) => row.cause,
    },
    {
      key: 'sentence', head: 'details',
      render: (row) => <span className={styles['sentence']}>{row.sentence}</span>,
    },
  ];
}

const testColumns: Column<OverlapTest>[] = [
  {
    key: 'cause', head: 'overlap with', noWrap: true, render: (row) => suspectWords[row.cause] ?? row.cause,
    sortValue: (row) => row.cause,
  },
  valueColumn('seen', 'observed', (row) => row.overlapping, { as: 'count', unit: 'slow scrapes' }),
  valueColumn('chance', 'expected by chance', (row) => row.expected, {
    as: (expected) => formatNumber(Math.round(10 * expected) / 10),
  }),
  valueColumn('high', 'p95 by chance', (row) => row.expectedHigh, {
    as: 'none', hint: 'One shift in 20 exceeds this.',
  }),
  { key: 'p', head: 'p', align: 'right', render: (row) => pText(row.pValue), sortValue: (row) => row.pValue },
  { key: 'word', head: 'verdict', noWrap: true, render: linkWord },
];

type IntervalRow = Answer['ownScrapes']['intervals'][number];
const intervalColumns: Column<IntervalRow>[] = [
  {
    key: 'interval', head: 'interval', noWrap: true, render: (row) => row.interval,
    sortValue: (row) => row.wantedSeconds,
  },
  valueColumn('p50', 'p50', (row) => row.p50, { as: 'seconds' }),
  valueColumn('p99', 'p99', (row) => row.p99, { as: 'seconds' }),
  valueColumn('jitter', 'late', (row) => row.jitterRatio, {
    as: 'ratio', hint: 'p99 over the configured interval, minus 1.',
  }),
];

type JobRow = NonNullable<Answer['ownScrapes']['jobs']>[number];
const jobColumns: Column<JobRow>[] = [
  { key: 'job', head: 'job', render: (row) => row.job, sortValue: (row) => row.job },
  valueColumn('targets', 'targets', (row) => row.targets, { as: 'count' }),
  valueColumn('unhealthy', 'not up', (row) => row.unhealthy, { as: 'count' }),
  valueColumn('slowest', 'slowest', (row) => row.slowestSeconds, { as: 'seconds' }),
  valueColumn('timeout', 'timeout', (row) => row.timeoutSeconds, { as: 'seconds' }),
  valueColumn('share', 'share of timeout', (row) => row.share, { as: 'ratio' }),
];
/** Columns used if a scrape of a job failed. */
const jobColumnsWithError: Column<JobRow>[] = [...jobColumns, {
  key: 'error', head: 'last error',
  render: (row) => <span className={styles['wraps']}>{row.lastError}</span>,
}];

function isEmpty({ intervals, jobs, scrapesPerSecond }: Answer['ownScrapes']): boolean {
  return intervals.length === 0 && jobs === null && scrapesPerSecond === null;
}

/** The target's own scrapes. */
function OwnScrapes({ panel }: { panel: Answer }) {
  const { ownScrapes: own } = panel;
  const jitter = useMemo(() => jitterChart(panel), [panel]);
  const jobs = useMemo(() => jobsChart(panel), [panel]);
  const facts = [
    own.targets === null ? null : `${formatValue(own.targets, 'count')} targets`,
    own.scrapesPerSecond === null ? null : `${formatNumber(own.scrapesPerSecond)} scrapes/s`,
    ...([
      ['failed', own.failed], ['timed out', own.timedOut], ['skipped', own.skipped],
      ['samples out of order', own.outOfOrder], ['with a duplicate timestamp', own.duplicate],
      ['out of bounds', own.outOfBounds], ['scrapes over the sample limit', own.overLimit],
    ] as const)
      .map(([what, count]) => (count === null ? null : `${formatValue(count, 'count')} ${what}`)),
  ].filter((fact) => fact !== null);
  return (
    <section className={styles['section']}>
      <p className={styles['note']}>{facts.join(' · ')}</p>
      {jitter !== null && <TimeSeriesChart title="Own scrapes, late" model={jitter} height={180} />}
      {jobs !== null && <TimeSeriesChart title="Scrape duration by job" model={jobs} height={180} />}
      {own.intervals.length > 0 && <DataTable caption="Scrape interval lengths" columns={intervalColumns}
        rows={own.intervals} rowKey={(row) => row.interval} />}
      {own.jobs !== null && <DataTable caption="Slowest scrape and timeout by job"
        columns={own.jobs.some(({ lastError }) => lastError !== null) ? jobColumnsWithError : jobColumns}
        rows={own.jobs} rowKey={(row) => row.job} initialSort={{ key: 'share', descending: true }} limit={20} />}
    </section>
  );
}

type StateRow = Answer['byState'][number];
const stateColumns: Column<StateRow>[] = [
  {
    key: 'state', head: 'state',
    render: (row) => ({ quiet: 'quiet', gc: 'end of a GC cycle', compaction: 'compaction' })[row.state],
  },
  valueColumn('count', 'scrapes', (row) => row.count, { as: 'count' }),
  valueColumn('p50', 'p50', (row) => row.p50, { as: 'seconds' }),
  valueColumn('p99', 'p99', (row) => row.p99, { as: 'seconds' }),
  valueColumn('max', 'slowest', (row) => row.max, { as: 'seconds' }),
];

/** Lines of the newest response that could not be parsed; all other samples are in the charts. */
function BadLines({ target }: { target: Target | null }) {
  const text = target?.lastScrape ? badLinesText(target.lastScrape) : null;
  return text === null ? null : <p className={styles['badLines']} role="status">{text}</p>;
}

/** Causes that slow scrapes overlap, each with the number expected by chance, and what to try. */
function SlowScrapes({ panel }: { panel: Answer }) {
  const toTry = whatToTry(panel.causes);
  return (
    <>
      <p className={styles['note']}>{
        panel.slow.thresholdSeconds === null ? 'No measured scrapes in this window.'
          : `${formatValue(panel.slow.count, 'count')} slow scrapes: the slowest 5 % `
            + `(from ${formatSeconds(panel.slow.thresholdSeconds)}) and those lost to slowness.`
      }{
        panel.cpuCeiling !== null
          && ` CPU ceiling ${formatValue(panel.cpuCeiling.cores, 'cores')}: ${panel.cpuCeiling.basis}.`
      }</p>
      <DataTable caption="Overlap of slow scrapes with target activity" columns={testColumns}
        rows={panel.overlapTests} rowKey={(row) => row.cause} initialSort={{ key: 'seen', descending: true }}
        empty="No activity that may slow scrapes in this window." />
      {toTry !== null && <p className={styles['note']}>{toTry}</p>}
    </>
  );
}

function HostPressure({ panel, target }: { panel: Answer; target: Target | null }) {
  const host = useHost(target, useCurrentTarget().range);
  const spans = useMemo(() => compactionSpans(panel.compactions), [panel]);
  const marks = useMemo(() => [cycleMark(panel.cycles)], [panel]);
  return <HostSection host={host} part="waiting" spans={spans} marks={marks} />;
}

function ScrapesBody({ panel, target }: { panel: Answer; target: Target | null }) {
  const { zone } = useUrlState().state;
  const today = useToday();
  const view = useMemo(() => scrapesView(panel, zone, today), [panel, zone, today]);
  const columns = useMemo(() => gapColumns(zone), [zone]);
  const { ownScrapes } = panel;
  const suspects = panel.overlapTests.length;
  return (
    <>
      <FindingHeadline title="Scrapes" finding={panel.finding} context={view.context} sources={panel.sources}
        actions={<PanelActions name="scrapes" panel={panel} how={<ScrapesHow panel={panel} />} />} />
      <div className={styles['lanes']}>
        <TimeSeriesChart title="Scrape duration" model={view.duration} height={320} />
        {view.timeoutNote !== null && <p className={styles['note']}>{view.timeoutNote}</p>}
        <MissingInputs missing={panel.missing} />
        <BadLines target={target} />
      </div>
      <section className={styles['section']} data-now>
        <h2>Gaps and their causes</h2>
        <DataTable caption="Gaps in this window" columns={columns} rows={panel.gaps} rowKey={(row) => String(row.start)}
          initialSort={{ key: 'length', descending: true }} limit={50} maxHeight={360}
          empty="No gaps: no scheduled scrape is missing." />
      </section>
      <div className={styles['pair']}>
        <section className={styles['section']}>
          <h2>Scrape duration by state</h2>
          <DataTable caption="Scrape duration by state" columns={stateColumns}
            rows={panel.byState.filter(({ count }) => count > 0)} rowKey={(row) => row.state}
            empty="No answered scrapes in this window." />
        </section>
        <section className={styles['section']} aria-label="Scrape-time spikes">
          <SpikeTable spikes={panel.spikes} />
        </section>
      </div>
      <HostPressure panel={panel} target={target} />
      <Folds>
        <Fold id="slow" title="What slow scrapes coincide with"
          holds={`${suspects} ${suspects === 1 ? 'activity' : 'activities'} tested against chance`}>
          <SlowScrapes panel={panel} />
        </Fold>
        {(!isEmpty(ownScrapes) || Object.keys(panel.jobDurations.maxSeconds).length > 0) && <Fold id="own"
          title="The target’s own scrapes" holds="intervals, failures, slowest jobs">
          <OwnScrapes panel={panel} /></Fold>}
        {target?.kind === 'victoriametrics' && target.url !== null
          && <Fold id="queries" title="Queries" holds="total time in the last ten minutes, queries that run">
            <TargetQueries target={target} /></Fold>}
        <Fold id="rules" title="Rule groups" holds="cost, missed evaluations, failures, drift">
          <RuleGroups target={target} />
        </Fold>
      </Folds>
    </>
  );
}

export default function ScrapesPanel() {
  const { target, range } = useCurrentTarget();
  const query = usePanel('scrapes', target, range);
  return <PanelFrame title="Scrapes" query={query} waitingFor="Loading history" height={420}
    early={<EarlyChart title="Scrape duration" line="scrapes" height={300} />}>
    {(panel) => <ScrapesBody panel={panel} target={target} />}</PanelFrame>;
}
