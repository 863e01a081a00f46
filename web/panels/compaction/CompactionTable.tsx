import { useMemo } from 'react';
import type { Compaction } from '../../../core/contract/contract.ts';
import { formatDateTime, formatSeconds, formatValue, unknownText } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { cacheText } from '../../../core/views/compaction/storageView.ts';
import { sourceText, stepText } from '../../../core/views/compaction/compactionWords.ts';

function compactionColumns(zone: Zone): Column<Compaction>[] {
  return [
    {
      key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone),
      sortValue: (row) => row.start,
    },
    valueColumn('error', 'start error', (row) => row.startErrorSeconds, {
      as: 'seconds', hint: 'The true start is at most this much earlier: the time between two scrapes, '
        + 'or 1 ms if a log or the list of blocks has it.',
    }),
    {
      key: 'duration', head: 'duration', align: 'right',
      render: (row) => (row.durationSeconds === null ? unknownText
        : `${formatSeconds(row.durationSeconds)}${row.running ? ' so far' : ''}`),
      sortValue: (row) => row.durationSeconds,
    },
    {
      key: 'kind', head: 'kind', noWrap: true, render: (row) => `${row.kind}${row.count > 1 ? ` (${row.count})` : ''}`,
      sortValue: (row) => row.kind,
    },
    {
      key: 'steps', head: 'level, inputs', render: (row) => stepText(row), sortValue: (row) => row.level,
      hint: 'From a log or the list of blocks: level of the new block, and the blocks merged into it.',
    },
    valueColumn('phase', 'phase', (row) => row.phaseSeconds, { as: 'seconds' }),
    valueColumn('cpu', 'CPU above quiet', (row) => row.cpuCoreSecondsAboveQuiet, { as: 'none', unit: 'core-s' }),
    valueColumn('rss', 'memory increase', (row) => row.rssRiseBytes, { as: 'bytes' }),
    valueColumn('written', 'written', (row) => row.bytesWrittenAboveQuiet, {
      as: 'bytes',
      hint: 'Bytes written to disk above the quiet level; requires process I/O metrics or a node_exporter.',
    }),
    valueColumn('read', 'read', (row) => row.bytesReadAboveQuiet, { as: 'bytes' }),
    {
      key: 'cache', head: 'page cache lost', align: 'right',
      render: (row) => cacheText(row) ?? formatValue(row.pageCacheLostBytes, 'bytes'),
      sortValue: (row) => row.pageCacheLostBytes,
      hint: 'Requires a node_exporter on the same host. Warm again: all but a twentieth of what was lost is back.',
    },
    { key: 'source', head: 'source', noWrap: true, render: (row) => sourceText(row) },
  ];
}

/** Removes columns without values; the table of figures says why they have none. */
function withValues(columns: Column<Compaction>[], rows: readonly Compaction[]): Column<Compaction>[] {
  const optional = ['steps', 'phase', 'cpu', 'rss', 'written', 'read', 'cache'];
  return columns.filter(({ key, sortValue }) => !optional.includes(key) || sortValue === undefined
    || rows.some((row) => sortValue(row) !== null));
}

/** All compactions with their details. */
export function CompactionTable(
  { compactions, zone, caption }: { compactions: readonly Compaction[]; zone: Zone; caption: string }
) {
  const columns = useMemo(() => withValues(compactionColumns(zone), compactions), [zone, compactions]);
  return <DataTable caption={caption} columns={columns} rows={compactions} rowKey={(row) => String(row.start)}
    initialSort={{ key: 'start', descending: true }} limit={50} maxHeight={420}
    empty="No compaction ended in this window." />;
}
