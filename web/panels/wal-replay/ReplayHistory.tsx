import { Checkbox, CloseButton } from '@mantine/core';
import type { ReplaySummary } from '../../../core/contract/contract.ts';
import { useForgetReplay, useReplay, useReplays } from '../../api/replayQueries.ts';
import { cutMiddle, formatDateTime } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { valueColumn } from '../../ui/valueColumn.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { Fold } from '../shared/Fold.tsx';
import panelStyles from '../shared/panel.module.css';
import { ReplayCompare } from './ReplayCompare.tsx';
import { ReplayTimeline } from './ReplayTimeline.tsx';
import { outcomeWords, sourceWords, tookSeconds } from '../../../core/views/wal-replay/replayView.ts';

function ReplayTable({ replays, chosen, zone, onChoose, onForget }: {
  replays: readonly ReplaySummary[]; chosen: readonly string[]; zone: Zone; onChoose: (id: string, on: boolean) => void;
    onForget: (id: string) => void;
}) {
  const columns: Column<ReplaySummary>[] = [
    {
      key: 'choose', head: 'show',
      render: (row) => <Checkbox size="xs" aria-label={`Show the start of ${formatDateTime(row.start, zone)}`}
        checked={chosen.includes(row.id)} onChange={(event) => onChoose(row.id, event.currentTarget.checked)} />,
    },
    {
      key: 'start', head: 'start', noWrap: true,
      render: (row) => `${row.startSeen ? '' : 'before '}${formatDateTime(row.start, zone)}`,
      sortValue: (row) => row.start,
    },
    {
      key: 'version', head: 'version', noWrap: true, render: (row) => row.version || '–',
      sortValue: (row) => row.version,
    },
    {
      key: 'outcome', head: 'outcome', noWrap: true,
      render: (row) => <span title={row.ending} data-outcome={row.outcome}>{outcomeWords(row)}</span>,
      sortValue: (row) => row.outcome,
    },
    valueColumn('took', 'duration', tookSeconds, { as: 'seconds', noWrap: true }),
    valueColumn('segments', 'segments', (row) => row.segments?.loaded ?? null, { as: 'count' }),
    valueColumn('rate', 'segments/s', (row) => row.segmentsPerSecond, { as: 'none', noWrap: true }),
    valueColumn('wal', 'WAL', (row) => row.walBytes, {
      as: 'bytes', noWrap: true, hint: 'Size of the write-ahead log (Prometheus 2.43 or later)',
    }),
    valueColumn('rss', 'peak memory', (row) => row.peakRssBytes, { as: 'bytes', noWrap: true }),
    valueColumn('warm', 'warm-up', (row) => row.warmUpSeconds, {
      as: 'seconds', noWrap: true, hint: 'From ready until CPU and memory have settled',
    }),
    {
      key: 'source', head: 'source',
      render: (row) => <>{sourceWords[row.source]}
        {row.source === 'log' && <> <span className="mono">{cutMiddle(row.name, 24)}</span></>}
        {row.target === null && ', names no target'}
        {row.alsoIn.map((other) => <span key={other.id}>, {sourceWords[other.source]}
          {' '}<span className="mono">{cutMiddle(other.name, 24)}</span></span>)}</>,
    },
    {
      key: 'forget', head: '', spokenHead: 'actions',
      render: (row) => <CloseButton size="xs" aria-label={`Delete the start of ${formatDateTime(row.start, zone)}`}
        onClick={() => onForget(row.id)} />,
    },
  ];
  return <DataTable caption="Restart history" columns={columns} rows={replays} rowKey={(row) => row.id} limit={12}
    empty="No starts of this target recorded or read from a log." />;
}

/** The selected starts: one as a timeline, two compared. */
function Chosen({ ids, zone }: { ids: readonly string[]; zone: Zone }) {
  const first = useReplay(ids[0] ?? null);
  const second = useReplay(ids[1] ?? null);
  const error = (ids[0] !== undefined ? first.error : null) ?? (ids[1] !== undefined ? second.error : null);
  if (error !== null) return <p className={panelStyles['note']} role="alert">{error.message}</p>;
  if (ids[0] === undefined || first.data === undefined) return null;
  if (ids[1] === undefined) return <ReplayTimeline replay={first.data} zone={zone} />;
  return second.data === undefined ? null : <ReplayCompare replays={[first.data, second.data]} zone={zone} />;
}

/** All starts of the target, recorded or read from a log; two can be compared. */
export function ReplayHistory({ target }: { target: string }) {
  const { state, set } = useUrlState();
  const query = useReplays(target, state.budgetSeconds);
  const forget = useForgetReplay();
  const chosen = state.replays;
  const choose = (
    id: string, on: boolean
  ): void => { set({ replays: on ? [...chosen, id].slice(-2) : chosen.filter((one) => one !== id) }, 'replace'); };
  const list = query.data;
  return (
    <Fold id="history" title="Restart history" isForced={chosen.length > 0}
      holds={list === undefined ? 'starts recorded or read from a log' : list.replays.length === 1 ? '1 start'
        : `${list.replays.length} starts; select two to compare them`}>
      {query.error !== null && <p className={panelStyles['note']} role="alert">{query.error.message}</p>}
      {list !== undefined && (
        <>
          {list.replays.length > 1 && <p className={panelStyles['note']}>Select one for its timeline, two to compare
            them.</p>}
          <ReplayTable replays={list.replays} chosen={chosen} zone={state.zone} onChoose={choose}
            onForget={(id) => { choose(id, false); forget.mutate(id); }} />
        </>
      )}
      <Chosen ids={chosen} zone={state.zone} />
    </Fold>
  );
}
