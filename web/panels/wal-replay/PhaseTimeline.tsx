import { formatDateTime, formatSeconds, formatValue } from '../../../core/text/format.ts';
import type { EarlierStart, ReplayPhase } from '../../../core/contract/contract.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import type { Zone } from '../../../core/text/zone.ts';
import panelStyles from '../shared/panel.module.css';
import styles from './PhaseTimeline.module.css';
import { phaseWords, type PhaseBar } from '../../../core/views/wal-replay/walReplayView.ts';

/** The replay as one bar of phases, with widths in proportion to their durations. */
export function PhaseTimeline({ phases }: { phases: PhaseBar[] }) {
  return (
    <ol className={styles['bar']} aria-label="Phases of the replay">
      {phases.map((phase, i) => (
        <li key={`${phase.name}-${i}`} style={{ flexGrow: Math.max(phase.shareRatio, 0.004) }} data-phase={phase.name}
          data-running={phase.isRunning || undefined} title={`${phase.word}: ${phase.durationText}`}>
          <span>{phase.word}</span>
          <b>{phase.durationText}{phase.isRunning ? ' so far' : ''}</b>
        </li>
      ))}
    </ol>
  );
}

export function PhaseTable({ phases, zone }: { phases: ReplayPhase[]; zone: Zone }) {
  const columns: Column<ReplayPhase>[] = [
    { key: 'name', head: 'phase', render: (row) => phaseWords[row.name].word },
    { key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone) },
    {
      key: 'duration', head: 'duration', align: 'right',
      render: (row) => `${formatSeconds(row.durationSeconds)}${row.end === null ? ' so far' : ''}`,
      sortValue: (row) => row.durationSeconds,
    },
    ...(phases.some(({ segments }) => segments !== null) ? [{
      key: 'segments', head: 'segments', align: 'right' as const,
      render: (row: ReplayPhase) => formatValue(row.segments, 'count'),
    }] : []),
    {
      key: 'does', head: 'description',
      render: (row) => <span className={panelStyles['sentence']}>{phaseWords[row.name].does}</span>,
    },
  ];
  return <DataTable caption="Phases of the replay" columns={columns} rows={phases}
    rowKey={(row) => `${row.name}-${row.start}`} />;
}

/** Starts before the one shown; consecutive failures are a crash loop. */
export function EarlierTable({ earlier, zone }: { earlier: EarlierStart[]; zone: Zone }) {
  const columns: Column<EarlierStart>[] = [
    {
      key: 'start', head: 'start', noWrap: true, render: (row) => formatDateTime(row.start, zone),
      sortValue: (row) => row.start,
    },
    valueColumn('took', 'duration', (row) => row.end - row.start, { as: 'seconds' }),
    { key: 'ready', head: 'outcome', render: (row) => (row.ready ? 'ready' : 'ended before ready') },
    valueColumn('segments', 'segments', (row) => row.segments, { as: 'count' }),
    valueColumn('peak', 'peak memory', (row) => row.peakRssBytes, { as: 'bytes' }),
  ];
  return <DataTable caption="Earlier starts" columns={columns} rows={earlier} rowKey={(row) => String(row.start)}
    initialSort={{ key: 'start', descending: true }} />;
}
