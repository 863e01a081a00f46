/** What a capture is asked for with, and who goes first. */
import { randomUUID } from 'node:crypto';
import type { Capture, CaptureKind, CaptureReason, TakenInReplay } from '../../../../core/contract/contract.ts';

export interface CaptureOrder {
  target: string;
  kind: CaptureKind;
  seconds: number;
  gc: boolean;
  /** Of goroutines: as a dump, with wait times. */
  waits?: true;
  reason: CaptureReason;
  /** The address of who asked for it; absent: tsdbscope itself. */
  client?: string;
  /** For those taken automatically during a replay. */
  replay?: TakenInReplay;
}

/** Taken all the time: the next one comes soon, so they end where another of their kind is wanted. */
const YIELDING: readonly CaptureReason['how'][] = ['continuous', 'baseline'];

/** The stated reason of each profile of a bundle of everything, which can be taken again. */
export const PART = 'Part of everything at once.';

export function yieldsTo(running: CaptureReason, asked: CaptureReason): boolean {
  if (running.sentence === PART && asked.how === 'triggered') return true;
  return YIELDING.includes(running.how) && !YIELDING.includes(asked.how);
}

/** As it is listed before it starts. */
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
