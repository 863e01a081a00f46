import { formatSeconds } from '../../../core/text/format.ts';
import type { Cancel, Clock } from '../../../core/time/clock.ts';

interface WatchdogOptions {
  ask: () => Promise<unknown>;
  everyMs: number;
  maxTicks: number;
  hangs: (reason: string) => void;
  clock: Pick<Clock, 'background'>;
}

/**
 * Detects a hanging thread: no call may block it for minutes. Counts ticks of this side, so that a machine that slept,
 * or a program that was stopped, does not count as a hang.
 */
export class Watchdog {
  private cancel: Cancel | null = null;
  /** Ticks since the unanswered question. */
  private waited = 0;
  private asking = false;

  constructor(private readonly options: WatchdogOptions) {}

  /** Asks at once, and then at every interval. */
  start(): void {
    this.stop();
    const { clock, everyMs } = this.options;
    this.cancel = clock.background.every(everyMs, () => { this.tick(); });
    this.tick();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.asking = false;
    this.waited = 0;
  }

  private tick(): void {
    if (this.asking) {
      this.waited += 1;
      const { everyMs, maxTicks } = this.options;
      if (this.waited < maxTicks) return;
      this.stop();
      this.options.hangs(`it answered nothing for ${formatSeconds((everyMs * maxTicks) / 1000)}`);
      return;
    }
    this.asking = true;
    this.waited = 0;
    const answered = (): void => { this.asking = false; };
    this.options.ask().then(answered, answered);
  }
}
