import { useContext, type ReactNode } from 'react';
import type { Confidence, PanelSource, Part, Severity } from '../../core/contract/contract.ts';
import { ownWord } from '../../core/finding.ts';
import { at, onPage, parts, render } from '../../core/text/parts.ts';
import { shortContext } from '../../core/text/shortContext.ts';
import { useShortcutRunner } from './shortcuts.ts';
import { quietDiff } from '../url/otherProfile.ts';
import { useOpenPart } from '../url/useOpenPart.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './FindingHeadline.module.css';
import { AlsoFound, PagePanel } from './AlsoFound.tsx';
import { Link } from './Link.tsx';
import { SilentSince } from './PanelFrame.tsx';
import { SeverityWord } from './SeverityWord.tsx';
import { isAllRecorded, SourceNote } from './SourceNote.tsx';

const confidenceWords: Record<Confidence, string> = { sure: 'sure', likely: 'likely', 'too-early': 'too early' };

/** Confidence of a claim, as a dot (full, half, hollow) and a word. */
function ConfidenceWord({ confidence }: { confidence: Confidence }) {
  return (
    <span className={styles['confidence']} data-confidence={confidence} data-testid="confidence">
      <span className={styles['dot']} aria-hidden="true" />{confidenceWords[confidence]}
    </span>
  );
}

interface FindingHeadlineProps {
  /**
   * Finding; without a severity (null) it is a plain statement, such as the length of a list. `sentence` is rendered
   * for the page.
   */
  finding: {
    sentence: string; severity: Severity | null; code?: string; evidence?: readonly (readonly Part[])[];
    confidence?: Confidence;
  };
  /** Name of the page: marked in the navigation, and printed. */
  title: string;
  /** The window and other context of the finding. */
  context?: ReactNode;
  /** Sources of the window's samples; shown only if not all were recorded here. */
  sources?: readonly PanelSource[] | undefined;
  /** Replaces the severity's word. */
  word?: string;
  actions?: ReactNode;
}

/**
 * Headline of the page: severity, claim with its confidence, and one line of context; evidence and sources are
 * collapsed. A finding without enough data shows that as its severity, without a confidence.
 */
export function FindingHeadline({ finding, title, context, sources = [], word, actions }: FindingHeadlineProps) {
  const { severity, confidence, evidence = [] } = finding;
  const evidencePart = useOpenPart('evidence');
  const isOfPanel = useContext(PagePanel) !== null;
  const isText = typeof context === 'string';
  const [shown, rest] = isText ? shortContext(context) : [context, ''];
  return (
    <header className={styles['headline']} data-plain={severity === null || undefined}>
      <h1 className={styles['title']}>{title}</h1>
      <div className={styles['claim']}>
        {severity !== null && <SeverityWord severity={severity} word={word ?? ownWord(finding)} />}
        <p className={styles['sentence']} aria-live="polite" data-testid="finding" data-code={finding.code}>
          {finding.sentence}</p>
        {confidence !== undefined && severity !== 'unknown' && <ConfidenceWord confidence={confidence} />}
        <span className={styles['actions']}>{actions}</span>
      </div>
      <div className={styles['line']}>
        <OldReadings />
        {context !== undefined && <p className={styles['context']} data-folds={(isOfPanel && isText) || undefined}
          title={isText ? context : undefined}>{shown}</p>}
        {(evidence.length > 0 || rest !== '' || !isAllRecorded(sources)) && (
          <details {...evidencePart.details} className={styles['evidence']}>
            <summary>Evidence and method</summary>
            <EvidenceList evidence={evidence} />
            {rest !== '' && <p className={styles['rest']}>{rest}</p>}
            <SourceNote sources={sources} />
            <HowLink />
          </details>
        )}
        <AlsoFound shown={finding} />
      </div>
    </header>
  );
}

/** Since when a target that does not answer gave no readings, so that its figures below are old. */
function OldReadings() {
  const since = useContext(SilentSince);
  const { zone } = useUrlState().state;
  return since === null ? null
    : <p className={styles['old']}>{render(parts`No readings since ${at(since)}`, onPage(zone))}</p>;
}

/** Opens the page's drawer of methods; nothing on a page without one. */
function HowLink() {
  const open = useShortcutRunner('?');
  if (open === null) return null;
  return <button type="button" className={styles['how']} onClick={open}>How this is computed</button>;
}

function EvidenceList({ evidence }: { evidence: readonly (readonly Part[])[] }) {
  const { state: { zone }, href } = useUrlState();
  if (evidence.length === 0) return null;
  return (
    <ul>
      {evidence.map((parts, i) => {
        const words = render(parts, onPage(zone));
        const [diff] = parts.flatMap((part) => ('text' in part && part.diff !== undefined ? [part.diff] : []));
        return (
          <li key={i}>
            {diff === undefined ? words : <Link href={href(quietDiff(diff.before, diff.after))}>{words}</Link>}
          </li>
        );
      })}
    </ul>
  );
}

/** Evidence of a finding as a collapsed list; `id`: of the part in the address. */
export function Evidence({ id, evidence }: { id: string; evidence: readonly (readonly Part[])[] }) {
  const { details } = useOpenPart(id);
  if (evidence.length === 0) return null;
  return (
    <details {...details} className={styles['evidence']}>
      <summary>Evidence</summary>
      <EvidenceList evidence={evidence} />
    </details>
  );
}
