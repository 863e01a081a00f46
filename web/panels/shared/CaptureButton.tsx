import { Button } from '@mantine/core';
import type { Capture } from '../../../core/contract/contract.ts';
import type { CaptureRequest } from '../../../core/contract/questions/bodies.ts';
import { useCaptures, useStartCapture } from '../../api/queries.ts';
import { cutMiddle, formatClock, formatRatio } from '../../../core/text/format.ts';
import { Link } from '../../ui/Link.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { openedProfile } from '../../url/otherProfile.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './panel.module.css';

/** Time after which a failure is no longer news; the profiles page lists all captures with their results. */
const FAILURE_SECONDS = 600;

function captureWords(capture: Capture, zone: Zone): string {
  switch (capture.state) {
    case 'waiting': return capture.startTime === null ? 'Booked.'
      : `Booked for ${formatClock(capture.startTime, zone)}.`;
    case 'running': return `Running, ${formatRatio(Math.floor((capture.progressRatio ?? 0) * 100) / 100)} captured.`;
    case 'done': return `Captured${capture.startTime === null ? '' : ` at ${formatClock(capture.startTime, zone)}`}.`;
    case 'failed': return `Failed: ${cutMiddle(capture.error ?? 'the target gave no reason', 300)}`;
  }
}

interface CaptureButtonProps {
  target: string;
  request: CaptureRequest & { at: 'now' | 'next-compaction' | 'next-evaluation' };
  label: string;
  /** Why it cannot be taken; null if it can. */
  unavailable: string | null;
}

/**
 * Takes or schedules a profile, and shows the state of the last one of its kind. The server takes it, not this page.
 */
export function CaptureButton({ target, request, label, unavailable }: CaptureButtonProps) {
  const { state, href } = useUrlState();
  const start = useStartCapture(target);
  const last = useCaptures(target).data?.find(({ at, kind, group }) => (
    at === request.at && kind === request.kind && group === (request.group ?? undefined)
  ));
  const now = useNow(60_000);
  const isPending = last?.state === 'waiting' || last?.state === 'running';
  const isOver = last?.state === 'failed' && now - (last.endTime ?? last.startTime ?? 0) > FAILURE_SECONDS;
  const words = start.error?.message
    ?? (last === undefined || isOver ? unavailable : captureWords(last, state.zone));
  return (
    <span className={styles['action']}>
      <Button size="compact-xs" variant="default" loading={start.isPending}
        disabled={isPending || unavailable !== null} onClick={() => start.mutate(request)}>{label}</Button>
      <span role="status">{words}{last?.state === 'done' && last.profileId !== null && <> <Link
        href={href(openedProfile(last.profileId))}>Open the profile</Link></>}</span>
    </span>
  );
}
