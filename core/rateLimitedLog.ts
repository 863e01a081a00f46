/** Keeps a log short where the same happens again and again: of each key, only the first in a while counts. */
export class FirstInAWhile {
  private static readonly MOST = 10_000;
  private readonly lastMs = new Map<string, number>();

  /** Whether `key` did not happen in the last `forMs`; of more than 10,000 keys the oldest are forgotten. */
  isFirst(key: string, nowMs: number, forMs: number): boolean {
    const before = this.lastMs.get(key);
    if (before !== undefined && nowMs - before < forMs) return false;
    this.lastMs.delete(key);
    this.lastMs.set(key, nowMs);
    const [oldest] = this.lastMs.keys();
    if (this.lastMs.size > FirstInAWhile.MOST && oldest !== undefined) this.lastMs.delete(oldest);
    return true;
  }
}
