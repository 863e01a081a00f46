import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Action, PanelFinding, Target } from '../../../core/contract/contract.ts';
import { useFindings } from '../../api/queries.ts';
import {
  cutMiddle, formatAge, formatClock, formatSeconds, formatWindow, formatZonedWindow, unknownText,
} from '../../../core/text/format.ts';
import { windowOf } from '../../url/panelWindow.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Evidence, FindingHeadline, SeverityWord } from '../../ui/FindingHeadline.tsx';
import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';
import { Link } from '../../ui/Link.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useNow } from '../../ui/useNow.ts';
import { worstFirst } from '../../../core/finding.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { skippedLinesText } from '../../../core/text/skippedLines.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import { ExportIncident } from './ExportIncident.tsx';
import exportStyles from './ExportIncident.module.css';
import { IncidentOrigin } from './IncidentOrigin.tsx';
import styles from './OverviewPanel.module.css';
import { PANELS } from '../../../core/panels.ts';
import {
  belowHeadline, checkedText, headline, historyText, isPartlyChecked, othersInTrouble, rangeAround,
  troubledFirst,
} from '../../../core/views/overview/overviewView.ts';

const notCurrentMs = 15_000;
/** Longest name of a target in the table and in the line of other targets. */
const longestName = 32;
const mostNamed = 6;
const partlyChecked = 'Partly checked';

interface FindingPlace { finding: PanelFinding; target: Target; window: { start: number; end: number } }

/** Link to the panel at the finding's moment; nothing for a finding about the whole window. */
function MomentLink({ finding, target, window }: FindingPlace) {
  const { state, href } = useUrlState();
  if (finding.time === null) return null;
  return <Link className={styles['moment']} href={
    href(
      { page: finding.panel, target: target.name, range: rangeAround(finding, window, state.range), at: finding.time }
    )
  }>look at {formatClock(finding.time, state.zone)}</Link>;
}

/** The line below the headline: target, window, and a link to the panel. */
function HeadlineContext(
  {
    worst, target, window, windowText, checked,
  }: Omit<FindingPlace, 'finding'> & { worst: PanelFinding | undefined; windowText: string; checked: string }
) {
  const { state, href } = useUrlState();
  const history = historyText(target.history, state.zone);
  return (
    <>
      <bdi>{target.name}</bdi> · {windowText}
      {worst !== undefined && worst.severity !== 'ok' && (
        <>
          {' · '}<Link href={href({ page: worst.panel, target: target.name })}>{PANELS[worst.panel].title}</Link>
          {' '}<MomentLink finding={worst} target={target} window={window} /> · {checked}
        </>
      )}
      {history !== null && <span className={styles['history']}>{history}</span>}
    </>
  );
}

/** Recommended steps, collapsed unless the finding is critical. */
function Steps({ steps, isOpen }: { steps: Action[] | undefined; isOpen: boolean }) {
  // Has its room when there are none, so that what is below stays when a target gets into trouble.
  if (steps === undefined || steps.length === 0) return <div className={styles['noSteps']} aria-hidden="true" />;
  return (
    <details className={styles['steps']} open={isOpen}>
      <summary>{steps.length === 1 ? 'What to do' : `What to do: ${steps.length} steps`}</summary>
      <ol>
        {steps.map(
          ({ step, why, risk }) => <li key={step}><b>{step}</b> {why} <span className={styles['risk']}>Risk: {risk}
            </span></li>
        )}
      </ol>
    </details>
  );
}

