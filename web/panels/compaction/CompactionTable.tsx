import { useMemo } from 'react';
import type { Compaction } from '../../../core/contract/contract.ts';
import { formatBytes, formatDateTime, formatNumber, formatSeconds, unknownText } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { sourceText, stepText } from '../../../core/views/compaction/compactionWords.ts';

const number = (
  value: number | null, text: (value: number) => string
): string => (value === null ? unknownText : text(value));

function compactionColumns(zone: Zone): Column<Compaction>[] {
  return [
    {
      key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone),
      sortValue: (row) => row.start,
    },
    {
      key: 'error', head: 'not earlier by', align: 'right', render: (row) => formatSeconds(row.startErrorSeconds),
      sortValue: (row) => row.startErrorSeconds,
      hint:
        'The true start lies at most this much before the one shown: the time between two scrapes, '
          + 'or a millisecond where a log or list of blocks tells.',
    },
    {
      key: 'duration', head: 'duration', align: 'right',
      render: (row) => (
        row.durationSeconds === null ? unknownText
          : `${formatSeconds(row.durationSeconds)}${row.running ? ' so far' : ''}`
      ),
      sortValue: (row) => row.durationSeconds,
    },
    {
      key: 'kind', head: 'kind', noWrap: true, render: (row) => `${row.kind}${row.count > 1 ? ` (${row.count})` : ''}`,
      sortValue: (row) => row.kind,
    },
    {
      key: 'steps', head: 'level, inputs', render: (row) => stepText(row), sortValue: (row) => row.level,
      hint: 'From a log or the list of blocks: level written, and the blocks it was made of.',
    },
    {
      key: 'phase', head: 'phase', align: 'right', render: (row) => number(row.phaseSeconds, formatSeconds),
      sortValue: (row) => row.phaseSeconds,
    },
    {
      key: 'cpu', head: 'CPU above quiet', unit: 'core-s', align: 'right',
      render: (row) => number(row.cpuCoreSecondsAboveQuiet, formatNumber),
      sortValue: (row) => row.cpuCoreSecondsAboveQuiet,
    },
    {
      key: 'rss', head: 'memory risen', align: 'right', render: (row) => number(row.rssRiseBytes, formatBytes),
      sortValue: (row) => row.rssRiseBytes,
    },
    {
      key: 'written', head: 'written', align: 'right',
      render: (row) => number(row.bytesWrittenAboveQuiet, formatBytes), sortValue: (row) => row.bytesWrittenAboveQuiet,
      hint: 'Bytes written to disk above the quiet level; needs process I/O metrics or a node_exporter.',
    },
    {
      key: 'read', head: 'read', align: 'right', render: (row) => number(row.bytesReadAboveQuiet, formatBytes),
      sortValue: (row) => row.bytesReadAboveQuiet,
    },
    {
      key: 'cache', head: 'page cache lost', align: 'right',
      render: (row) => number(row.pageCacheLostBytes, formatBytes), sortValue: (row) => row.pageCacheLostBytes,
      hint: 'Needs a node_exporter on the same host.',
    },
    { key: 'source', head: 'known from', noWrap: true, render: (row) => sourceText(row) },
  ];
}

/** A column in which no row has a value says nothing; the table of figures says why it lacks. */
function withValues(columns: Column<Compaction>[], rows: readonly Compaction[]): Column<Compaction>[] {
  const optional = ['steps', 'phase', 'cpu', 'rss', 'written', 'read', 'cache'];
  return columns.filter(
    ({ key, sortValue }) => !optional.includes(key) || sortValue === undefined
      || rows.some((row) => sortValue(row) !== null)
  );
}

/** Every episode with what is known of it. */
export function CompactionTable(
  { compactions, zone, caption }: { compactions: readonly Compaction[]; zone: Zone; caption: string }
) {
  const columns = useMemo(() => withValues(compactionColumns(zone), compactions), [zone, compactions]);
  return <DataTable caption={caption} columns={columns} rows={compactions} rowKey={(row) => String(row.start)}
    initialSort={{ key: 'start', descending: true }} limit={50} maxHeight={420}
    empty="No compaction ended in this window." />;
}
