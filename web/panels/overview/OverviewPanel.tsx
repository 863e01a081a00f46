import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Action, PanelFinding, Target } from '../../../core/contract/contract.ts';
import { useFindings } from '../../api/queries.ts';
import { cutMiddle, formatAge, formatClock, formatSeconds, formatWindow, formatZonedWindow, unknownText } from '../../../core/text/format.ts';
import { windowOf } from '../../url/panelWindow.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Evidence, FindingHeadline, SeverityWord } from '../../ui/FindingHeadline.tsx';
import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';
import { Link } from '../../ui/Link.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useNow } from '../../ui/useNow.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import shared from '../shared/panel.module.css';
import { ExportIncident } from './ExportIncident.tsx';
import { IncidentOrigin } from './IncidentOrigin.tsx';
import styles from './OverviewPanel.module.css';
import { PANELS } from '../../../core/panels.ts';
import { belowHeadline, checkedText, headline, historyText, isPartlyChecked, othersInTrouble, rangeAround, troubledFirst, worstFirst } from '../../../core/views/overview/overviewView.ts';

const notCurrentMs = 15_000;
/** Of a target in the table and the line of others, which leaves room for what is said of it. */
const longestName = 32;
const mostNamed = 6;
const partlyChecked = 'Partly checked';

interface FindingPlace { finding: PanelFinding; target: Target; window: { start: number; end: number } }

/** To the panel at the finding's moment; nothing for one about the whole window. */
function MomentLink({ finding, target, window }: FindingPlace) {
  const { state, href } = useUrlState();
  if (finding.time === null) return null;
  return <Link className={styles['moment']} href={href({ page: finding.panel, target: target.name, range: rangeAround(finding, window, state.range), at: finding.time })}>look at {formatClock(finding.time, state.zone)}</Link>;
}

/** What stands under the headline: whose it is, over which window, and the way to its panel. */
function HeadlineContext({ worst, target, window, windowText, checked }: Omit<FindingPlace, 'finding'> & { worst: PanelFinding | undefined; windowText: string; checked: string }) {
  const { state, href } = useUrlState();
  const history = historyText(target.history, state.zone);
  return (
    <>
      <bdi>{target.name}</bdi> · {windowText}
      {worst !== undefined && worst.severity !== 'ok' && (
        <> · <Link href={href({ page: worst.panel, target: target.name })}>{PANELS[worst.panel].title}</Link> <MomentLink finding={worst} target={target} window={window} /> · {checked}</>
      )}
      {history !== null && <span className={styles['history']}>{history}</span>}
    </>
  );
}

/** Folded away, as a reader may only want to know what is; a critical one has them open. */
function Steps({ steps, isOpen }: { steps: Action[] | undefined; isOpen: boolean }) {
  if (steps === undefined || steps.length === 0) return null;
  return (
    <details className={styles['steps']} open={isOpen}>
      <summary>{steps.length === 1 ? 'What to do' : `What to do: ${steps.length} steps`}</summary>
      <ol>
        {steps.map(({ step, why, risk }) => <li key={step}><b>{step}</b> {why} <span className={styles['risk']}>Risk: {risk}</span></li>)}
      </ol>
    </details>
  );
}

