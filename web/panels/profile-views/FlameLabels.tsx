import { NativeSelect } from '@mantine/core';
import { formatProfileValue, formatValue } from '../../../core/text/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { diffColumns } from './diffColumns.tsx';
import styles from './FlameViews.module.css';
import { labelFilter, labelToShow } from '../../../core/views/profile/flameViews.ts';
import type { Amount, LabelRow, LabelView } from '../../../core/views/profile/flameViews.ts';
import { matching } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';

interface FlameLabelsProps {
  labels: LabelView[];
  /** Label by which the table groups; null for the first. */
  chosen: string | null;
  onChoose: (key: string) => void;
  /** Sets the tagfocus filter. */
  onFilter: (tagfocus: string) => void;
  unit: string;
  match: Match;
}

/** Samples by the values of one label; for a profile without labels, how to add them. */
export function FlameLabels({ labels, chosen, onChoose, onFilter, unit, match }: FlameLabelsProps) {
  const shown = labelToShow(labels, chosen);
  if (shown === null) {
    return (
      <EmptyState headingLevel={2} what="No labels" why={
        <p>No sample that passes the filters has a label. Go programs set labels with <code>pprof.Do</code>; heap
          profiles have object sizes as <code>bytes</code>.</p>
      } />
    );
  }
  const rows = matching(shown.rows, match, (row) => [row.value]);
  const { before, after } = shown.without;
  return (
    <section className={`${styles.rollup} ${styles.labels}`} aria-label="By label">
      <div className={styles.head}>
        <h2 className={styles.title}>By label</h2>
        <NativeSelect size="xs" aria-label="Label" value={shown.key}
          data={labels.map(({ key }) => ({ value: key, label: middleCut(key, 60) }))}
          onChange={(event) => onChoose(event.currentTarget.value)} />
      </div>
      <DataTable caption={`Samples by ${middleCut(shown.key, 60)}`} columns={labelColumns(shown, unit, onFilter)}
        rows={rows} rowKey={(row) => row.value} limit={200} maxHeight={640} empty="No value matches the search." />
      <p className={styles.note}>
        {shown.rowsLeftOut > 0 && `${formatValue(shown.rowsLeftOut, 'count')} smaller values are not listed. `}
        {isSome(shown.without)
          && `Without this label: ${before === null ? '' : `${formatProfileValue(before, unit)} → `}`
          + `${formatProfileValue(after, unit)}.`}
      </p>
    </section>
  );
}

function labelColumns(label: LabelView, unit: string, onFilter: (tagfocus: string) => void): Column<LabelRow>[] {
  const isDiff = label.without.before !== null;
  const share = (key: string, head: string, side: 'before' | 'after'): Column<LabelRow> => (
    valueColumn(key, head, (row) => row.share[side], { as: 'ratio' })
  );
  return [
    {
      key: 'value', head: middleCut(label.key, 40), sortValue: (row) => row.value,
      render: (row) => <LabelName row={row} filter={labelFilter(label, row.value)} onFilter={onFilter} />,
    },
    ...(isDiff ? [
      ...diffColumns<LabelRow>((row) => row.flat, unit).filter(({ key }) => key !== 'change'),
      share('shareBefore', 'share before', 'before'),
    ] : [{
      key: 'after', head: 'flat', align: 'right', sortValue: (row: LabelRow) => row.flat.after,
      render: (row: LabelRow) => formatProfileValue(row.flat.after, unit),
    } as const]),
    share('shareAfter', isDiff ? 'after' : 'share', 'after'),
  ];
}

function LabelName(
  { row, filter, onFilter }: { row: LabelRow; filter: string | null; onFilter: (tagfocus: string) => void }
) {
  const name = row.value === '' ? '(empty)' : middleCut(row.value, 48);
  return filter === null
    ? <span title={middleCut(row.value, 400)}>{name}</span>
    : <button type="button" className={styles.link} title={`Keep only samples with ${middleCut(row.value, 300)}`}
      onClick={() => onFilter(filter)}>{name}</button>;
}

function isSome(amount: Amount): boolean {
  return amount.after !== 0 || (amount.before ?? 0) !== 0;
}
