import { createContext, useContext } from 'react';
import type { PanelName } from '../../core/contract/contract.ts';
import { alsoFound } from '../../core/views/overview/alsoFound.ts';
import { onPage, render } from '../../core/text/parts.ts';
import { useFindings } from '../api/queries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { useUrlState } from '../url/useUrlState.ts';
import styles from './FindingHeadline.module.css';
import { Link } from './Link.tsx';
import { SeverityWord } from './SeverityWord.tsx';

/** Panel that the page shows; null on other pages. */
export const PagePanel = createContext<PanelName | null>(null);

/** The worst other finding on the page's panel; conditions that alerts watch have no page of their own. */
export function AlsoFound({ shown }: { shown: { sentence: string; code?: string | undefined } }) {
  const panel = useContext(PagePanel);
  const { target, range } = useCurrentTarget();
  const { state: { zone }, href } = useUrlState();
  const { data: findings } = useFindings(panel === null ? null : target, range);
  const [worst, ...others] = panel === null ? [] : alsoFound(findings ?? [], panel, shown);
  if (worst === undefined) return null;
  return (
    <p className={styles['also']} data-testid="also-found">
      <SeverityWord severity={worst.severity} /> {render(worst.claim, onPage(zone))}{' '}
      <Link href={href({ page: 'overview' })}>{others.length === 0 ? 'in the overview'
        : `and ${others.length} more in the overview`}</Link>
    </p>
  );
}
