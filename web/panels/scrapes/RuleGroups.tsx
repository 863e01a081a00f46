import { useMemo } from 'react';
import type { RuleGroup, Target } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { driftText, rangeAround, ruleGroupsView, rulesText } from '../../../core/views/scrapes/ruleGroupsView.ts';
import { useTrains } from '../../api/hostQueries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState, type UrlStateHandle } from '../../url/useUrlState.ts';
import styles from '../shared/panel.module.css';

const ROWS = 20;

function columnsOf(href: UrlStateHandle['href'], hasDetails: boolean): Column<RuleGroup>[] {
  const columns: Column<RuleGroup>[] = [
    {
      key: 'group', head: 'rule group', sortValue: ({ name }) => name,
      render: (row) => (
        <span className={styles['wraps']}>
          <Link href={href({ page: 'gc-cpu', range: rangeAround(row), at: row.maxStart ?? row.lastStart })}
            title={`Show its longest evaluation on the time axis. File ${row.file}`}>{row.name}</Link>
        </span>
      ),
    },
    {
      key: 'busy', head: 'busy', align: 'right',
      hint: 'Median duration over the interval: the part of the time in which the group is evaluated.',
      render: ({ busyRatio }) => formatValue(busyRatio, 'ratio'), sortValue: ({ busyRatio }) => busyRatio,
    },
    {
      key: 'median', head: 'median', align: 'right',
      render: ({ medianSeconds }) => formatValue(medianSeconds, 'seconds'),
      sortValue: ({ medianSeconds }) => medianSeconds,
    },
    {
      key: 'max', head: 'longest', align: 'right', render: ({ maxSeconds }) => formatValue(maxSeconds, 'seconds'),
      sortValue: ({ maxSeconds }) => maxSeconds,
    },
    {
      key: 'interval', head: 'interval', align: 'right',
      render: ({ intervalSeconds }) => formatValue(intervalSeconds, 'seconds'),
      sortValue: ({ intervalSeconds }) => intervalSeconds,
    },
    {
      key: 'near', head: 'of interval', align: 'right', hint: 'Longest duration over the interval. From 100 % on the '
        + 'next evaluation is late, from 200 % on evaluations are missed.',
      render: ({ nearRatio }) => formatValue(nearRatio, 'ratio'), sortValue: ({ nearRatio }) => nearRatio,
    },
    {
      key: 'missed', head: 'missed', align: 'right', render: ({ missed }) => formatValue(missed, 'count'),
      sortValue: ({ missed }) => missed,
    },
    {
      key: 'failures', head: 'failed', align: 'right', hint: 'Evaluations of single rules that failed.',
      render: ({ failures }) => formatValue(failures, 'count'), sortValue: ({ failures }) => failures,
    },
    {
      key: 'drift', head: 'drift', align: 'right', noWrap: true, hint: 'How far its moment within the interval moves. '
        + 'Shown from nine evaluations over ten minutes on.',
      render: ({ driftSecondsPerHour }) => driftText(driftSecondsPerHour),
      sortValue: ({ driftSecondsPerHour }) => driftSecondsPerHour,
    },
  ];
  if (hasDetails) columns.push({
    key: 'rules', head: 'rules, when last asked',
    render: ({ details }) => <span className={styles['sentence']}>{rulesText(details)}</span>,
  });
  return columns;
}

/** Rule groups by cost; each name links to its longest evaluation on the time axis. */
export function RuleGroups({ target }: { target: Target | null }) {
  const { href } = useUrlState();
  const { data, error } = useTrains(target, useCurrentTarget().range);
  const view = useMemo(() => (data === undefined ? null : ruleGroupsView(data)), [data]);
  const columns = useMemo(
    () => columnsOf(href, view?.rows.some(({ details }) => details !== null) ?? false), [href, view]
  );
  if (view === null) return <p className={styles['note']}>{error === null ? 'Reading rule groups.' : error.message}</p>;
  return (
    <section className={styles['section']}>
      {view.claim !== null && <p>{view.claim}</p>}
      {view.note !== null && <p className={styles['note']}>{view.note}</p>}
      {view.rows.length > 0 && <DataTable caption="Rule groups" columns={columns} rows={view.rows} limit={ROWS}
        rowKey={({ name, file }) => `${file};${name}`} initialSort={{ key: 'busy', descending: true }} />}
      {[view.scrapes, view.cost].map((text) => text !== null && <p key={text} className={styles['note']}>{text}</p>)}
    </section>
  );
}
