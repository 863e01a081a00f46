import { Button } from '@mantine/core';
import type { Capture, Target } from '../../../core/contract/contract.ts';
import { useCaptures, useStartCapture } from '../../api/queries.ts';
import { cutMiddle, formatClock, formatRatio } from '../../../core/text/format.ts';
import { Link } from '../../ui/Link.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from '../shared/panel.module.css';

/** Covers a head compaction of a busy server without too much idle time on a small one. */
const captureSeconds = 15;

function captureWords(capture: Capture, zone: Zone): string {
  switch (capture.state) {
    case 'waiting': return 'Waiting for the next compaction. The capture starts even if this page is closed.';
    case 'running': return `Running, ${formatRatio(Math.floor((capture.progressRatio ?? 0) * 100) / 100)} captured.`;
    case 'done': return `Captured${capture.startTime === null ? '' : ` at ${formatClock(capture.startTime, zone)}`}.`;
    case 'failed': return `Failed: ${cutMiddle(capture.error ?? 'the target gave no reason', 300)}`;
  }
}

/**
 * Schedules a CPU profile of the next compaction and shows the state of the last one. The server waits for it, not this
 * page.
 */
export function CaptureAtCompaction({ target, hasNext }: { target: Target; hasNext: boolean }) {
  const { state, href } = useUrlState();
  const start = useStartCapture(target.name);
  const captures = useCaptures(target.name);
  const last = captures.data?.find(({ at }) => at === 'next-compaction');
  const isPending = last?.state === 'waiting' || last?.state === 'running';
  return (
    <div className={styles['action']}>
      <Button size="xs" variant="default" loading={start.isPending}
        disabled={isPending || !hasNext || target.state === 'down'}
        onClick={() => start.mutate({ kind: 'cpu', seconds: captureSeconds, at: 'next-compaction' })}>
        Capture a CPU profile of the next compaction
      </Button>
      <span className={styles['note']} role="status">
        {start.error !== null ? start.error.message : last === undefined ? (
          hasNext ? `${captureSeconds} s of CPU from its start.`
            : 'Not available: too few compactions to forecast the next one.'
        ) : captureWords(last, state.zone)}
        {last?.state === 'done' && last.profileId !== null && <> <Link
          href={href({ page: 'profiles', profile: last.profileId, sampleType: null, filters: {}, search: '' })}>Open
          the profile</Link></>}
      </span>
    </div>
  );
}
