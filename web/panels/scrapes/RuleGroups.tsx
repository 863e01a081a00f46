import { useMemo } from 'react';
import type { RuleGroup, Target } from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { groupCosts, kindsOf, type CostKind, type GroupCosts } from '../../../core/views/scrapes/groupCosts.ts';
import { driftText, rangeAround, ruleGroupsView, rulesText } from '../../../core/views/scrapes/ruleGroupsView.ts';
import { useTrains } from '../../api/hostQueries.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { WholeWords } from '../../charts/time/WholeWords.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState, type UrlStateHandle } from '../../url/useUrlState.ts';
import styles from '../shared/panel.module.css';

const ROWS = 20;

type Row = RuleGroup & { costs: GroupCosts };

const COST_HEADS: Readonly<Record<CostKind, { head: string; hint: string }>> = {
  cpu: {
    head: 'CPU of each', hint: 'CPU that one evaluation adds above the quiet level, from the attribution of CPU spikes.'
      + ' Sorted by its mean over time.',
  },
  alloc: { head: 'allocates', hint: 'Bytes that one evaluation allocates.' },
  io: { head: 'reads and writes', hint: 'Bytes from and to disk per evaluation, of the process or of its host.' },
  delay: { head: 'delays scrapes', hint: 'How much longer a scrape by tsdbscope takes during an evaluation.' },
};

function costColumn(kind: CostKind): Column<Row> {
  return {
    key: `cost-${kind}`, ...COST_HEADS[kind], align: 'right', sortValue: ({ costs }) => costs[kind]?.value ?? null,
    render: ({ costs: { [kind]: cost } }) => (
      cost === undefined ? '–' : <span title={cost.title ?? undefined}>{cost.text}</span>
    ),
  };
}

function columnsOf(
  href: UrlStateHandle['href'], { hasDetails, kinds }: { hasDetails: boolean; kinds: readonly CostKind[] }
): Column<Row>[] {
  const columns: Column<Row>[] = [
    {
      key: 'group', head: 'rule group', sortValue: ({ name }) => name,
      render: (row) => (
        <span className={styles['wraps']}>
          <Link href={href({ page: 'gc-cpu', range: rangeAround(row), at: row.maxStart ?? row.lastStart })}
            title={`Show its longest evaluation on the time axis. File ${row.file}`}>
            <WholeWords text={row.name} /></Link>
        </span>
      ),
    },
    ...kinds.map(costColumn),
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
  const { range } = useCurrentTarget();
  const { data, error } = useTrains(target, range);
  // The same answer as on GC & CPU, so that both state the same costs.
  const { data: cpu } = usePanel('gc-cpu', target, range);
  const view = useMemo(() => (data === undefined ? null : ruleGroupsView(data)), [data]);
  const rows = useMemo((): Row[] => {
    const groups = view?.rows ?? [];
    const costs = groupCosts(groups, cpu?.spikes.trains ?? []);
    return groups.map((group, k) => ({ ...group, costs: costs[k] ?? {} }));
  }, [view, cpu]);
  const columns = useMemo(() => columnsOf(href, {
    hasDetails: rows.some(({ details }) => details !== null), kinds: kindsOf(rows.map(({ costs }) => costs)),
  }), [href, rows]);
  const isNamed = rows.some(({ costs }) => typeof costs.cpu?.value === 'number');
  if (view === null) return <p className={styles['note']}>{error === null ? 'Reading rule groups.' : error.message}</p>;
  return (
    <section className={styles['section']}>
      {view.claim !== null && <p>{view.claim}</p>}
      {view.note !== null && <p className={styles['note']}>{view.note}</p>}
      {rows.length > 0 && <DataTable caption="Rule groups" columns={columns} rows={rows} limit={ROWS}
        rowKey={({ name, file }) => `${file};${name}`}
        initialSort={{ key: isNamed ? 'cost-cpu' : 'busy', descending: true }} />}
      {[view.scrapes, view.cost].map((text) => text !== null && <p key={text} className={styles['note']}>{text}</p>)}
    </section>
  );
}
