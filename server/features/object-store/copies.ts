/** Local copies of the bucket's objects; beyond a size limit, the least recently used are removed. */

/** Longest time a worker thread uses a copy after requesting it. */
const IN_USE_MS = 60_000;

interface Copy { bytes: number; usedMs: number; remove: () => Promise<void> }

export class Copies {
  private readonly copies = new Map<string, Copy>();
  private sum = 0;

  constructor(private readonly maxBytes: number, private readonly now: () => number) {}

  get bytes(): number {
    return this.sum;
  }

  /** Adds a copy of an object in the bucket. `usedMs`: default now. */
  add(id: string, bytes: number, remove: () => Promise<void>, usedMs = this.now()): void {
    this.forget(id);
    this.copies.set(id, { bytes, usedMs, remove });
    this.sum += bytes;
  }

  used(id: string): void {
    const copy = this.copies.get(id);
    if (copy !== undefined) copy.usedMs = this.now();
  }

  /** Stops counting a copy that is gone, or that differs from the bucket's object. */
  forget(id: string): void {
    this.sum -= this.copies.get(id)?.bytes ?? 0;
    this.copies.delete(id);
  }

  /** Removes copies beyond the limit; rejects if the folder refuses. */
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
