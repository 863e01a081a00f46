import { useMemo } from 'react';
import type { CardinalityGrowth, MemoryPanel, Target } from '../../../core/contract/contract.ts';
import { formatBytes } from '../../../core/text/format.ts';
import {
  cardinalityView, growthText, type CardinalityTable, type CardinalityView,
} from '../../../core/views/memory/cardinalityView.ts';
import { useCardinality } from '../../api/hostQueries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from '../shared/panel.module.css';

const ROWS = 10;

function columnsOf({ key, counted, isBytes }: CardinalityTable, view: CardinalityView): Column<CardinalityGrowth>[] {
  const { isCompared, bytesPerSeries } = view;
  const columns: Column<CardinalityGrowth>[] = [
    {
      key: 'name', head: key === 'metrics' ? 'metric' : key === 'labelPairs' ? 'label pair' : 'label',
      render: ({ name }) => <code className={styles['wraps']}>{name}</code>, sortValue: ({ name }) => name,
    },
    {
      key: 'count', head: counted, align: 'right', sortValue: ({ count }) => count,
      render: ({ count }) => (isBytes ? formatBytes(count) : count.toLocaleString('en-US')),
    },
  ];
  if (isCompared) columns.push({
    key: 'growth', head: 'growth', align: 'right', noWrap: true, sortValue: ({ growth }) => growth,
    render: (row) => growthText(row, isBytes),
    hint: 'Between the two readings. “≥”: the earlier list, which is cut off, lacked the name.',
  });
  if (key === 'metrics' && bytesPerSeries !== null) columns.push({
    key: 'memory', head: 'memory', align: 'right', noWrap: true, sortValue: ({ count }) => count,
    render: ({ count }) => `about ${formatBytes(count * bytesPerSeries)}`,
    hint: 'Series times the resident memory per series of this window: an estimate, as if all series cost the same.',
  });
  return columns;
}

/** Metrics, labels and label pairs of the series, and their growth. Asks the target only while open. */
export function CardinalitySection({ panel, target }: { panel: MemoryPanel; target: Target | null }) {
  const { zone } = useUrlState().state;
  const { data, error } = useCardinality(target, useCurrentTarget().range);
  const view = useMemo(() => (data === undefined ? null : cardinalityView(data, panel, zone)), [data, panel, zone]);
  if (view === null) return <p className={styles['note']}>{error === null ? 'Asking the target.' : error.message}</p>;
  return (
    <>
      {view.context !== '' && <p className={styles['note']}>{view.context}</p>}
      {view.note !== null && <p className={styles['note']}>{view.note}</p>}
      <div className={styles['pair']}>
        {view.tables.map((table) => (
          <section key={table.key} className={styles['section']}>
            <h3>{table.title}</h3>
            <DataTable caption={table.title} columns={columnsOf(table, view)} rows={table.rows} limit={ROWS}
              rowKey={({ name }) => name} />
          </section>
        ))}
      </div>
      {view.cost !== null && <p className={styles['note']}>{view.cost}</p>}
    </>
  );
}
