import type { WalReplayPanel } from '../../../core/contract/contract.ts';
import type { ReplayBar } from '../../../core/views/wal-replay/replayBar.ts';
import { progressText } from '../../../core/views/wal-replay/walReplayView.ts';
import { PhaseTimeline } from './PhaseTimeline.tsx';
import styles from './PhaseTimeline.module.css';

const percent = (ratio: number): string => `${ratio * 100}%`;

/**
 * The start on one axis: phases so far, the forecast interval of its end, and the deadline of the startup probe. Omits
 * the time left, because the headline has it for a different moment.
 */
export function StartBar({ panel, bar, eta }: { panel: WalReplayPanel; bar: ReplayBar; eta: string }) {
  const { expected, deadline } = bar;
  const text = progressText(panel);
  const isReplaying = panel.state === 'replaying';
  return (
    <section className={styles['start']} aria-label="Progress">
      <div className={styles['track']} data-picture="">
        <div style={{ width: percent(bar.doneTo) }}><PhaseTimeline phases={bar.phases} /></div>
        {expected !== null && <span className={styles['expected']} title={expected.text}
          style={{ left: percent(expected.from), width: percent(expected.to - expected.from) }} />}
        {deadline !== null && deadline.at !== null && <span className={styles['deadline']} title={deadline.text}
          style={{ left: percent(deadline.at) }} />}
      </div>
      {isReplaying && (
        <div className={styles['progress']} role="progressbar" aria-label="WAL replay" aria-valuemin={0}
          aria-valuemax={100} aria-valuetext={`${text}; ${eta}`}
          aria-valuenow={panel.progressRatio === null ? undefined : Math.floor(panel.progressRatio * 100)}>
          <div className={styles['done']} style={{ width: percent(bar.doneTo) }} />
        </div>
      )}
      {(isReplaying || deadline !== null) && (
        <p className={styles['legend']}>
          {isReplaying && <b>{text}</b>}
          {deadline !== null && <span data-exceeded={deadline.isExceeded || undefined}>{deadline.text}
            {deadline.at === null && ', beyond this bar'}</span>}
        </p>
      )}
    </section>
  );
}
