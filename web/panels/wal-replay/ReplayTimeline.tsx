import type { Replay } from '../../../core/contract/contract.ts';
import { TimeSeriesChart } from '../../charts/time/TimeSeriesChart.tsx';
import { cutMiddle, formatDateTime, formatValue } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import panelStyles from '../shared/panel.module.css';
import { PhaseTable, PhaseTimeline } from './PhaseTimeline.tsx';
import styles from './replays.module.css';
import {
  memoryChart, outcomeWords, segmentsChart, segmentTimesChart, sourceWords, tookSeconds,
} from '../../../core/views/wal-replay/replayView.ts';
import { phaseBars, sinceStart } from '../../../core/views/wal-replay/walReplayView.ts';
import { onPage, render } from '../../../core/text/parts.ts';

/** Figures of a start, without those that have no value. */
function Facts({ replay }: { replay: Replay }) {
  const { reportedSeconds, segments, segmentsPerSecond, peakRssBytes } = replay;
  return (
    <dl className={panelStyles['facts']}>
      <div><dt>Duration</dt><dd>{formatValue(tookSeconds(replay), 'seconds')}<small>{outcomeWords(replay)}</small>
        </dd></div>
      {reportedSeconds !== null && <div><dt>Reported by the server</dt><dd>{formatValue(reportedSeconds, 'seconds')}
        <small>replay only</small></dd></div>}
      {segments !== null && <div><dt>Segments</dt><dd>{`${segments.min} to ${segments.max ?? 'unknown'}`}
        <small>{segments.loaded} loaded</small></dd></div>}
      {segmentsPerSecond !== null && <div><dt>Rate</dt><dd>{formatValue(segmentsPerSecond, 'segmentsPerSecond')}</dd>
        </div>}
      {peakRssBytes !== null && <div><dt>Peak memory</dt><dd>{formatValue(peakRssBytes, 'bytes')}
        <small>resident</small></dd></div>}
    </dl>
  );
}

/** A stored replay, drawn like a live one. `said`: the claim of the page, which is not repeated. */
export function ReplayTimeline({ replay, zone, said = '' }: { replay: Replay; zone: Zone; said?: string }) {
  const claim = render(replay.finding.claim, onPage(zone));
  const segments = segmentsChart([replay]);
  const times = segmentTimesChart([replay]);
  const memory = memoryChart([replay]);
  return (
    <article className={styles['replay']} aria-label={`Start at ${formatDateTime(replay.start, zone)}`}>
      {claim !== said && <p className={styles['sentence']}>{claim}</p>}
      <p className={panelStyles['note']}>
        {replay.startSeen ? 'started' : 'first seen'} {formatDateTime(replay.start, zone)}
        {said === '' && <> · {sourceWords[replay.source]} <span className="mono">{cutMiddle(replay.name, 48)}</span>
          {replay.target === null && ', which names no target'}</>}{replay.version !== '' && ` · ${replay.version}`}
      </p>
      <PhaseTimeline phases={phaseBars(sinceStart(replay.phases))} />
      <Facts replay={replay} />
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
