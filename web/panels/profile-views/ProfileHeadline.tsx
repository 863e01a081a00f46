import { Popover, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Finding } from '../../../core/contract/contract.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './ProfilePage.module.css';

interface ProfileHeadlineProps {
  /** The page's heading, for screen readers; the claim is the visible one. */
  title: string;
  /** Finding rendered for the page; null while not known. */
  finding: Pick<Finding, 'sentence' | 'code' | 'evidence'> | null;
  /** Method, below the evidence. */
  context: string;
  /** Caveats of the comparison: a short text, and details. */
  caveat?: { words: string; details: ReactNode } | null;
  /** Whether the claim is about a change, which takes a line less than one about a profile. */
  isOfDiff?: boolean;
  /** A line below the claim; absent for none. */
  note?: ReactNode;
}

/** One line: what changed, or where the profile's time went; evidence and caveats are a click away. */
export function ProfileHeadline(
  { title, finding, context, caveat = null, isOfDiff = false, note = null }: ProfileHeadlineProps
) {
  const { zone } = useUrlState().state;
  return (
    <header className={styles.headline} data-of-diff={isOfDiff}>
      <h1 className={styles.hidden}>{title}</h1>
      <p className={styles.claim} aria-live="polite" data-testid="finding" data-code={finding?.code}>
        {finding?.sentence ?? '\u00a0'}</p>
      <span className={styles.quiet}>
        {caveat !== null && (
          <Aside words={<><span aria-hidden="true">(!)</span> {caveat.words}</>} label="Comparability">
            {caveat.details}</Aside>
        )}
        {finding !== null && (
          <Aside words="evidence" label="Evidence">
            <ul className={styles.evidence}>
              {finding.evidence.map((parts, i) => <li key={i}>{render(parts, onPage(zone))}</li>)}</ul>
            <p className={styles.note}>{context}</p>
          </Aside>
        )}
      </span>
      {note !== null && <p className={styles.below}>{note}</p>}
    </header>
  );
}

function Aside({ words, label, children }: { words: ReactNode; label: string; children: ReactNode }) {
  return (
    <Popover position="bottom-end" shadow="md" width="min(560px, calc(100vw - 24px))" trapFocus returnFocus>
      <Popover.Target><UnstyledButton className={styles.aside}>{words}</UnstyledButton></Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
