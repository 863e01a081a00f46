import type { Replay } from '../../../core/contract/contract.ts';
import { useProfiles } from '../../api/queries.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { cutMiddle, formatDateTime, formatValue } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { Link } from '../../ui/Link.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { openedDiff } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import panelStyles from '../shared/panel.module.css';
import { PhaseTimeline } from './PhaseTimeline.tsx';
import styles from './replays.module.css';
import {
  compareRows, compareSentence, diffLinks, memoryChart, outcomeWords, profilesOf, segmentsChart, segmentTimesChart,
  sourceWords, startPhases, type CompareRow,
} from '../../../core/views/wal-replay/replayView.ts';
import { phaseBars } from '../../../core/views/wal-replay/walReplayView.ts';

const columns: Column<CompareRow>[] = [
  { key: 'name', head: 'figure', render: (row) => row.name },
  { key: 'before', head: 'A', align: 'right', noWrap: true, render: (row) => formatValue(row.before, row.unit) },
  { key: 'after', head: 'B', align: 'right', noWrap: true, render: (row) => formatValue(row.after, row.unit) },
  { key: 'change', head: 'B vs A', align: 'right', noWrap: true, render: (row) => row.change },
];

/** One of the two starts, its bar in proportion to the longer one. */
function Side({ letter, replay, share, zone }: { letter: string; replay: Replay; share: number; zone: Zone }) {
  return (
    <div className={styles['side']}>
      <p><b>{letter}</b> {replay.version || 'version unknown'} · {formatDateTime(replay.start, zone)} · {
        sourceWords[replay.source]
      } <span className="mono">{cutMiddle(replay.name, 40)}</span> · {outcomeWords(replay)}</p>
      <div style={{ width: `${Math.max(8, share * 100)}%` }}><PhaseTimeline
        phases={phaseBars(startPhases(replay.phases))} /></div>
    </div>
  );
}

/** Links to the diff of each profile type captured during both starts. */
function ProfileDiffs({ before, after }: { before: Replay; after: Replay }) {
  const { href } = useUrlState();
  const profiles = useProfiles().data ?? [];
  const [left, right] = [profilesOf(before, profiles), profilesOf(after, profiles)];
  const links = diffLinks(left, right);
  if (links.length === 0) {
    const without = left.length === 0 && right.length === 0 ? 'Neither start has' : left.length === 0 ? 'A has no'
      : right.length === 0 ? 'B has no' : null;
    return <p className={panelStyles['note']}>{
      without === null ? 'The two starts have no profile type in common.'
        : `${without} profiles to compare. tsdbscope captures profiles while it scrapes a target that starts.`
    }</p>;
  }
  return (
    <ul className={styles['links']} aria-label="Diffs of the profiles">
      {links.map((link) => (
        <li key={`${link.kind}-${link.moment}`}><Link href={href(openedDiff([link.before], [link.after]))}>Diff of
          {' '}{link.kind} profiles: {link.moment}</Link></li>
      ))}
    </ul>
  );
}

/** Compares two starts, A the earlier one: phases on one scale, totals, rates, memory, profiles. */
export function ReplayCompare({ replays, zone }: { replays: readonly [Replay, Replay]; zone: Zone }) {
  const [before, after] = replays[0].start <= replays[1].start ? replays : [replays[1], replays[0]];
  const lengths = [
    before, after,
  ].map(({ phases }) => startPhases(phases).reduce((sum, { durationSeconds }) => sum + durationSeconds, 0));
  const longest = Math.max(...lengths, 1e-3);
  const both = [before, after] as const;
  const charts = [
    { title: 'Segments loaded since the start', model: segmentsChart(both) },
    { title: 'Resident memory since the start', model: memoryChart(both) },
    { title: 'Time per segment', model: segmentTimesChart(both) },
  ];
  return (
    <article className={styles['replay']} aria-label="Two starts compared">
      <p className={styles['sentence']}>{compareSentence(before, after)}</p>
      <Side letter="A" replay={before} share={(lengths[0] ?? 0) / longest} zone={zone} />
      <Side letter="B" replay={after} share={(lengths[1] ?? 0) / longest} zone={zone} />
      <ProfileDiffs before={before} after={after} />
      <div className={styles['figures']}><DataTable caption="Two starts compared" columns={columns}
        rows={compareRows(before, after)} rowKey={(row) => row.key} /></div>
      <div className={panelStyles['pair']}>{
        charts.map(({ title, model }) => model !== null && <TimeSeriesChart key={title} title={title} model={model}
          height={190} />)
      }</div>
    </article>
  );
}
