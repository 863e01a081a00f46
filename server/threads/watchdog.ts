/**
 * Detects a thread that hangs: no call may block it for minutes. Time is counted in ticks of this side, so that a
 * machine that slept, or a program that was stopped, does not count as a hang.
 */
export class Watchdog {
  private timer: NodeJS.Timeout | null = null;
  /** Ticks since the question that is not answered yet. */
  private waited = 0;
  private asking = false;

  constructor(
    private readonly options: { ask: () => Promise<unknown>; everyMs: number; maxTicks: number; hangs: () => void }
  ) {}

  /** Asks at once, and then at every interval. */
  start(): void {
    this.stop();
    this.timer = setInterval(() => { this.tick(); }, this.options.everyMs);
    this.timer.unref();
    this.tick();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.asking = false;
    this.waited = 0;
  }

  private tick(): void {
    if (this.asking) {
      this.waited += 1;
      if (this.waited < this.options.maxTicks) return;
      this.stop();
      this.options.hangs();
      return;
    }
    this.asking = true;
    this.waited = 0;
    const answered = (): void => { this.asking = false; };
    this.options.ask().then(answered, answered);
  }
}
