import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { DiffTopRow, DiffTopTable, Normalize } from '../../../server/api/contract.ts';
import type { Frame } from '../../charts/flameGraphData.ts';
import { FunctionName } from '../../charts/FunctionName.tsx';
import { middleCut, packageOf, shortName } from '../../charts/flameNames.ts';
import { formatProfileValue } from '../../format.ts';
import { changeText, formatDelta, neighbours, shareDisagrees, sureWords } from './diffView.ts';
import type { Neighbour } from './diffView.ts';
import styles from './FlameDiff.module.css';

interface FunctionCardProps {
  name: string;
  row: DiffTopRow | undefined;
  top: DiffTopTable;
  frames: Frame[];
  onSelect: (name: string) => void;
  onClose: () => void;
  onNormalize: (normalize: Normalize) => void;
}

const SHOWN_NEIGHBOURS = 6;

/** What is known of the selected function on both sides: its figures, who calls it, whom it calls. */
export function FunctionCard({ name, row, top, frames, onSelect, onClose, onNormalize }: FunctionCardProps) {
  const { callers, callees } = useMemo(() => neighbours(frames, name), [frames, name]);
  return (
    <aside className={styles.card} aria-label="Selected function">
      <div className={styles.cardHead}>
        <h2 className={styles.cardName} title={middleCut(name, 600)}>{middleCut(shortName(name), 120)}</h2>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>Close</Button>
      </div>
      <p className={styles.note}>{middleCut(packageOf(name), 100)}{row && row.file !== '' ? ` · ${middleCut(row.file, 70)}` : ''}</p>
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
                  <td>{formatDelta(row[measure].delta, top.unit)} {changeText(row[measure].before, row[measure].after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>Change of flat: {sureWords(row)} · of cum: {sureWords({ sure: row.cumSure, qValue: row.cumQValue })}</p>
          {shareDisagrees(row.cum, top.totals) && <p className={styles.note}>Value and share of the total moved in opposite directions: the total changed more than this function.</p>}
        </>
      ) : <p className={styles.note}>Not among the functions listed below.</p>}
      <Neighbours title="Callers" list={callers} unit={top.unit} onSelect={onSelect} />
      <Neighbours title="Callees" list={callees} unit={top.unit} onSelect={onSelect} />
      <Button size="compact-xs" variant="default" disabled={!row || row.cum.before === 0 || row.cum.after === 0} onClick={() => onNormalize(`function:${name}`)}
        title="For a function that the change did not touch: scales after so that this function's cum is equal on both sides">Use as the reference for normalizing</Button>
    </aside>
  );
}

function Neighbours({ title, list, unit, onSelect }: { title: string; list: Neighbour[]; unit: string; onSelect: (name: string) => void }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3 className={styles.cardTitle}>{title} <span className={styles.note}>cum before → after, of the frames drawn</span></h3>
      <ul className={styles.neighbours}>
        {list.slice(0, SHOWN_NEIGHBOURS).map((neighbour) => (
          <li key={neighbour.name}>
            {neighbour.name === '' ? <span>none (start of the stack)</span>
              : <button type="button" onClick={() => onSelect(neighbour.name)}><FunctionName name={neighbour.name} maxChars={30} /></button>}
            <span className={styles.nowrap}>{formatProfileValue(neighbour.before, unit)} → {formatProfileValue(neighbour.after, unit)}</span>
          </li>
        ))}
        {list.length > SHOWN_NEIGHBOURS && <li className={styles.note}>and {list.length - SHOWN_NEIGHBOURS} more</li>}
      </ul>
    </>
  );
}
