import { lazy, Suspense, useContext, useState, type ReactNode } from 'react';
import type { Finding, PanelFinding, Target } from '../../../core/contract/contract.ts';
import { PANELS, PANEL_NAMES } from '../../../core/panels.ts';
import { formatZonedWindow } from '../../../core/text/format.ts';
import { skippedLinesText } from '../../../core/text/skippedLines.ts';
import {
  belowHeadline, checkedText, headline, inWordsOf, isPartlyChecked, isStarting,
} from '../../../core/views/overview/overviewView.ts';
import { withFile } from '../../../core/views/overview/fileClaim.ts';
import { isSilent, tiles } from '../../../core/views/overview/overviewTiles.ts';
import { useFindings, usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { HowComputed } from '../../ui/HowComputed.tsx';
import { Link } from '../../ui/Link.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useNow } from '../../ui/useNow.ts';
import { windowOf } from '../../../core/url/panelWindow.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import exportStyles from './ExportIncident.module.css';
import { ExportIncident } from './ExportIncident.tsx';
import { FindingList, Steps } from './FindingList.tsx';
import { Handover } from './Handover.tsx';
import { IncidentOrigin } from './IncidentOrigin.tsx';
import { NextLine } from './NextLine.tsx';
import { OthersInTrouble, TargetList } from './TargetList.tsx';
import { OverviewHow } from './howComputed.tsx';
import styles from './OverviewPanel.module.css';
import { ChartProfiles } from '../../charts/time/chartContexts.ts';


// It draws a chart, whose code the first screen loads separately.
const CpuSplit = lazy(async () => ({ default: (await import('../../charts/time/CpuSplit.tsx')).CpuSplit }));

const partlyChecked = 'Partly checked';

/** The five panels as links, each with a short text once known; reserves their space. */
function Tiles({ findings, target }: { findings: readonly PanelFinding[] | undefined; target: Target }) {
  const { href } = useUrlState();
  const shown = findings === undefined
    ? PANEL_NAMES.map((panel) => ({ panel, severity: undefined, words: '\u00a0' })) : tiles(findings);
  return (
    <ul className={styles['tiles']} aria-label="Panels">
      {shown.map(({ panel, severity, words }) => (
        <li key={panel}>
          <Link href={href({ page: panel, target: target.name })} className={styles['tile']} data-severity={severity}>
            <b>{PANELS[panel].title}</b> <span>{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface OverviewPanelProps {
  /** Picture of the window, painted before its findings are known. */
  picture: ReactNode;
  /** Causes of the spikes in it. */
  causes: ReactNode;
  /** Other targets on one axis. */
  below: ReactNode;
}

function TargetOverview({ target, picture, causes }: Omit<OverviewPanelProps, 'below'> & { target: Target }) {
  const { state } = useUrlState();
  const more = useOpenPart('findings');
  const now = useNow(30_000);
  const query = useFindings(target, state.range);
  const window = windowOf(state.range, target, now);
  const windowText = formatZonedWindow(window.start, window.end, state.zone, now);
  // The picture of a starting target is its replay, which has no spikes.
  const hasSpikes = !isStarting(target.state);
  const replay = usePanel('wal-replay', hasSpikes ? null : target, state.range).data;
  const asDrawn = (findings: readonly PanelFinding[]): readonly PanelFinding[] => (
    hasSpikes || replay === undefined ? findings : inWordsOf(findings, 'wal-replay', replay.finding)
  );
  const found = query.data === undefined ? undefined : asDrawn(query.data);
  // A link to a moment uses the window of its finding.
  const foundAt = found === undefined ? now : query.dataUpdatedAt / 1_000;
  const place = { target, window: windowOf(state.range, target, foundAt) };
  const ofFile = (findings: readonly PanelFinding[]): Finding => withFile(headline(findings, windowText), target.said);
  const claim = found === undefined ? null : ofFile(found);
  // Determined once: a target that gets into trouble during reading would push the content away.
  const [wasCritical, setCritical] = useState<boolean | null>(null);
  if (wasCritical === null && claim !== null) setCritical(claim.severity === 'critical');
  const rest = found === undefined ? [] : belowHeadline(found);
  return (
    <>
      <div className={styles['claimRoom']}>
        <PanelFrame title="Overview" query={query} waitingFor="Loading history" height={0}>
          {(findings) => {
            const shown = ofFile(asDrawn(findings));
            return (
              <FindingHeadline title="Overview" finding={shown}
                word={target.said === undefined && isPartlyChecked(findings) ? partlyChecked : undefined}
                context={<NextLine findings={findings} claim={shown} {...place} windowText={windowText} />}
                actions={
                  <>
                    {target.url !== null && <Handover />}
                    <ExportIncident {...place} windowText={windowText} />
                    <HowComputed><OverviewHow /></HowComputed>
                  </>
                } />
            );
          }}
        </PanelFrame>
      </div>
      {target.incident !== undefined && <IncidentOrigin incident={target.incident} />}
      {target.skippedLines !== undefined
        && <p className={exportStyles['origin']} role="note">{skippedLinesText(target.skippedLines)}</p>}
      <div className={styles['picture']}>
        {picture}
        <aside className={styles['beside']} data-past={(found !== undefined && isSilent(found)) || undefined}
          aria-label={hasSpikes ? 'Causes of CPU spikes, and the panels' : 'Panels'}>
          {hasSpikes && <div className={styles['causesRoom']}>{causes}</div>}
          <Tiles findings={found} target={target} />
        </aside>
      </div>
      {claim !== null && <Steps id="steps" steps={claim.actions} isOpen={wasCritical === true} />}
      {found !== undefined && rest.length > 0 && (
        <details {...more.details} className={styles['fold']}>
          <summary>{`Findings: ${String(rest.length)} more. ${checkedText(found)}`}</summary>
          <FindingList findings={rest} {...place} />
        </details>
      )}
      <SplitFold target={target} />
    </>
  );
}

/** Requested once it is open, because it reads every CPU profile of the window. */
function SplitFold({ target }: { target: Target }) {
  const lane = useContext(ChartProfiles);
  const { isOpen, details } = useOpenPart('subsystems');
  if (lane === null || lane.taken.length === 0) return null;
  return (
    <details {...details} className={styles['fold']}>
      <summary>CPU by subsystem, from the CPU profiles of the window</summary>
      {isOpen && <Suspense fallback={null}>
        <CpuSplit target={target} none={<p>No CPU profile is of this window.</p>} />
      </Suspense>}
    </details>
  );
}

/**
 * One claim, one picture, and links to details; everything else is collapsed. Reserves the claim's space, so that the
 * picture need not wait for the analysis.
 */
export function OverviewPanel({ picture, causes, below }: OverviewPanelProps) {
  const { target, targets } = useCurrentTarget();
  const { details } = useOpenPart('targets');
  const others = (targets ?? []).length - (target === null ? 0 : 1);
  const list = <>{below}<TargetList targets={targets ?? []} selected={target?.name ?? null} /></>;
  return (
    <>
      {target !== null && targets !== undefined && <OthersInTrouble targets={targets} current={target.name} />}
      {target !== null && <TargetOverview key={target.name} target={target} picture={picture} causes={causes} />}
      {target === null ? list : (
        <details {...details} className={styles['fold']}>
          <summary>{others === 0 ? 'Target' : `All ${String(others + 1)} targets`}</summary>
          {list}
        </details>
      )}
    </>
  );
}