function FindingList(
  { findings, target, window }: { findings: PanelFinding[]; target: Target; window: { start: number; end: number } }
) {
  const { href } = useUrlState();
  return (
    <ul className={styles['findings']} aria-label={`Findings of ${target.name}`}>
      {belowHeadline(findings).map((finding) => (
        <li key={`${finding.panel} ${finding.sentence}`}>
          <SeverityWord severity={finding.severity} />
          <span className={styles['panel']}>{PANELS[finding.panel].title}</span>
          <span className={styles['sentence']}>
            <Link href={href({ page: finding.panel, target: target.name })}>{finding.sentence}</Link>
            {' '}<MomentLink finding={finding} target={target} window={window} />
            <Evidence evidence={finding.evidence} />
            <Steps steps={finding.actions} isOpen={false} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The worst finding of a target, for the list of targets. */
function WorstFinding({ target }: { target: Target }) {
  const {
    data, error,
  } = useFindings(target, null, { refetchInterval: target.state === 'recorded' ? undefined : notCurrentMs });
  const { zone } = useUrlState().state;
  const worst = data === undefined ? undefined : worstFirst(data)[0];
  if (worst === undefined) return <span className={styles['quiet']}>
    {error === null ? (data === undefined ? 'loading …' : unknownText) : error.message}</span>;
  // The same text as in the headline of that target.
  const shown = data === undefined || !isPartlyChecked(data) ? worst : headline(data, null);
  return <span className={styles['worst']}><SeverityWord severity={shown.severity}
    word={shown === worst ? undefined : partlyChecked} /> {render(shown.claim, onPage(zone))}</span>;
}

function useTargetColumns(): Column<Target>[] {
  const { state, href } = useUrlState();
  const now = Math.floor(useNow(5_000));
  return useMemo(() => [
    {
      key: 'name', head: 'target', noWrap: true,
      render: (row) => <Link href={href({ target: row.name, range: null })} title={row.name}><bdi>
        {cutMiddle(row.name, longestName)}</bdi></Link>,
      sortValue: (row) => row.name,
    },
    {
      key: 'state', head: 'state', noWrap: true,
      render: (row) => <><StateWord state={row.state} />{
        row.stateSince !== null && row.state !== 'recorded' && <span
          className={styles['since']}> for {formatSeconds(Math.max(0, now - row.stateSince))}</span>
      }</>,
      sortValue: (row) => row.state,
    },
    { key: 'worst', head: 'worst finding', render: (row) => <WorstFinding target={row} /> },
    {
      key: 'kind', head: 'kind', noWrap: true, render: (row) => `${row.kind} ${row.version}`,
      sortValue: (row) => row.kind,
    },
    {
      key: 'scrape', head: 'last scrape', align: 'right',
      render: (row) => (row.state === 'recorded' && row.recorded !== null
        ? formatWindow(row.recorded.start, row.recorded.end, state.zone, now) : row.lastScrape === null ? unknownText
        : <span title={row.lastScrape.error ?? undefined}>{
          formatAge(now - row.lastScrape.time)
        }, {row.lastScrape.error === null ? formatSeconds(row.lastScrape.durationSeconds) : 'failed'}</span>),
    },
    { key: 'interval', head: 'interval', align: 'right', render: (row) => formatSeconds(row.effectiveIntervalSeconds) },
  ], [state.zone, href, now]);
}

function OverviewHow() {
  return (
    <HowSteps steps={[
      {
        name: 'Findings',
        text: (
          <>Each panel reports one finding about the window. They are listed worst first: critical, warning, not enough
            data, note, OK. “Not enough data” is not “OK”: the finding says what is missing.</>
        ),
      },
      {
        name: 'Across panels',
        text: (
          <>Rules that combine panels find: GC or compactions that slow scrapes (p below 0.01 against shifts around the
            window), compactions that explain at least a quarter of CPU variance, CPU at its ceiling, too little memory
            for a compaction or a start, swapping, and spikes from Go’s two-minute cycles. A rule without enough data
            reports nothing.</>
        ),
      },
      {
        name: 'What to do',
        text: (
          <>Recommendations with benefit and risk, in this target’s own figures if available. tsdbscope itself changes
            nothing.</>
        ),
      },
      {
        name: 'States',
        text: (
          <>Up: ready. Replaying: answers /metrics, but is not ready because it replays its WAL. Starting, stopping: in
            between. Down: no answer. Recorded: a file, shown as of its own time.</>
        ),
      },
    ]} />
  );
}

function TargetFindings({ target, onShown }: { target: Target; onShown: () => void }) {
  const { state } = useUrlState();
  const now = useNow(30_000);
  const query = useFindings(target, state.range);
  // Judged once: a target that gets into trouble while it is looked at would push away what is being read.
  const [wasCritical, setCritical] = useState<boolean | null>(null);
  if (wasCritical === null && query.data !== undefined)
    setCritical(worstFirst(query.data)[0]?.severity === 'critical');
  const isSettled = query.data !== undefined || query.error !== null;
  useEffect(() => { if (isSettled) onShown(); }, [isSettled, onShown]);
  const window = windowOf(state.range, target, now);
  const windowText = formatZonedWindow(window.start, window.end, state.zone, now);
  return (
    <PanelFrame title="Overview" query={query} waitingFor="Loading history" height={200}>
      {(findings) => (
        <div className={styles['claims']}>
          <FindingHeadline title="Overview" finding={headline(findings, windowText)}
            word={isPartlyChecked(findings) ? partlyChecked : undefined} context={
            <HeadlineContext worst={isPartlyChecked(findings) ? undefined : worstFirst(findings)[0]} target={target}
              window={window} windowText={windowText} checked={checkedText(findings)} />
          } actions={
            <><ExportIncident target={target} window={window} windowText={windowText} /><HowComputed><OverviewHow />
              </HowComputed></>
          } />
          {target.incident !== undefined && <IncidentOrigin incident={target.incident} />}
          {target.skippedLines !== undefined
            && <p className={exportStyles['origin']} role="note">{skippedLinesText(target.skippedLines)}</p>}
          <Steps steps={worstFirst(findings)[0]?.actions} isOpen={wasCritical === true} />
          <FindingList findings={findings} target={target} window={window} />
        </div>
      )}
    </PanelFrame>
  );
}

/** Other targets in trouble, listed first, so that an OK headline does not hide them. */
function OthersInTrouble({ targets, current }: { targets: Target[]; current: string }) {
  const { href } = useUrlState();
  const others = othersInTrouble(targets, current);
  if (others.targets.length === 0) return null;
  const named = others.targets.slice(0, mostNamed);
  return (
    <p className={styles['others']} role="status">
      <b>Other targets: {others.words}.</b>{' '}
      {named.map(({ name, state }, i) => (
        <span key={name}>{i > 0 && ', '}<Link href={href({ target: name, range: null })} title={`${name}, ${state}`}>
          <bdi>{cutMiddle(name, longestName)}</bdi></Link></span>
      ))}
      {others.targets.length > mostNamed && ` and ${others.targets.length - mostNamed} more, listed below`}
    </p>
  );
}

function TargetList({ targets, selected }: { targets: Target[]; selected: string | null }) {
  const columns = useTargetColumns();
  return (
    <section className={shared['section']}>
      <h2>Targets</h2>
      <DataTable caption="Targets" columns={columns} rows={troubledFirst(targets)} rowKey={(row) => row.name}
        selectedKey={selected} />
      <p className={shared['note']}>Drop an incident file, a recording or the debug.tar.gz of promtool on any page
        to open it as a target.</p>
    </section>
  );
}

interface OverviewPanelProps {
  /** Charts for the findings: next to them if there is room, else below. */
  picture: ReactNode;
  /** Content below both, above the list of targets. */
  below: ReactNode;
}

export function OverviewPanel({ picture, below }: OverviewPanelProps) {
  const { target, targets } = useCurrentTarget();
  const [hasWords, setWords] = useState(false);
  const showRest = useCallback(() => setWords(true), []);
  return (
    <>
      {target !== null && targets !== undefined && <OthersInTrouble targets={targets} current={target.name} />}
      <div className={styles['first']}>
        {target !== null && <TargetFindings key={target.name} target={target} onShown={showRest} />}
        <div className={styles['rest']} hidden={!hasWords}>{picture}</div>
      </div>
      {/* Loads immediately but shows after the text, whose height is unknown before: nothing may move. */}
      <div className={styles['rest']} hidden={!hasWords}>
        {below}
        <TargetList targets={targets ?? []} selected={target?.name ?? null} />
      </div>
    </>
  );
}
