import type { GcLink } from '../../../core/contract/contract.ts';
import { formatValue, unknownText } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { correlationCell, linkWord } from '../../../core/views/gc-cpu/gcCycleView.ts';

const columns: Column<GcLink>[] = [
  { key: 'name', head: 'series', render: (row) => row.name },
  {
    key: 'verdict', head: 'verdict', noWrap: true,
    render: (row) => (row.linked === true ? <b>{linkWord(row)}</b> : linkWord(row)),
    hint: 'A correlation is reported at p below 0.01.',
  },
  {
    key: 'pearson', head: 'Pearson', align: 'right', noWrap: true,
    render: (row) => correlationCell(row.correlation.pearson),
    hint: 'r at lag 0.',
  },
  {
    key: 'spearman', head: 'Spearman', align: 'right', noWrap: true,
    render: (row) => correlationCell(row.correlation.spearman), hint: 'Rank correlation at lag 0.',
  },
  {
    key: 'p', head: 'p', align: 'right', noWrap: true,
    render: (row) => (row.correlation.pValue === null ? unknownText : row.correlation.pValue < 0.001 ? '< 0.001'
      : formatValue(row.correlation.pValue, 'none')),
    hint: 'Two-sided, by circular shifts.',
  },
  {
    key: 'lag', head: 'strongest lag', align: 'right', noWrap: true,
    render: (row) => (row.linked === true ? formatValue(row.correlation.bestLagSeconds, 'seconds') : unknownText),
    hint: 'Positive: later than GC. Only if correlated.',
  },
  {
    key: 'n', head: 'n', align: 'right', noWrap: true,
    render: (row) => formatValue(row.correlation.sampleSize, 'count'),
  },
];

/** Correlation of other series with the ends of GC cycles. */
export function LinksTable({ links }: { links: GcLink[] }) {
  return <DataTable caption="Correlation with GC" columns={columns} rows={links} rowKey={(row) => row.side} />;
}
