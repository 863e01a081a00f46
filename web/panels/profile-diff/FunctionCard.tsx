import { Button } from '@mantine/core';
import type { DiffTopRow, DiffTopTable, Normalize } from '../../../core/contract/contract.ts';
import { csvHref } from '../../api/profileViews.ts';
import type { ProfileSubject, ViewQueries } from '../../api/profileViews.ts';
import { changeText, flatChangeText, formatDelta } from '../../../core/text/change.ts';
import { FlameFunctionTabs } from '../profile-views/FlameFunctionTabs.tsx';
import { middleCut, packageOf, shortName } from '../../../core/views/flame/flameNames.ts';
import { formatProfileValue } from '../../../core/text/format.ts';
import type { FunctionTab } from '../../../core/url/urlState.ts';
import { shareDisagrees, sureWords } from '../../../core/views/profile/diffView.ts';
import styles from './FlameDiff.module.css';

interface FunctionCardProps {
  name: string;
  row: DiffTopRow | undefined;
  top: DiffTopTable;
  subject: ProfileSubject;
  data: Pick<ViewQueries, 'calls' | 'lines'>;
  tab: FunctionTab;
  onTab: (tab: FunctionTab) => void;
  onSelect: (name: string) => void;
  onClose: () => void;
  onNormalize: (normalize: Normalize) => void;
  onSandwich: () => void;
}

/** The selected function on both sides: figures, callers, callees and lines. */
export function FunctionCard(
  { name, row, top, subject, data, tab, onTab, onSelect, onClose, onNormalize, onSandwich }: FunctionCardProps
) {
  return (
    <aside className={styles.card} aria-label="Selected function">
      <div className={styles.cardHead}>
        <h2 className={styles.cardName} title={middleCut(name, 600)}>{middleCut(shortName(name), 120)}</h2>
        <span className={styles.cardActions}>
          <Button size="compact-xs" variant="subtle" onClick={onSandwich}>Sandwich</Button>
          <Button size="compact-xs" variant="subtle" onClick={onClose}>Close</Button>
        </span>
      </div>
      <p className={styles.note}>{middleCut(packageOf(name), 100)}
        {row && row.file !== '' ? ` · ${middleCut(row.file, 70)}` : ''}</p>
      {row ? (
        <>
          <table className={styles.figures}>
            <thead><tr><th /><th>before</th><th>after</th><th>change</th></tr></thead>
            <tbody>
              {(['flat', 'cum'] as const).map((measure) => (
                <tr key={measure}>
                  <th scope="row">{measure}</th>
                  <td>{formatProfileValue(row[measure].before, top.unit)}</td>
                  <td>{formatProfileValue(row[measure].after, top.unit)}</td>
                  <td>{formatDelta(row[measure].delta, top.unit)} {measure === 'cum'
                    ? changeText(row.cum.before, row.cum.after) : flatChangeText(row.flat, row.cum)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>Change of flat: {sureWords(row)} · of
            cum: {sureWords({ sure: row.cumSure, qValue: row.cumQValue })}</p>
          {
            shareDisagrees(row.cum, top.totals) && <p className={styles.note}>Value and share of total changed in
              opposite directions: the total changed more than this function.</p>
          }
        </>
      ) : <p className={styles.note}>Not in the table below.</p>}
      <FlameFunctionTabs tab={tab} onTab={onTab} calls={data.calls} lines={data.lines} onSelect={onSelect}
        callsCsv={csvHref(subject, 'callers', { function: name })}
          linesCsv={csvHref(subject, 'lines', { function: name })} />
      <ReferenceButton name={name} row={row} onNormalize={onNormalize} />
    </aside>
  );
}

/** Normalizes by an unchanged function: its difference is due to machine and load, which affect all functions alike. */
export function ReferenceButton({ name, row, onNormalize }: Pick<FunctionCardProps, 'name' | 'row' | 'onNormalize'>) {
  return (
    <Button size="compact-xs" variant="default" className={styles.reference}
      disabled={!row || row.cum.before === 0 || row.cum.after === 0} onClick={() => onNormalize(`function:${name}`)}
      title="For an unchanged function: scales after so that its cum is equal on both sides">Use as reference
        function</Button>
  );
}
