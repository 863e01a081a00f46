import { Button, NativeSelect, NumberInput, Progress } from '@mantine/core';
import { useState } from 'react';
import type { Capture, CaptureKind, Target } from '../../../server/api/contract.ts';
import { useCapture, useStartCapture } from '../../api/queries.ts';
import { middleCut } from '../../charts/flameNames.ts';
import styles from './Profiles.module.css';

const KINDS: { value: CaptureKind; label: string }[] = [
  { value: 'cpu', label: 'CPU' }, { value: 'heap', label: 'heap (in use and allocated)' }, { value: 'allocs', label: 'allocs (since start)' },
  { value: 'goroutine', label: 'goroutine' }, { value: 'mutex', label: 'mutex' }, { value: 'block', label: 'block' }, { value: 'threadcreate', label: 'threadcreate' },
];
const DEFAULT_SECONDS = 10;
const MAX_SECONDS = 300;

interface CaptureBarProps { target: Target; onOpen: (profileId: string) => void }

/** Takes a profile of the target; says how far it is and why it failed. Recordings have no process to ask. */
export function CaptureBar({ target, onOpen }: CaptureBarProps) {
  const [kind, setKind] = useState<CaptureKind>('cpu');
  const [seconds, setSeconds] = useState(DEFAULT_SECONDS);
  const [captureIds, setCaptureIds] = useState<string[]>([]);
  const start = useStartCapture(target.name);
  if (target.url === null) {
    return <p className={styles.note}>{middleCut(target.name, 60)} is a recording; choose a live target above to take profiles of it.</p>;
  }
  const isDown = target.state === 'down';
  const take = (): void => start.mutate({ kind, at: 'now', ...(kind === 'cpu' ? { seconds } : {}) }, {
    onSuccess: (capture) => setCaptureIds((old) => [capture.id, ...old.filter((id) => id !== capture.id)].slice(0, 5)),
  });
  return (
    <div className={styles.capture}>
      <div className={styles.bar}>
        <NativeSelect size="xs" label="capture" data={KINDS} value={kind} onChange={(event) => {
          const chosen = KINDS.find((known) => known.value === event.currentTarget.value);
          if (chosen) setKind(chosen.value);
        }} />
        {kind === 'cpu' && <NumberInput size="xs" label="seconds" min={1} max={MAX_SECONDS} clampBehavior="strict" allowDecimal={false} value={seconds}
          onChange={(value) => { if (typeof value === 'number' && value >= 1) setSeconds(value); }} w={84} />}
        <Button size="xs" loading={start.isPending} disabled={isDown} onClick={take}>Take profile of {middleCut(target.name, 28)}</Button>
        {isDown && <span className={styles.note}>The target is down.</span>}
      </div>
      {start.error && <p className={styles.failed} role="alert">{start.error.message}</p>}
      {captureIds.map((id) => <CaptureLine key={id} id={id} onOpen={onOpen} />)}
    </div>
  );
}

function CaptureLine({ id, onOpen }: { id: string; onOpen: (profileId: string) => void }) {
  const { data: capture, error } = useCapture(id);
  if (error) return <p className={styles.failed} role="alert">{error.message}</p>;
  if (!capture) return null;
  const { profileId } = capture;
  const percent = Math.round((capture.progressRatio ?? 0) * 100);
  return (
    <div className={styles.captureLine} role="status">
      <span>{captureWords(capture)}</span>
      {capture.state === 'running' && <Progress value={percent} aria-label={`${capture.kind} profile`} className={styles.progress} />}
      {capture.state === 'failed' && <span className={styles.failed}>{middleCut(capture.error ?? 'The target gave no reason.', 400)}</span>}
      {capture.state === 'done' && profileId !== null && <Button size="compact-xs" variant="light" onClick={() => onOpen(profileId)}>Open</Button>}
    </div>
  );
}

function captureWords(capture: Capture): string {
  switch (capture.state) {
    case 'waiting': return capture.at === 'next-compaction' ? `${capture.kind} profile waits for the next compaction` : `${capture.kind} profile waits`;
    case 'running': return capture.kind === 'cpu' ? `CPU profile runs, ${Math.round((capture.progressRatio ?? 0) * capture.seconds)} of ${capture.seconds} s` : `${capture.kind} profile runs`;
    case 'done': return `${capture.kind} profile taken`;
    case 'failed': return `${capture.kind} profile failed:`;
  }
}
