import { Button } from '@mantine/core';
import type { Capture, Target } from '../../../core/contract/contract.ts';
import { useCaptures, useStartCapture } from '../../api/queries.ts';
import { cutMiddle, formatClock, formatRatio } from '../../../core/text/format.ts';
import { Link } from '../../ui/Link.tsx';
import type { Zone } from '../../../core/text/zone.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from '../shared/panel.module.css';

/** Long enough for a head compaction of a busy server, short enough not to drown a small one in quiet time. */
const captureSeconds = 15;

function captureWords(capture: Capture, zone: Zone): string {
  switch (capture.state) {
    case 'waiting': return 'Waiting: it starts by itself when the next compaction is due, with this page open or not.';
    case 'running': return `Running, ${formatRatio(Math.floor((capture.progressRatio ?? 0) * 100) / 100)} taken.`;
    case 'done': return `Taken${capture.startTime === null ? '' : ` at ${formatClock(capture.startTime, zone)}`}.`;
    case 'failed': return `Failed: ${cutMiddle(capture.error ?? 'the target gave no reason.', 300)}`;
  }
}

/**
 * Books a CPU profile for the next compaction and says how the last booking fares; it waits on the server, not on this
 * page.
 */
export function CaptureAtCompaction({ target, hasNext }: { target: Target; hasNext: boolean }) {
  const { state, href } = useUrlState();
  const start = useStartCapture(target.name);
  const captures = useCaptures(target.name);
  const last = captures.data?.find(({ at }) => at === 'next-compaction');
  const isUnderWay = last?.state === 'waiting' || last?.state === 'running';
  return (
    <div className={styles['action']}>
      <Button size="xs" variant="default" loading={start.isPending}
        disabled={isUnderWay || !hasNext || target.state === 'down'}
        onClick={() => start.mutate({ kind: 'cpu', seconds: captureSeconds, at: 'next-compaction' })}>
        Take a CPU profile at the next compaction
      </Button>
      <span className={styles['note']} role="status">
        {
          start.error !== null ? start.error.message : last === undefined ? (
            hasNext
              ? `${captureSeconds} s of CPU from the moment it starts.` : 'Too few compactions were seen to foretell the next one.'
          ) : captureWords(last, state.zone)
        }
        {
          last?.state === 'done' && last.profileId !== null && <> <Link
            href={href({ page: 'profiles', profile: last.profileId, sampleType: null, filters: {}, search: '' })}>Open
            the profile</Link></>
        }
      </span>
    </div>
  );
}
