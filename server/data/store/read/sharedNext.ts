/**
 * Runs one instance of some work at a time. Calls during a run share the next one: the running one may have read its
 * data before the caller's change.
 */
export class SharedNext<T> {
  private running: Promise<T> | null = null;
  private next: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  run(): Promise<T> {
    if (this.running === null) return this.start();
    this.next ??= this.running.then(() => this.start(), () => this.start());
    return this.next;
  }

  private start(): Promise<T> {
    const started = this.work();
    this.running = started;
    this.next = null;
    const done = (): void => { if (this.running === started) this.running = null; };
    started.then(done, done);
    return started;
  }
}
