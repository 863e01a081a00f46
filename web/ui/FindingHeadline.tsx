import type { ReactNode } from 'react';
import type { PanelSource, Part, Severity } from '../../core/contract/contract.ts';
import { onPage, render } from '../../core/text/parts.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './FindingHeadline.module.css';
import { SourceNote } from './SourceNote.tsx';

/** The word for a severity; colour and shape repeat it. */
const severityWords: Record<Severity, string> = {
  ok: 'OK', info: 'Note', warning: 'Warning', critical: 'Critical', unknown: 'Not enough data',
};

/** A severity with its shape. `word` replaces the usual word. */
export function SeverityWord({ severity, word = severityWords[severity] }: { severity: Severity; word?: string }) {
  return (
    <span className={styles['severity']} data-severity={severity}>
      <svg viewBox="0 0 12 12" aria-hidden="true" className={styles['shape']}>
        {severity === 'ok' && <path d="M1.5 6.5 4.5 9.5 10.5 2.5" fill="none" stroke="currentColor" strokeWidth="2" />}
        {severity === 'info' && <circle cx="6" cy="6" r="4.5" fill="currentColor" />}
        {severity === 'warning' && <path d="M6 1 11.5 11H.5Z" fill="currentColor" />}
        {severity === 'critical' && <path d="M3.5 .5h5l3 3v5l-3 3h-5l-3-3v-5Z" fill="currentColor" />}
        {severity === 'unknown' && <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5"
          strokeDasharray="2 2" />}
      </svg>
      {word}
    </span>
  );
}

interface FindingHeadlineProps {
  /**
   * Without a severity (null) it is a plain statement, such as the length of a list. `sentence` is rendered for the
   * page.
   */
  finding: { sentence: string; severity: Severity | null; code?: string; evidence?: readonly (readonly Part[])[] };
  /** Name of the page, small above the claim. */
  title: string;
  /** The window and other context of the finding. */
  context?: ReactNode;
  /** Where the samples of the window come from; said only if not all of them were recorded here. */
  sources?: readonly PanelSource[] | undefined;
  /** Replaces the severity's word. */
  word?: string;
  actions?: ReactNode;
}

/** Headline of the page: severity, claim and window; the evidence is collapsed. */
export function FindingHeadline({ finding, title, context, sources = [], word, actions }: FindingHeadlineProps) {
  return (
    <header className={styles['headline']}>
      <div className={styles['top']}>
        <h1 className={styles['title']}>{title}</h1>
        {finding.severity !== null && <SeverityWord severity={finding.severity} word={word} />}
        <span className={styles['actions']}>{actions}</span>
      </div>
      <p className={styles['sentence']} aria-live="polite" data-testid="finding" data-code={finding.code}>
        {finding.sentence}</p>
      {context !== undefined && <p className={styles['context']}>{context}</p>}
      <SourceNote sources={sources} />
      <Evidence evidence={finding.evidence ?? []} />
    </header>
  );
}

/** Evidence of a finding, collapsed. */
export function Evidence({ evidence }: { evidence: readonly (readonly Part[])[] }) {
  const { zone } = useUrlState().state;
  if (evidence.length === 0) return null;
  return (
    <details className={styles['evidence']}>
      <summary>Evidence</summary>
      <ul>{evidence.map((parts, i) => <li key={i}>{render(parts, onPage(zone))}</li>)}</ul>
    </details>
  );
}
