import type { CompactionPanel, Target } from '../../../core/contract/contract.ts';
import { formatClock, formatSeconds } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { countdownText } from '../../../core/views/compaction/compactionView.ts';
import { useNow } from '../../ui/useNow.ts';
import { CaptureButton } from '../shared/CaptureButton.tsx';
import styles from './compaction.module.css';

/** Duration that covers a head compaction of a busy server without too much idle time on a small one. */
const CAPTURE_SECONDS = 15;

/** Countdown to the next head compaction, and a CPU profile scheduled for it; nothing for a recording. */
export function NextCompaction({ next, target, zone }: {
  next: CompactionPanel['next']; target: Target | null; zone: Zone;
}) {
  const now = useNow(1_000);
  if (target === null || target.url === null) return null;
  const unavailable = target.state === 'down' ? 'The target does not answer.'
    : target.state !== 'up' ? `The target is ${target.state}.`
    : next === null ? 'Too few compactions to forecast the next one.' : null;
  return (
    <span className={styles['next']}>
      {next !== null && target.state === 'up' && <span title={`At ${formatClock(next.time, zone)}, ± `
        + `${formatSeconds(next.errorSeconds)}; ${next.basis}`}>next <b>{countdownText(next, now)}</b></span>}
      <CaptureButton target={target.name} label="Book CPU profile" unavailable={unavailable}
        request={{ kind: 'cpu', seconds: CAPTURE_SECONDS, at: 'next-compaction' }} />
    </span>
  );
}
