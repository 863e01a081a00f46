/** Measures the CPU time of storing a scrape. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Steps } from '../../../../core/steps.ts';

/**
 * Lower bound of parsing and storing, about 10 times below any real rate: time beyond it is a GC pause or a page fault
 * that happened to coincide.
 */
const MIN_BYTES_PER_SECOND = 256 * 1024;

/** Clocks in ms. `cpuMs`: CPU time of the thread; null = not known, then the elapsed time counts. */
export interface WorkClock { steadyMs: () => number; cpuMs: () => number | null }

/**
 * Runs `work` and adds the CPU seconds the thread used for it. The elapsed time is longer on a busy host: the thread
 * waits for a core in the middle of a step, which is not work for that target.
 */
export function* withWork<T extends object>(
  work: Steps<T>, bytes: number, { steadyMs, cpuMs }: WorkClock
): Steps<T & { workSeconds: number }> {
  let [passedMs, usedMs]: [number, number | null] = [0, 0];
  for (;;) {
    const [begunMs, cpuBegunMs] = [steadyMs(), cpuMs()];
    const step = work.next();
    passedMs += steadyMs() - begunMs;
    const cpuEndMs = cpuMs();
    usedMs = usedMs === null || cpuBegunMs === null || cpuEndMs === null ? null : usedMs + cpuEndMs - cpuBegunMs;
    // Summed before they are compared: the kernel advances its count by several milliseconds at once.
    if (step.done === true) {
      const seconds = Math.max(0, Math.min(passedMs, usedMs ?? passedMs)) / 1000;
      return { ...step.value, workSeconds: Math.min(seconds, bytes / MIN_BYTES_PER_SECOND) };
    }
    yield;
  }
}

/** Processor time of this thread; the file stays open, because it is read twice per scrape. */
export class ThreadCpu {
  private readonly file: number | null;
  private readonly read = Buffer.alloc(64);

  constructor() {
    this.file = openStatistics();
  }

  readonly nowMs = (): number | null => {
    if (this.file === null) return null;
    try {
      // The file has "time on a core, time waiting for one, number of runs", times in ns.
      const length = readSync(this.file, this.read, 0, this.read.length, 0);
      const ns = Number(this.read.toString('latin1', 0, length).split(' ', 1)[0]);
      return Number.isFinite(ns) ? ns / 1e6 : null;
    } catch {
      return null;
    }
  };

  close(): void {
    if (this.file !== null) closeSync(this.file);
  }
}

/** Opens the scheduler statistics of the calling thread; null where there are none. */
function openStatistics(): number | null {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
}
