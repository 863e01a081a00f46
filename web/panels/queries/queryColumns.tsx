import type { QueryAsker, QueryGroup, QueryLog } from '../../../core/contract/contract.ts';
import { cutMiddle, formatSeconds, formatValue, unknownText } from '../../../core/text/format.ts';
import { originWords, shortCount } from '../../../core/text/queryWords.ts';
import { originsWords } from '../../../core/views/queries/queryLogView.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { QueryText } from '../shared/QueryText.tsx';

const amount = (value: number | null): string => (value === null ? unknownText : shortCount(value));

interface Counted { count: number; failed: number; evalSeconds: number; samples: number | null }

function sumColumns<Row extends Counted>(
  log: QueryLog
): { [key in 'eval' | 'share' | 'count' | 'samples']: Column<Row> } {
  const shareOf = ({ evalSeconds }: Row): number => (log.evalSeconds > 0 ? evalSeconds / log.evalSeconds : 0);
  return {
    eval: {
      key: 'eval', head: 'eval time', align: 'right', noWrap: true, hint: 'Sum of wall-clock time; not CPU.',
      render: (row) => formatSeconds(row.evalSeconds), sortValue: (row) => row.evalSeconds,
    },
    share: {
      key: 'share', head: 'share', align: 'right', noWrap: true, hint: 'Of the evaluation time of all queries.',
      sortValue: shareOf,
      render: (row) => (shareOf(row) < 0.01 ? '< 1 %' : formatValue(Math.round(100 * shareOf(row)) / 100, 'ratio')),
    },
    count: {
      key: 'count', head: 'count', align: 'right', noWrap: true, sortValue: (row) => row.count,
      render: (row) => `${row.count.toLocaleString('en-US')}${row.failed === 0 ? ''
        : ` (${row.failed.toLocaleString('en-US')} failed)`}`,
    },
    samples: {
      key: 'samples', head: 'samples', align: 'right', noWrap: true,
      hint: 'Samples read, counted once for each step that used them.',
      render: (row) => amount(row.samples), sortValue: (row) => row.samples,
    },
  };
}

export function groupColumns(log: QueryLog): Column<QueryGroup>[] {
  const { eval: evalTime, share, count, samples } = sumColumns<QueryGroup>(log);
  return [
    { key: 'text', head: 'query', render: ({ text }) => <QueryText text={text} />, sortValue: ({ text }) => text },
    evalTime, share, count,
    {
      key: 'longest', head: 'longest', align: 'right', noWrap: true,
      render: (row) => formatSeconds(row.maxEvalSeconds), sortValue: (row) => row.maxEvalSeconds,
    },
    samples,
    {
      key: 'peak', head: 'peak samples', align: 'right', noWrap: true,
      hint: 'Samples in memory at once, at most: what --query.max-samples limits.',
      render: (row) => amount(row.peakSamples), sortValue: (row) => row.peakSamples,
    },
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
