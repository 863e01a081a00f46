/** The parameters of a capture, and the priorities between captures. */
import { randomUUID } from 'node:crypto';
import type { Capture, CaptureKind, CaptureReason, TakenInReplay } from '../../../../core/contract/contract.ts';

export interface CaptureOrder {
  target: string;
  kind: CaptureKind;
  seconds: number;
  gc: boolean;
  /** Takes goroutines as a dump, with wait times. */
  waits?: true;
  reason: CaptureReason;
  /** Address of the client that requested it; absent: tsdbscope itself. */
  client?: string;
  /** Set if taken automatically during a replay. */
  replay?: TakenInReplay;
}

/** Captures taken continuously: they end early for another of their kind, because the next one comes soon. */
const YIELDING: readonly CaptureReason['how'][] = ['continuous', 'baseline'];

/** Reason of each profile in a bundle of everything, which can be taken again. */
export const PART = 'Part of everything at once.';

export function yieldsTo(running: CaptureReason, asked: CaptureReason): boolean {
  if (running.sentence === PART && asked.how === 'triggered') return true;
  return YIELDING.includes(running.how) && !YIELDING.includes(asked.how);
}

/** Returns the capture as listed before it starts. */
export function newCapture(
  order: CaptureOrder, when: Pick<Capture, 'at' | 'everySeconds' | 'startTime' | 'state'>
): Capture {
  const { target, kind, seconds, gc, waits, reason, client = null } = order;
  return {
    id: randomUUID(), target, kind, seconds, gc, ...(waits === undefined ? {} : { waits }), reason, client, ...when,
    delta: null, endTime: null, progressRatio: null, profileId: null, sizeBytes: null, note: null, error: null,
    errorType: null,
  };
}

export function isOpen({ state }: Capture): boolean {
  return state === 'running' || state === 'waiting';
}
