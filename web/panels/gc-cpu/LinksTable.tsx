import type { GcLink } from '../../../core/contract/contract.ts';
import { formatValue, unknownText } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { correlationCell, linkWord } from '../../../core/views/gc-cpu/gcCycleView.ts';

const columns: Column<GcLink>[] = [
  { key: 'name', head: 'against GC', render: (row) => row.name },
  {
    key: 'verdict', head: 'verdict', noWrap: true,
    render: (row) => (row.linked === true ? <b>{linkWord(row)}</b> : linkWord(row)),
    hint: 'A link is called where p is below 0.01.',
  },
  {
    key: 'pearson', head: 'r', align: 'right', noWrap: true, render: (row) => correlationCell(row.correlation.pearson),
    hint: 'Pearson, lag 0.',
  },
  {
    key: 'spearman', head: 'rank', align: 'right', noWrap: true,
    render: (row) => correlationCell(row.correlation.spearman), hint: 'Spearman, lag 0.',
  },
  {
    key: 'p', head: 'p', align: 'right', noWrap: true,
    render: (row) => (
      row.correlation.pValue === null ? unknownText : row.correlation.pValue < 0.001 ? '< 0.001'
        : formatValue(row.correlation.pValue, 'none')
    ),
    hint: 'Two-sided, circular-shift surrogates.',
  },
  {
    key: 'lag', head: 'strongest at', align: 'right', noWrap: true,
    render: (row) => (row.linked === true ? formatValue(row.correlation.bestLagSeconds, 'seconds') : unknownText),
    hint: 'Positive: later than GC. Only where there is a link.',
  },
  {
    key: 'n', head: 'n', align: 'right', noWrap: true,
    render: (row) => formatValue(row.correlation.sampleSize, 'count'),
  },
];

/** What moves with the ends of GC cycles, beyond chance or not. */
export function LinksTable({ links }: { links: GcLink[] }) {
  return <DataTable caption="What moves with GC" columns={columns} rows={links} rowKey={(row) => row.side} />;
}
