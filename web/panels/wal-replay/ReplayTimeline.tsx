import type { Replay } from '../../../core/contract/contract.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { cutMiddle, formatDateTime, formatValue, unknownText } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import panelStyles from '../shared/panel.module.css';
import { PhaseTable, PhaseTimeline } from './PhaseTimeline.tsx';
import styles from './replays.module.css';
import {
  memoryChart, outcomeWords, segmentsChart, segmentTimesChart, sourceWords, tookSeconds,
} from '../../../core/views/wal-replay/replayView.ts';
import { phaseBars, sinceStart } from '../../../core/views/wal-replay/walReplayView.ts';
import { onPage, render } from '../../../core/text/parts.ts';

/** A stored replay, drawn like a live one. */
export function ReplayTimeline({ replay, zone }: { replay: Replay; zone: Zone }) {
  const segments = segmentsChart([replay]);
  const times = segmentTimesChart([replay]);
  const memory = memoryChart([replay]);
  return (
    <article className={styles['replay']} aria-label={`Start at ${formatDateTime(replay.start, zone)}`}>
      <p className={styles['sentence']}>{render(replay.finding.claim, onPage(zone))}</p>
      <p className={panelStyles['note']}>
        {replay.startSeen ? 'started' : 'first seen'} {formatDateTime(replay.start, zone)} · {
          sourceWords[replay.source]
        } <span className="mono">{cutMiddle(replay.name, 48)}</span>
        {replay.target === null && ', which names no target'}{replay.version !== '' && ` · ${replay.version}`}
      </p>
      <PhaseTimeline phases={phaseBars(sinceStart(replay.phases))} />
      <dl className={panelStyles['facts']}>
        <div><dt>Duration</dt><dd>{formatValue(tookSeconds(replay), 'seconds')}<small>{outcomeWords[replay.outcome]}
          </small>
          </dd></div>
        <div><dt>Reported by the server</dt><dd>{formatValue(replay.reportedSeconds, 'seconds')}<small>replay
          only</small></dd></div>
        <div><dt>Segments</dt><dd>
          {replay.segments === null ? unknownText
            : `${replay.segments.min} to ${replay.segments.max ?? 'unknown'}`}<small>
          {replay.segments === null ? 'unknown' : `${replay.segments.loaded} loaded`}</small></dd></div>
        <div><dt>Rate</dt><dd>{formatValue(replay.segmentsPerSecond, 'segmentsPerSecond')}</dd></div>
        <div><dt>Peak memory</dt><dd>{formatValue(replay.peakRssBytes, 'bytes')}<small>
          {replay.source === 'log' ? 'not in a log' : 'resident'}</small></dd></div>
      </dl>
      {replay.notes.length > 0 && <ul className={styles['notes']}>
        {replay.notes.map((note) => <li key={note}>{cutMiddle(note, 500)}</li>)}</ul>}
      <div className={panelStyles['pair']}>
        {segments !== null && <TimeSeriesChart title="Segments loaded since the start" model={segments}
          height={190} />}
        {times !== null && <TimeSeriesChart title="Time per segment" model={times} height={190} />}
        {memory !== null && <TimeSeriesChart title="Resident memory since the start" model={memory} height={190} />}
      </div>
      <PhaseTable phases={replay.phases} zone={zone} />
    </article>
  );
}
