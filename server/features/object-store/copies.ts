/** Copies in the data folder of what the bucket has: the ones that were not used for longest go beyond a bound. */

/** In use by a worker thread for at most so long after it was asked for. */
const IN_USE_MS = 60_000;

interface Copy { bytes: number; usedMs: number; remove: () => Promise<void> }

export class Copies {
  private readonly copies = new Map<string, Copy>();
  private sum = 0;

  constructor(private readonly maxBytes: number, private readonly now: () => number) {}

  get bytes(): number {
    return this.sum;
  }

  /** Of one that the bucket has. `usedMs`: now without it. */
  add(id: string, bytes: number, remove: () => Promise<void>, usedMs = this.now()): void {
    this.forget(id);
    this.copies.set(id, { bytes, usedMs, remove });
    this.sum += bytes;
  }

  used(id: string): void {
    const copy = this.copies.get(id);
    if (copy !== undefined) copy.usedMs = this.now();
  }

  /** It is gone, or the bucket does not have it as it is here. */
  forget(id: string): void {
    this.sum -= this.copies.get(id)?.bytes ?? 0;
    this.copies.delete(id);
  }

  /** Rejects where the folder refuses. */
  async trim(): Promise<void> {
    if (this.sum <= this.maxBytes) return;
    const oldest = [...this.copies].sort(([, a], [, b]) => a.usedMs - b.usedMs);
    for (const [id, { usedMs, remove }] of oldest) {
      if (this.sum <= this.maxBytes || usedMs > this.now() - IN_USE_MS) return;
      this.forget(id);
      await remove();
    }
  }
}
