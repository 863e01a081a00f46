/** Values by key, the least recently used out first, bounded by the bytes they take. */
export class ByteBoundedCache<V> {
  /** A Map keeps its order of insertion: the first is the one not used for longest. */
  private readonly entries = new Map<string, { value: V; bytes: number }>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number { return this.total; }

  get(key: string): V | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.value;
  }

  /** Replaces the key's value. A value larger than the limit is not kept. */
  put(key: string, value: V, bytes: number): void {
    this.remove(key);
    if (bytes > this.maxBytes) return;
    this.entries.set(key, { value, bytes });
    this.total += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.maxBytes) break;
      this.remove(oldest);
    }
  }

  removeWhere(goes: (key: string) => boolean): void {
    for (const key of this.entries.keys()) if (goes(key)) this.remove(key);
  }

  private remove(key: string): void {
    this.total -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
