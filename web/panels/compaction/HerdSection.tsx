import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import type { CompactionHerd } from '../../../core/contract/contract.ts';
import { useCompactionHerd } from '../../api/compactionQueries.ts';
import { useTargets } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { cutMiddle } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { formatDuration } from '../../../core/text/timeText.ts';
import { Fold } from '../shared/Fold.tsx';
import styles from '../shared/panel.module.css';
import own from './compaction.module.css';
import { signedSeconds } from '../../../core/views/compaction/compactionWords.ts';
import { herdChart } from '../../../core/views/compaction/herdView.ts';
import { onPage, render } from '../../../core/text/parts.ts';
import { useUrlState } from '../../url/useUrlState.ts';

type Row = CompactionHerd['targets'][number];

const columns: Column<Row>[] = [
  { key: 'target', head: 'target', render: (row) => cutMiddle(row.target, 48), sortValue: (row) => row.target },
  valueColumn('range', 'block range', (row) => row.blockRangeSeconds, { as: formatDuration }),
  valueColumn('phase', 'phase', (row) => row.phaseSeconds, { as: 'seconds' }),
  {
    key: 'error', head: 'phase error', align: 'right', render: (row) => signedSeconds(row.phaseErrorSeconds),
    sortValue: (row) => row.phaseErrorSeconds,
  },
  valueColumn('count', 'head compactions', (row) => row.headCompactions, { as: String }),
  {
    key: 'why', head: 'verdict',
    render: (row) => row.reason ?? (row.aligned ? 'on the clock' : 'not significantly on the clock'),
  },
];

/**
 * Folds several targets on one axis, to show whether they compact at the same time. Requested only once two are
 * selected.
 */
export function HerdSection({ target, range }: { target: string; range: { start: number; end: number } | null }) {
  const known = (useTargets().data ?? []).filter(({ recorded }) => recorded !== null);
  const { state: { zone, beside: others }, set } = useUrlState();
  const chosen = [target, ...others.filter((name) => name !== target && known.some((one) => one.name === name))];
  // Recordings cover other times, so each is shown completely.
  const isLive = known.filter(({ name }) => chosen.includes(name)).every(({ state }) => state !== 'recorded');
  const herd = useCompactionHerd(chosen, isLive ? range : null);
  const model = useMemo(() => (herd.data === undefined ? null : herdChart(herd.data)), [herd.data]);
  if (known.length < 2) return null;
  return (
    <Fold id="targets" title="Compaction across targets"
      holds={`${known.length} targets on one axis: same moment or not`}>
      <div className={own['picks']} role="group" aria-label="Targets to compare">
        {known.filter(({ name }) => name !== target).map(({ name }) => (
          <Checkbox key={name} size="xs" label={cutMiddle(name, 48)} checked={others.includes(name)}
            onChange={({ currentTarget: { checked } }) => set({
              beside: checked ? [...others, name] : others.filter((one) => one !== name),
            }, 'replace')} />
        ))}
      </div>
      {chosen.length < 2 && <p className={styles['note']}>Select at least one other target. Replicas with the same
        block range compact at the same time.</p>}
      {herd.error !== null && <p className={styles['note']} role="alert">{herd.error.message}</p>}
      {chosen.length > 1 && herd.data !== undefined && (
        <>
          <p className={own['sentence']}>{render(herd.data.finding.claim, onPage(zone))}</p>
          {model !== null && <TimeSeriesChart title="CPU folded at the longest block range" model={model}
            height={220} />}
          <DataTable caption="Compaction across targets" columns={columns} rows={herd.data.targets}
            rowKey={(row) => row.target} empty="No target selected." />
        </>
      )}
    </Fold>
  );
}
