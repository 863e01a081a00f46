import { useMemo } from 'react';
import type { PanelFinding, Target } from '../../../server/api/contract.ts';
import { useFindings } from '../../api/queries.ts';
import { formatAge, formatClock, formatSeconds, formatWidth, formatWindow, unknownText } from '../../format.ts';
import { windowOf } from '../../panelWindow.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FindingHeadline, SeverityWord } from '../../ui/FindingHeadline.tsx';
import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';
import { Link } from '../../ui/Link.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useCurrentTarget } from '../../useCurrentTarget.ts';
import { useUrlState } from '../../useUrlState.ts';
import shared from '../panel.module.css';
import styles from './OverviewPanel.module.css';
import { headline, panelTitles, rangeAround, worstFirst } from './overviewView.ts';

const notCurrentMs = 15_000;

function FindingList({ findings, target, window }: { findings: PanelFinding[]; target: Target; window: { start: number; end: number } }) {
  const { state, href } = useUrlState();
  return (
    <ul className={styles['findings']} aria-label={`Findings of ${target.name}`}>
      {worstFirst(findings).map((finding) => (
        <li key={`${finding.panel} ${finding.sentence}`}>
          <SeverityWord severity={finding.severity} />
          <span className={styles['panel']}>{panelTitles[finding.panel]}</span>
          <span className={styles['sentence']}>
            <Link href={href({ page: finding.panel, target: target.name })}>{finding.sentence}</Link>
            {finding.time !== null && (
              <> <Link className={styles['moment']} href={href({ page: finding.panel, target: target.name, range: rangeAround(finding, window, state.range) })}>look at {formatClock(finding.time, state.zone)}</Link></>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The worst finding of a target in a few words, for the list of targets. */
function WorstFinding({ target }: { target: Target }) {
  const { data, error } = useFindings(target, null, { refetchInterval: target.state === 'recorded' ? undefined : notCurrentMs });
  const worst = data === undefined ? undefined : worstFirst(data)[0];
  if (worst === undefined) return <span className={styles['quiet']}>{error === null ? (data === undefined ? 'reading …' : unknownText) : error.message}</span>;
  return <span className={styles['worst']}><SeverityWord severity={worst.severity} /> {worst.sentence}</span>;
}

function useTargetColumns(): Column<Target>[] {
  const { href } = useUrlState();
  const now = Math.floor(useNow(5_000));
  return useMemo(() => [
    { key: 'name', head: 'target', render: (row) => <Link href={href({ target: row.name, range: null })}>{row.name}</Link>, sortValue: (row) => row.name },
    { key: 'state', head: 'state', render: (row) => <><StateWord state={row.state} />{row.stateSince !== null && row.state !== 'recorded' && <span className={styles['since']}> for {formatSeconds(Math.max(0, now - row.stateSince))}</span>}</>, sortValue: (row) => row.state },
    { key: 'kind', head: 'kind', render: (row) => `${row.kind} ${row.version}`, sortValue: (row) => row.kind },
    {
      key: 'scrape', head: 'last scrape', align: 'right',
      render: (row) => (row.lastScrape === null ? unknownText : row.state === 'recorded' ? formatSeconds(row.lastScrape.durationSeconds) : `${formatAge(now - row.lastScrape.time)}, ${row.lastScrape.error ?? formatSeconds(row.lastScrape.durationSeconds)}`),
    },
    { key: 'interval', head: 'every', align: 'right', render: (row) => formatWidth(row.effectiveIntervalSeconds) },
    { key: 'worst', head: 'worst finding', render: (row) => <WorstFinding target={row} /> },
  ], [href, now]);
}

function OverviewHow() {
  return (
    <HowSteps steps={[
      { name: 'Findings', text: 'Each panel says one sentence about the window. Here they stand worst first: critical, warning, note, not enough data, OK. “Not enough data” is no all-clear; the sentence says what is lacking.' },
      { name: 'States', text: 'Up: ready. Replaying: it answers /metrics but is not ready and reads its log. Starting and stopping: between. Down: no answer. Recorded: a file, shown as of its own time.' },
    ]} />
  );
}

function TargetFindings({ target }: { target: Target }) {
  const { state } = useUrlState();
  const now = useNow(30_000);
  const query = useFindings(target, state.range);
  const window = windowOf(state.range, target, now);
  const windowText = formatWindow(window.start, window.end, state.zone, now);
  return (
    <PanelFrame title="Overview" query={query} waitingFor="Reading the history" height={200}>
      {(findings) => (
        <>
          <FindingHeadline title="Overview" finding={headline(findings, windowText)} context={`${target.name} · ${windowText}`} actions={<HowComputed><OverviewHow /></HowComputed>} />
          <FindingList findings={findings} target={target} window={window} />
        </>
      )}
    </PanelFrame>
  );
}

export function OverviewPanel() {
  const { target, targets } = useCurrentTarget();
  const columns = useTargetColumns();
  return (
    <>
      {target !== null && <TargetFindings key={target.name} target={target} />}
      <section className={shared['section']}>
        <h2>Targets</h2>
        <DataTable caption="Targets" columns={columns} rows={targets ?? []} rowKey={(row) => row.name} selectedKey={target?.name ?? null} />
      </section>
    </>
  );
}
