import { Button, Checkbox, NativeSelect, NumberInput, Progress } from '@mantine/core';
import { useState } from 'react';
import type { Capture, Target } from '../../../core/contract/contract.ts';
import { useCancelCapture } from '../../api/cancelCapture.ts';
import { useCaptures, useStartCapture } from '../../api/queries.ts';
import { Segments } from '../../ui/overlay/Segments.tsx';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import {
  captureKinds, captureRequest, capturesToShow, captureWords, choiceWords, kindOf, maxCaptureSeconds, runsForSeconds,
  type CaptureChoice,
} from './captureForm.ts';
import styles from './CaptureBar.module.css';

const DEFAULT_SECONDS = 10;
const MAX_SHOWN = 5;

interface CaptureBarProps { target: Target; onOpen: (profileId: string) => void }

/** Captures profiles of the target, with progress and errors. A recording has no process to capture from. */
export function CaptureBar({ target, onOpen }: CaptureBarProps) {
  const [choice, setChoice] =
    useState<CaptureChoice>({ kind: 'cpu', isSpan: false, seconds: DEFAULT_SECONDS, gc: false });
  const [asked, setAsked] = useState<string[]>([]);
  const start = useStartCapture(target.name);
  const captures = useCaptures(target.url === null ? null : target.name);
  if (target.url === null) {
    return <p className={styles.note}>{middleCut(target.name, 60)} is a recording. Choose a live target above to capture
      profiles.</p>;
  }
  const isDown = target.state === 'down';
  const take = (): void =>
    start.mutate(captureRequest(choice), { onSuccess: ({ id }) => setAsked((old) => [id, ...old]) });
  return (
    <section className={styles.capture} aria-label={`Capture a profile of ${target.name}`}>
      <div className={styles.form}>
        <ChoiceFields choice={choice} onChoice={setChoice} />
        <Button size="xs" loading={start.isPending} disabled={isDown} onClick={take}>Capture profile
          of {middleCut(target.name, 28)}</Button>
      </div>
      <p className={styles.note}>{isDown ? 'The target is down.' : choiceWords(choice)}</p>
      {start.error && <p className={styles.failed} role="alert">{start.error.message}</p>}
      {captures.error && <p className={styles.failed} role="alert">{captures.error.message}</p>}
      {capturesToShow(captures.data ?? [], asked, MAX_SHOWN)
        .map((capture) => <CaptureLine key={capture.id} capture={capture} onOpen={onOpen} />)}
    </section>
  );
}

function ChoiceFields({ choice, onChoice }: { choice: CaptureChoice; onChoice: (choice: CaptureChoice) => void }) {
  const kind = kindOf(choice.kind);
  return (
    <>
      <NativeSelect size="xs" label="profile" data={captureKinds.map(({ value, label }) => ({ value, label }))}
        value={choice.kind} onChange={(event) => {
        const chosen = captureKinds.find(({ value }) => value === event.currentTarget.value);
        if (chosen) onChoice({ ...choice, kind: chosen.value });
      }} />
      {kind.shape === 'change' && <Segments label="time" value={choice.isSpan ? 'span' : 'whole'}
        data={
          [{ value: 'whole', label: kind.whole ?? 'current' }, { value: 'span', label: `over ${choice.seconds} s` }]
        }
        onChange={(value) => onChoice({ ...choice, isSpan: value === 'span' })} />}
      {runsForSeconds(choice) && (
        <NumberInput size="xs" label="seconds" min={1} max={maxCaptureSeconds} clampBehavior="strict"
          allowDecimal={false} w={84} value={choice.seconds}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) onChoice({ ...choice, seconds: value });
          }} />
      )}
      {kind.canCollect && <Checkbox size="xs" label="after a GC" className={styles.tick} checked={choice.gc}
        onChange={(event) => onChoice({ ...choice, gc: event.currentTarget.checked })} />}
    </>
  );
}

function CaptureLine({ capture, onOpen }: { capture: Capture; onOpen: (profileId: string) => void }) {
  const cancel = useCancelCapture();
  const { id, state, profileId } = capture;
  const isOpen = state === 'waiting' || state === 'running';
  return (
    <div className={styles.line} role="status">
      <span className={styles.words}>{captureWords(capture)}</span>
      {state === 'running' && <Progress value={Math.round((capture.progressRatio ?? 0) * 100)}
        animated={capture.seconds === 0} aria-label={`${capture.kind} profile`} className={styles.progress} />}
      {isOpen && <Button size="compact-xs" variant="subtle" loading={cancel.isPending}
        onClick={() => cancel.mutate(id)}>Cancel</Button>}
      {cancel.error && <span className={styles.failed} role="alert">{cancel.error.message}</span>}
      {state === 'failed' && capture.cancelled !== true && <span className={styles.failed}>
        {middleCut(capture.error ?? 'The target gave no reason.', 400)}</span>}
      {state === 'done' && profileId !== null && <Button size="compact-xs" variant="light"
        onClick={() => onOpen(profileId)}>Open</Button>}
      {capture.note !== null && <span className={styles.note}>{capture.note}</span>}
    </div>
  );
}
