import type { RunningQuery, Target, TopQuery } from '../../../core/contract/contract.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { queryListsView } from '../../../core/views/queries/queryListsView.ts';
import { useQueryLists } from '../../api/hostQueries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import shared from '../shared/panel.module.css';
import { QueryText } from '../shared/QueryText.tsx';

const ROWS = 10;

interface Ranged { text: string; rangeSeconds: number }

function textColumn<Row extends Ranged>(): Column<Row> {
  return { key: 'text', head: 'query', render: ({ text }) => <QueryText text={text} />, sortValue: ({ text }) => text };
}

function rangeColumn<Row extends Ranged>(): Column<Row> {
  return valueColumn('range', 'range', ({ rangeSeconds }) => rangeSeconds, {
    as: (seconds) => (seconds === 0 ? 'instant' : formatSeconds(seconds)), noWrap: true,
    hint: 'From its first to its last moment.',
  });
}

const topColumns: Column<TopQuery>[] = [
  textColumn(),
  valueColumn('sum', 'total time', ({ sumSeconds }) => sumSeconds, {
    as: 'seconds', noWrap: true, hint: 'Sum of wall-clock time; not CPU.',
  }),
  valueColumn('count', 'count', ({ count }) => count, { as: 'count' }),
  valueColumn('mean', 'mean', ({ sumSeconds, count }) => sumSeconds / count, { as: 'seconds', noWrap: true }),
  rangeColumn(),
];

const runningColumns: Column<RunningQuery>[] = [
  textColumn(),
  valueColumn('for', 'running for', ({ seconds }) => seconds, { as: 'seconds', noWrap: true }),
  rangeColumn(),
  { key: 'by', head: 'asked by', render: ({ client }) => client, sortValue: ({ client }) => client },
];

/** Queries of a VictoriaMetrics: the largest of the last ten minutes, and those that ran when it was last asked. */
export function TargetQueries({ target }: { target: Target | null }) {
  const { data, error } = useQueryLists(target);
  if (data === undefined)
    return <p className={shared['note']}>{error === null ? 'Reading queries.' : error.message}</p>;
  const { note, cost } = queryListsView(data);
  return (
    <section className={shared['section']}>
      {note !== null && <p className={shared['note']}>{note}</p>}
      {data.top.length > 0 && <DataTable caption="Queries of the last ten minutes" columns={topColumns} rows={data.top}
        limit={ROWS} rowKey={({ text, rangeSeconds }, k) => `${text} ${rangeSeconds} ${k}`}
        initialSort={{ key: 'sum', descending: true }} />}
      {data.running.length > 0 && <DataTable caption="Queries that ran when it was last asked" columns={runningColumns}
        rows={data.running} limit={ROWS} rowKey={({ text, start }, k) => `${text} ${start} ${k}`}
        initialSort={{ key: 'for', descending: true }} />}
      {cost !== null && <p className={shared['note']}>{cost}</p>}
    </section>
  );
}
