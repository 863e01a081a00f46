/** Limits repeated log entries: counts only the first occurrence of each key within an interval. */
export class FirstInAWhile {
  private static readonly MOST = 10_000;
  private readonly lastMs = new Map<string, number>();

  /** Returns whether `key` did not occur in the last `forMs`; forgets the oldest of more than 10,000 keys. */
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
