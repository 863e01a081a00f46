/** CPU time of one thread, as Linux counts it: excludes waiting for a core or a disk. */
import { readFileSync, readlinkSync } from 'node:fs';

/** Returns the kernel's ID of the calling thread; null if the kernel does not report it (not Linux). */
export function ownThread(): string | null {
  try {
    return /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Returns the CPU time of a thread of this process; null if it has ended or the kernel does not count. */
export function threadWorkMs(thread: string): number | null {
  try {
    // Format: "time on a core, time waiting for a core, timeslices", in ns.
    const ns = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return Number.isFinite(ns) ? ns / 1e6 : null;
  } catch {
    return null;
  }
}
