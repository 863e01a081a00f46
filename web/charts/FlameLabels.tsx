import { NativeSelect } from '@mantine/core';
import { formatProfileValue, formatRatio, formatValue } from '../format.ts';
import { changeText, formatDelta } from './flameChange.ts';
import { middleCut } from './flameNames.ts';
import styles from './FlameViews.module.css';
import { labelFilter, labelToShow } from './flameViews.ts';
import type { Amount, LabelRow, LabelView } from './flameViews.ts';

interface FlameLabelsProps {
  labels: LabelView[];
  /** The label the table is by; null = the first. */
  chosen: string | null;
  onChoose: (key: string) => void;
  /** Takes a tagfocus filter. */
  onFilter: (tagfocus: string) => void;
  unit: string;
  csvHref: string;
}

/** Samples by the values of one label; nothing for a profile without labels. */
export function FlameLabels({ labels, chosen, onChoose, onFilter, unit, csvHref }: FlameLabelsProps) {
  const shown = labelToShow(labels, chosen);
  if (shown === null) return null;
  const isDiff = shown.without.before !== null;
  return (
    <section className={`${styles.rollup} ${styles.labels}`} aria-label="By label">
      <div className={styles.head}>
        <h2 className={styles.title}>By label</h2>
        <NativeSelect size="xs" aria-label="Label" value={shown.key} data={labels.map(({ key }) => ({ value: key, label: middleCut(key, 60) }))} onChange={(event) => onChoose(event.currentTarget.value)} />
        <a className={styles.csv} href={csvHref} download="labels.csv">CSV</a>
      </div>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={`Samples by ${middleCut(shown.key, 60)}`}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{middleCut(shown.key, 40)}</th>
              {(isDiff ? ['before', 'after', 'Δ', 'share before', 'after'] : ['flat', 'share']).map((head, i) => <th key={i} scope="col">{head}</th>)}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((row) => <LabelLine key={row.value} row={row} filter={labelFilter(shown, row.value)} unit={unit} onFilter={onFilter} />)}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {shown.rowsLeftOut > 0 && `${formatValue(shown.rowsLeftOut, 'count')} values with less are left out. `}
        {isSome(shown.without) && `Without the label: ${shown.without.before === null ? '' : `${formatProfileValue(shown.without.before, unit)} → `}${formatProfileValue(shown.without.after, unit)}.`}
      </p>
    </section>
  );
}

function LabelLine({ row, filter, unit, onFilter }: { row: LabelRow; filter: string | null; unit: string; onFilter: (tagfocus: string) => void }) {
  const name = row.value === '' ? '(empty)' : middleCut(row.value, 48);
  const { before, after } = row.flat;
  return (
    <tr>
      <th scope="row" title={middleCut(row.value, 400)}>
        {filter === null ? name : <button type="button" className={styles.link} title="Keep only samples with this value" onClick={() => onFilter(filter)}>{name}</button>}
      </th>
      {before !== null && <td>{formatProfileValue(before, unit)}</td>}
      <td>{formatProfileValue(after, unit)}</td>
      {before !== null && <td title={changeText(before, after)}>{formatDelta(after - before, unit)}</td>}
      {before !== null && <td>{row.share.before === null ? '–' : formatRatio(row.share.before)}</td>}
      <td>{row.share.after === null ? '–' : formatRatio(row.share.after)}</td>
    </tr>
  );
}

function isSome(amount: Amount): boolean {
  return amount.after !== 0 || (amount.before ?? 0) !== 0;
}
