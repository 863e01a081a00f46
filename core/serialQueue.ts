/**
 * Runs asynchronous tasks one after another, in the given order. A failure reaches its caller and does not delay
 * others.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when all tasks added so far have ended, successfully or not. */
  async settled(): Promise<void> {
    await this.last;
  }
}
