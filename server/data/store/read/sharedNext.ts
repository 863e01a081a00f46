/**
 * Work of which one runs at a time. Who comes while one runs shares the next one: what runs may have looked before what
 * they want to see was there.
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
