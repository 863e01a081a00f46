import { useMemo } from 'react';
import { formatDateTime, formatValue } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { offsetText } from '../../../core/views/charts/timeSeriesOptions.ts';

interface Row { index: number; x: number }

/** The chart's values as rows, oldest first; a gap is a dash. */
export function ChartTable(
  { model, caption, zone, height }: { model: ChartModel; caption: string; zone: Zone; height: number }
) {
  const columns = useMemo<Column<Row>[]>(() => [
    {
      key: 'x', head: model.x.kind === 'time' ? 'time' : model.x.kind === 'lag' ? 'lag' : 'offset',
      render: (row) => (model.x.kind === 'time' ? formatDateTime(row.x, zone) : offsetText(row.x)),
      sortValue: (row) => row.x,
    },
    ...model.lines.filter((line) => line.silent !== true).flatMap((line): Column<Row>[] => {
      const part = (key: 'values' | 'low' | 'high', head: string): Column<Row> => ({
        key: `${line.key}-${key}`, head, align: 'right',
        render: (row) => formatValue(line[key]?.[row.index] ?? null, model.unit),
        sortValue: (row) => line[key]?.[row.index] ?? null,
      });
      return [
        part('values', line.label), ...(line.low === undefined ? [] : [part('low', 'min')]),
        ...(line.high === undefined ? [] : [part('high', 'max')])
      ];
    }),
  ], [model, zone]);
  const rows = useMemo(() => model.x.values.map((x, index) => ({ index, x })), [model]);
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={(row) => String(row.index)} limit={200}
    maxHeight={height} />;
}
