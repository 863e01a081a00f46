import type { RunningQuery, Target, TopQuery } from '../../../core/contract/contract.ts';
import { formatSeconds, formatValue } from '../../../core/text/format.ts';
import { queryListsView } from '../../../core/views/queries/queryListsView.ts';
import { useQueryLists } from '../../api/hostQueries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import shared from '../shared/panel.module.css';
import { QueryText } from '../shared/QueryText.tsx';

const ROWS = 10;

interface Ranged { text: string; rangeSeconds: number }

function textColumn<Row extends Ranged>(): Column<Row> {
  return { key: 'text', head: 'query', render: ({ text }) => <QueryText text={text} />, sortValue: ({ text }) => text };
}

function rangeColumn<Row extends Ranged>(): Column<Row> {
  return {
    key: 'range', head: 'range', align: 'right', noWrap: true, hint: 'From its first to its last moment.',
    render: ({ rangeSeconds }) => (rangeSeconds === 0 ? 'instant' : formatSeconds(rangeSeconds)),
    sortValue: ({ rangeSeconds }) => rangeSeconds,
  };
}

const topColumns: Column<TopQuery>[] = [
  textColumn(),
  {
    key: 'sum', head: 'total time', align: 'right', noWrap: true, hint: 'Sum of wall-clock time; not CPU.',
    render: ({ sumSeconds }) => formatSeconds(sumSeconds), sortValue: ({ sumSeconds }) => sumSeconds,
  },
  {
    key: 'count', head: 'count', align: 'right', render: ({ count }) => formatValue(count, 'count'),
    sortValue: ({ count }) => count,
  },
  {
    key: 'mean', head: 'mean', align: 'right', noWrap: true,
    render: ({ sumSeconds, count }) => formatSeconds(sumSeconds / count),
    sortValue: ({ sumSeconds, count }) => sumSeconds / count,
  },
  rangeColumn(),
];

const runningColumns: Column<RunningQuery>[] = [
  textColumn(),
  {
    key: 'for', head: 'running for', align: 'right', noWrap: true, render: ({ seconds }) => formatSeconds(seconds),
    sortValue: ({ seconds }) => seconds,
  },
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
