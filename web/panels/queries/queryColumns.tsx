import type { QueryAsker, QueryGroup, QueryLog } from '../../../core/contract/contract.ts';
import { cutMiddle, formatValue } from '../../../core/text/format.ts';
import { originWords, shortCount } from '../../../core/text/queryWords.ts';
import { originsWords } from '../../../core/views/queries/queryLogView.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import { QueryText } from '../shared/QueryText.tsx';

interface Counted { count: number; failed: number; evalSeconds: number; samples: number | null }

function sumColumns<Row extends Counted>(
  log: QueryLog
): { [key in 'eval' | 'share' | 'count' | 'samples']: Column<Row> } {
  const shareOf = ({ evalSeconds }: Row): number => (log.evalSeconds > 0 ? evalSeconds / log.evalSeconds : 0);
  return {
    eval: valueColumn('eval', 'eval time', (row) => row.evalSeconds, {
      as: 'seconds', noWrap: true, hint: 'Sum of wall-clock time; not CPU.',
    }),
    share: valueColumn('share', 'share', shareOf, {
      as: (share) => (share < 0.01 ? '< 1 %' : formatValue(Math.round(100 * share) / 100, 'ratio')), noWrap: true,
      hint: 'Of the evaluation time of all queries.',
    }),
    count: {
      key: 'count', head: 'count', align: 'right', noWrap: true, sortValue: (row) => row.count,
      render: (row) => `${row.count.toLocaleString('en-US')}${row.failed === 0 ? ''
        : ` (${row.failed.toLocaleString('en-US')} failed)`}`,
    },
    samples: valueColumn('samples', 'samples', (row) => row.samples, {
      as: shortCount, noWrap: true, hint: 'Samples read, counted once for each step that used them.',
    }),
  };
}

export function groupColumns(log: QueryLog): Column<QueryGroup>[] {
  const { eval: evalTime, share, count, samples } = sumColumns<QueryGroup>(log);
  return [
    { key: 'text', head: 'query', render: ({ text }) => <QueryText text={text} />, sortValue: ({ text }) => text },
    evalTime, share, count,
    valueColumn('longest', 'longest', (row) => row.maxEvalSeconds, { as: 'seconds', noWrap: true }),
    samples,
    valueColumn('peak', 'peak samples', (row) => row.peakSamples, {
      as: shortCount, noWrap: true, hint: 'Samples in memory at once, at most: what --query.max-samples limits.',
    }),
    {
      key: 'by', head: 'asked by', render: (row) => cutMiddle(originsWords(row.origins, row.originCount), 80),
      sortValue: (row) => originsWords(row.origins, row.originCount),
    },
  ];
}

export function askerColumns(log: QueryLog): Column<QueryAsker>[] {
  const { eval: evalTime, share, count, samples } = sumColumns<QueryAsker>(log);
  return [
    {
      key: 'by', head: 'client and path, or rule group', render: ({ origin }) => cutMiddle(originWords(origin), 80),
      sortValue: ({ origin }) => originWords(origin),
    },
    evalTime, share, count, samples,
    { key: 'text', head: 'its longest query', render: ({ text }) => <QueryText text={text} /> },
  ];
}
