import { Button } from '@mantine/core';
import type { TopTable } from '../../../core/contract/contract.ts';
import { csvHref } from '../../api/profileViews.ts';
import type { ProfileSubject, ViewQueries } from '../../api/profileViews.ts';
import { FlameFunctionTabs } from '../profile-views/FlameFunctionTabs.tsx';
import { middleCut, packageOf, shortName } from '../../../core/views/flame/flameNames.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import type { FunctionTab } from '../../../core/url/urlState.ts';
import styles from './Profiles.module.css';
import { shareOf } from '../../../core/views/profile/topView.ts';

interface FunctionCardProps {
  name: string;
  top: TopTable;
  subject: ProfileSubject;
  data: Pick<ViewQueries, 'calls' | 'lines'>;
  tab: FunctionTab;
  onTab: (tab: FunctionTab) => void;
  onSelect: (name: string | null) => void;
  onSandwich: () => void;
}

/** The selected function: figures, callers, callees and lines. */
export function FunctionCard({ name, top, subject, data, tab, onTab, onSelect, onSandwich }: FunctionCardProps) {
  const row = top.rows.find((one) => one.function === name);
  const figure = (value: number): string => {
    const share = shareOf(value, top.total);
    return `${formatProfileValue(value, top.unit)}${share === null ? '' : ` (${formatRatio(share)})`}`;
  };
  return (
    <aside className={styles.card} aria-label="Selected function">
      <div className={styles.cardHead}>
        <h2 className={styles.cardName} title={middleCut(name, 600)}>{middleCut(shortName(name), 120)}</h2>
        <span className={styles.actions}>
          <Button size="compact-xs" variant="subtle" onClick={onSandwich}>Sandwich</Button>
          <Button size="compact-xs" variant="subtle" onClick={() => onSelect(null)}>Close</Button>
        </span>
      </div>
      <p className={styles.note}>{middleCut(packageOf(name), 100)}
        {row && row.file !== '' ? ` · ${middleCut(row.file, 70)}` : ''}</p>
      <p className={styles.cardFigures}>{
        row ? <><span>flat <strong>{figure(row.flat)}</strong></span><span>cum <strong>{figure(row.cum)}</strong></span>
          </> : 'Not in the list.'
      }</p>
      <FlameFunctionTabs tab={tab} onTab={onTab} calls={data.calls} lines={data.lines} onSelect={onSelect}
        callsCsv={csvHref(subject, 'callers', { function: name })}
          linesCsv={csvHref(subject, 'lines', { function: name })} />
    </aside>
  );
}
