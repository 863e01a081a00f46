import { Button } from '@mantine/core';
import type { TopTable } from '../../../server/api/contract.ts';
import { csvHref, useProfileView } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { FlameFunctionTabs } from '../../charts/FlameFunctionTabs.tsx';
import { middleCut, packageOf, shortName } from '../../charts/flameNames.ts';
import { formatProfileValue, formatRatio } from '../../format.ts';
import type { FunctionTab } from '../../urlState.ts';
import styles from './Profiles.module.css';
import { shareOf } from './topView.ts';

interface FunctionCardProps {
  name: string;
  top: TopTable;
  subject: ProfileSubject;
  tab: FunctionTab;
  onTab: (tab: FunctionTab) => void;
  onSelect: (name: string | null) => void;
}

/** What is known of the selected function: its figures, who calls it, whom it calls, its lines. */
export function FunctionCard({ name, top, subject, tab, onTab, onSelect }: FunctionCardProps) {
  const calls = useProfileView('callers', subject, { function: name }, { enabled: tab !== 'lines' });
  const lines = useProfileView('lines', subject, { function: name }, { enabled: tab === 'lines' });
  const row = top.rows.find((one) => one.function === name);
  const figure = (value: number): string => {
    const share = shareOf(value, top.total);
    return `${formatProfileValue(value, top.unit)}${share === null ? '' : ` (${formatRatio(share)})`}`;
  };
  return (
    <aside className={styles.card} aria-label="Selected function">
      <div className={styles.cardHead}>
        <h2 className={styles.cardName} title={middleCut(name, 600)}>{middleCut(shortName(name), 120)}</h2>
        <Button size="compact-xs" variant="subtle" onClick={() => onSelect(null)}>Close</Button>
      </div>
      <p className={styles.note}>{middleCut(packageOf(name), 100)}{row && row.file !== '' ? ` · ${middleCut(row.file, 70)}` : ''}</p>
      <p className={styles.cardFigures}>{row ? <><span>flat <strong>{figure(row.flat)}</strong></span><span>cum <strong>{figure(row.cum)}</strong></span></> : 'Not among the functions listed.'}</p>
      <FlameFunctionTabs tab={tab} onTab={onTab} calls={calls} lines={lines} onSelect={onSelect}
        callsCsv={csvHref(subject, 'callers', { function: name })} linesCsv={csvHref(subject, 'lines', { function: name })} />
    </aside>
  );
}
