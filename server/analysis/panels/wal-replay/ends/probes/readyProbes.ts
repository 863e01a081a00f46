/** Remembers when a component of Thanos became ready, whose start has no line of a storage that it opens. */
import type { LogLine } from '../../../../logs/readLog.ts';

const PROBE = 'changing probe status';
/** What a component logs first: an earlier probe is that of the process before it. */
const BEGINS = /^(?:maxprocs: |loading bucket configuration\b)/;

/** Returns whether a message is of a probe, or of the beginning of a process that has one. */
export const isProbeMessage = (message: string): boolean => message === PROBE || BEGINS.test(message);

export class ReadyProbes {
  private readonly ready = new Map<string, LogLine>();

  /** Takes a line that `isProbeMessage` accepts; a probe that fails again belongs to the end of the process. */
  take(line: LogLine): void {
    if (line.message !== PROBE) this.ready.delete(line.of);
    else if (line.fields.status === 'ready') this.ready.set(line.of, line);
  }

  /** Returns, once, the line with which the process of this end became ready; null if none is seen. */
  takeReady({ of, timeMs }: LogLine): LogLine | null {
    const line = this.ready.get(of);
    this.ready.delete(of);
    return line === undefined || line.timeMs > timeMs ? null : line;
  }
}