function FindingList({ findings, target, window }: { findings: PanelFinding[]; target: Target; window: { start: number; end: number } }) {
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

/** The worst finding of a target in a few words, for the list of targets. */
function WorstFinding({ target }: { target: Target }) {
  const { data, error } = useFindings(target, null, { refetchInterval: target.state === 'recorded' ? undefined : notCurrentMs });
  const { zone } = useUrlState().state;
  const worst = data === undefined ? undefined : worstFirst(data)[0];
  if (worst === undefined) return <span className={styles['quiet']}>{error === null ? (data === undefined ? 'reading …' : unknownText) : error.message}</span>;
  // The same words as above the finding of a target that is shown.
  const told = data === undefined || !isPartlyChecked(data) ? worst : headline(data, null);
  return <span className={styles['worst']}><SeverityWord severity={told.severity} word={told === worst ? undefined : partlyChecked} /> {render(told.claim, onPage(zone))}</span>;
}

function useTargetColumns(): Column<Target>[] {
  const { state, href } = useUrlState();
  const now = Math.floor(useNow(5_000));
  return useMemo(() => [
    { key: 'name', head: 'target', noWrap: true, render: (row) => <Link href={href({ target: row.name, range: null })} title={row.name}><bdi>{cutMiddle(row.name, longestName)}</bdi></Link>, sortValue: (row) => row.name },
    { key: 'state', head: 'state', noWrap: true, render: (row) => <><StateWord state={row.state} />{row.stateSince !== null && row.state !== 'recorded' && <span className={styles['since']}> for {formatSeconds(Math.max(0, now - row.stateSince))}</span>}</>, sortValue: (row) => row.state },
    { key: 'worst', head: 'worst finding', render: (row) => <WorstFinding target={row} /> },
    { key: 'kind', head: 'kind', noWrap: true, render: (row) => `${row.kind} ${row.version}`, sortValue: (row) => row.kind },
    {
      key: 'scrape', head: 'scraped', align: 'right',
      render: (row) => (row.state === 'recorded' && row.recorded !== null ? formatWindow(row.recorded.start, row.recorded.end, state.zone, now) : row.lastScrape === null ? unknownText : <span title={row.lastScrape.error ?? undefined}>{formatAge(now - row.lastScrape.time)}, {row.lastScrape.error === null ? formatSeconds(row.lastScrape.durationSeconds) : 'failed'}</span>),
    },
    { key: 'interval', head: 'every', align: 'right', render: (row) => formatSeconds(row.effectiveIntervalSeconds) },
  ], [state.zone, href, now]);
}

function OverviewHow() {
  return (
    <HowSteps steps={[
      { name: 'Findings', text: 'Each panel says one sentence about the window. Here they stand worst first: critical, warning, not enough data, note, OK. “Not enough data” is no all-clear; the sentence says what is lacking.' },
      { name: 'Across panels', text: 'Rules over several panels add what only their combination tells: GC or compactions that slow scrapes (p < 0.01 against shifts around the window), compactions that explain a quarter of CPU variance or more, CPU at its ceiling, memory that leaves no room for a compaction or a start, swap that moves, spikes of Go’s two-minute cycles. A rule without enough data says nothing.' },
      { name: 'What to do', text: 'Steps are proposals: each says what it brings and what it may cost, with this target’s own figures where they are known. tsdbscope itself changes nothing.' },
      { name: 'States', text: 'Up: ready. Replaying: it answers /metrics but is not ready and reads its log. Starting and stopping: between. Down: no answer. Recorded: a file, shown as of its own time.' },
    ]} />
  );
}

function TargetFindings({ target, onShown }: { target: Target; onShown: () => void }) {
  const { state } = useUrlState();
  const now = useNow(30_000);
  const query = useFindings(target, state.range);
  const isSettled = query.data !== undefined || query.error !== null;
  useEffect(() => { if (isSettled) onShown(); }, [isSettled, onShown]);
  const window = windowOf(state.range, target, now);
  const windowText = formatZonedWindow(window.start, window.end, state.zone, now);
  return (
    <PanelFrame title="Overview" query={query} waitingFor="Reading the history" height={200}>
      {(findings) => (
        <>
          <FindingHeadline title="Overview" finding={headline(findings, windowText)} word={isPartlyChecked(findings) ? partlyChecked : undefined} context={<HeadlineContext worst={isPartlyChecked(findings) ? undefined : worstFirst(findings)[0]} target={target} window={window} windowText={windowText} checked={checkedText(findings)} />} actions={<><ExportIncident target={target} window={window} windowText={windowText} /><HowComputed><OverviewHow /></HowComputed></>} />
          {target.incident !== undefined && <IncidentOrigin incident={target.incident} />}
          <Steps steps={worstFirst(findings)[0]?.actions} isOpen={worstFirst(findings)[0]?.severity === 'critical'} />
          <FindingList findings={findings} target={target} window={window} />
        </>
      )}
    </PanelFrame>
  );
}

/** That others do not serve is said before anything of the one shown: a fine headline hides nothing. */
function OthersInTrouble({ targets, current }: { targets: Target[]; current: string }) {
  const { href } = useUrlState();
  const others = othersInTrouble(targets, current);
  if (others.targets.length === 0) return null;
  const named = others.targets.slice(0, mostNamed);
  return (
    <p className={styles['others']} role="status">
      <b>Other targets: {others.words}.</b>{' '}
      {named.map(({ name, state }, i) => (
        <span key={name}>{i > 0 && ', '}<Link href={href({ target: name, range: null })} title={`${name}, ${state}`}><bdi>{cutMiddle(name, longestName)}</bdi></Link></span>
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
      <DataTable caption="Targets" columns={columns} rows={troubledFirst(targets)} rowKey={(row) => row.name} selectedKey={selected} />
      <p className={shared['note']}>An incident file or a recording (both from Export), or the debug.tar.gz of promtool, dropped on any page opens as a target.</p>
    </section>
  );
}

interface OverviewPanelProps {
  /** Shows what the findings speak of: beside them where there is room, else below. */
  picture: ReactNode;
  /** Below both, above the list of targets. */
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
      {/* Loaded meanwhile, shown after the words: how many lines those take is not known before, and nothing may jump. */}
      <div className={styles['rest']} hidden={!hasWords}>
        {below}
        <TargetList targets={targets ?? []} selected={target?.name ?? null} />
      </div>
    </>
  );
}
