import { useMemo, useState } from 'react';
import type { QueryGroup, QueryLog } from '../../../core/contract/contract.ts';
import { cutMiddle, formatZonedWindow } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { queryLogView } from '../../../core/views/queries/queryLogView.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import panelStyles from '../shared/panel.module.css';
import { askerColumns, groupColumns } from './queryColumns.tsx';
import { QueryDetail } from './QueryDetail.tsx';

const SHOWN = 10;

/** Content of a query log: queries over time, the heaviest texts, and the clients. */
export function QueryLogResult({ log, zone }: { log: QueryLog; zone: Zone }) {
  const view = useMemo(() => queryLogView(log), [log]);
  const [chosen, setChosen] = useState<QueryGroup | null>(null);
  const columns = useMemo(() => groupColumns(log), [log]);
  const whole = (value: number): string => value.toLocaleString('en-US');
  return (
    <>
      <div className={panelStyles['lanes']}>
        <TimeSeriesChart title="Queries at once" model={view.running} height={200} />
        {view.samples !== null && <TimeSeriesChart title="Samples read" model={view.samples} height={150} />}
      </div>
      <section className={panelStyles['section']}>
        <h2>Heaviest queries</h2>
        <DataTable caption="Heaviest queries" columns={columns} rows={log.groups} limit={SHOWN}
          rowKey={(group) => group.text} initialSort={{ key: 'eval', descending: true }}
          selectedKey={chosen?.text ?? null}
          onSelect={(group) => setChosen(group.text === chosen?.text ? null : group)} />
        {chosen !== null && <QueryDetail group={chosen} zone={zone} />}
        <p className={panelStyles['note']}>
          {whole(log.count)} evaluations of {whole(log.groupCount)} texts, {
            formatZonedWindow(log.start, log.end, zone, log.end)}.
          Texts that differ only in values of labels are one row. Evaluation time is wall-clock time, not CPU.
          {log.notes.map((note) => ` ${cutMiddle(note, 300)}`)}
        </p>
      </section>
      <section className={panelStyles['section']}>
        <h2>Who asked</h2>
        <DataTable caption="Who asked" columns={askerColumns(log)} rows={log.askers} limit={SHOWN}
          rowKey={({ origin }) => JSON.stringify(origin)} initialSort={{ key: 'eval', descending: true }} />
      </section>
    </>
  );
}
