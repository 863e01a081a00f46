/** Cache bounded by the bytes of its values; evicts the least recently used first. */
export class ByteBoundedCache<V> {
  /** A Map keeps insertion order: its first entry is the least recently used. */
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

  /** Replaces the key's value. Does not keep a value larger than the limit. */
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
