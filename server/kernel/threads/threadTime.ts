/** Processor time of one thread, as Linux counts it: what it waited for a core, or for a disk, is not in it. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Of the thread that asks, as the kernel numbers it; null where the kernel does not say (no Linux). */
export function ownThread(): string | null {
  try {
    return /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Of a thread of this process; null where it has ended, or the kernel does not count. */
export function threadWorkMs(thread: string): number | null {
  try {
    // "time on a core, time waiting for one, turns", in ns.
    const ns = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return Number.isFinite(ns) ? ns / 1e6 : null;
  } catch {
    return null;
  }
}
