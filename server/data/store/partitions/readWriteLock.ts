/**
 * Many readers or one writer, first come, first served. Reads of a target share the lock; changes of its files (cutting
 * the head, sealing, deleting, setting a corrupt file aside) hold it exclusively.
 */
export class ReadWriteLock {
  private readers = 0;
  private writing = false;
  private readonly waiting: { write: boolean; start: () => void }[] = [];

  async shared<T>(work: () => Promise<T>): Promise<T> {
    await this.enter(false);
    try {
      return await work();
    } finally {
      this.readers--;
      this.admit();
    }
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    await this.enter(true);
    try {
      return await work();
    } finally {
      this.writing = false;
      this.admit();
    }
  }

  private enter(write: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ write, start: resolve });
      this.admit();
    });
  }

  private admit(): void {
    for (;;) {
      const first = this.waiting[0];
      if (!first || this.writing || (first.write && this.readers > 0)) return;
      this.waiting.shift();
      if (first.write) this.writing = true;
      else this.readers++;
      first.start();
    }
  }
}
