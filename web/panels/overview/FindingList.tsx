import type { Action, PanelFinding, Target } from '../../../core/contract/contract.ts';
import { ownWord } from '../../../core/finding.ts';
import { PANELS } from '../../../core/panels.ts';
import { tableName } from '../../../core/url/panelChoices.ts';
import { formatClock } from '../../../core/text/format.ts';
import { momentPatch } from '../../../core/views/overview/overviewView.ts';
import { Evidence } from '../../ui/FindingHeadline.tsx';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import styles from './OverviewPanel.module.css';

interface Place { target: Target; window: { start: number; end: number } }

/**
 * Link to the panel at the finding's moment; nothing for a finding on the whole window. `isShort`: the time is only in
 * the tooltip and for screen readers.
 */
export function MomentLink({ finding, target, window, isShort = false }: Place & {
  finding: PanelFinding; isShort?: boolean;
}) {
  const { state, href } = useUrlState();
  if (finding.time === null) return null;
  const address = href({
    page: finding.panel, target: target.name, ...momentPatch(finding, window),
  });
  const clock = formatClock(finding.time, state.zone);
  // The sentence next to it already has the time.
  return isShort || finding.sentence.includes(clock)
    ? <Link className={styles['moment']} href={address} title={clock} aria-label={`look at it, ${clock}`}>look at
      it</Link>
    : <Link className={styles['moment']} href={address}>look at {clock}</Link>;
}

/** Recommended steps, collapsed unless the finding is critical; `id`: of the part in the address. */
export function Steps({ id, steps, isOpen }: { id: string; steps: Action[] | undefined; isOpen: boolean }) {
  const { details } = useOpenPart(id, isOpen);
  if (steps === undefined || steps.length === 0) return null;
  return (
    <details {...details} className={styles['steps']}>
      <summary>{steps.length === 1 ? 'What to do' : `What to do: ${steps.length} steps`}</summary>
      <ol>
        {steps.map(({ step, why, risk }) => (
          <li key={step}><b>{step}</b> {why} <span className={styles['risk']}>Risk: {risk}</span></li>
        ))}
      </ol>
    </details>
  );
}

const partOf = ({ panel, code }: PanelFinding): string => tableName(`${panel} ${code}`);

export function FindingList({ findings, target, window }: Place & { findings: PanelFinding[] }) {
  const { href } = useUrlState();
  return (
    <ul className={styles['findings']} aria-label={`Findings of ${target.name}`}>
      {findings.map((finding) => (
        <li key={`${finding.panel} ${finding.sentence}`}>
          <SeverityWord severity={finding.severity} word={ownWord(finding)} />
          <span className={styles['panel']}>{PANELS[finding.panel].title}</span>
          <span className={styles['sentence']}>
            <Link href={href({ page: finding.panel, target: target.name })}>{finding.sentence}</Link>
            {' '}<MomentLink finding={finding} target={target} window={window} />
            <Evidence id={`evidence-${partOf(finding)}`} evidence={finding.evidence} />
            <Steps id={`steps-${partOf(finding)}`} steps={finding.actions} isOpen={false} />
          </span>
        </li>
      ))}
    </ul>
  );
}
