/**
 * V8 collects only what is worth it, and keeps unused compiled code, caches and half-empty pages until memory is short.
 * A process that runs for weeks next to others frees them regularly.
 */
import { Session } from 'node:inspector';
import type { Cancel, Clock } from '../../../core/time/clock.ts';

/** Each collection blocks the thread: 30 ms for the recorder's 25 MB, 0.1 s on a busy machine. */
const EVERY_MS = 3_600_000;

/** Collects this thread's heap now, because startup leaves 8 MB of garbage, and once an hour. Returns how to end it. */
export function collectFullyEachHour(clock: Pick<Clock, 'background'>, failed: (error: unknown) => void): Cancel {
  const collect = (): void => { collectFully().catch(failed); };
  collect();
  return clock.background.every(EVERY_MS, collect);
}

/**
 * Collects as V8 does when the system is short of memory. Does nothing if Node was built without an inspector, which it
 * needs.
 */
export async function collectFully(): Promise<void> {
  if (!process.features.inspector) return;
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  } finally {
    session.disconnect();
  }
}
