/**
 * V8 collects what is worth it, and keeps unused compiled code, caches and half-empty pages until memory is short. A
 * process that runs for weeks beside others gives them back now and then.
 */
import { Session } from 'node:inspector';
import type { Cancel, Clock } from '../../../core/time/clock.ts';

/** The thread stands still meanwhile: 30 ms for the recorder's 25 MB, 0.1 s where the machine is busy. */
const EVERY_MS = 3_600_000;

/** Collects the heap of this thread now, as a start leaves 8 MB, and once an hour. Returns how to end it. */
export function collectFullyEachHour(clock: Pick<Clock, 'background'>, failed: (error: unknown) => void): Cancel {
  const collect = (): void => { collectFully().catch(failed); };
  collect();
  return clock.background.every(EVERY_MS, collect);
}

/** As when the system is short of memory. Nothing where Node was built without an inspector, which alone can ask. */
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
