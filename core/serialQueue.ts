/**
 * Runs asynchronous work one piece after the other, in the order given. A failure reaches the caller and delays
 * nobody else.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when everything given so far has ended, well or not. */
  async settled(): Promise<void> {
    await this.last;
  }
}
