/**
 * Caches answers as JSON text by query. A profile's id is the hash of its content, so a query with ids always has the
 * same answer, and answers stay valid until they are evicted.
 */
import { okJson, type Result } from '../../../../core/result.ts';
import { ByteBoundedCache } from '../../../kernel/threads/byteBoundedCache.ts';

const BYTES_PER_UNIT = 2;

export class AnswerCache {
  private readonly kept: ByteBoundedCache<Uint8Array>;
  /** Running queries: an identical query meanwhile gets the same answer. */
  private readonly underway = new Map<string, Promise<Result<unknown>>>();

  constructor(maxBytes: number) { this.kept = new ByteBoundedCache(maxBytes); }

  /** Failures and answers that are not JSON text are not cached. */
  async answer<T>(question: object, make: () => Promise<Result<T>>): Promise<Result<T>> {
    const key = JSON.stringify(question);
    const json = this.kept.get(key);
    if (json !== undefined) return okJson<T>(json);
    const underway = this.underway.get(key);
    if (underway !== undefined) return underway as Promise<Result<T>>;
    const asked = make();
    this.underway.set(key, asked);
    try {
      const result = await asked;
      if (result.ok && result.json !== undefined)
        this.kept.put(key, result.json, result.json.length + BYTES_PER_UNIT * key.length);
      return result;
    } finally {
      this.underway.delete(key);
    }
  }

  /** Drops the answers about a removed profile. */
  forget(id: string): void {
    this.kept.removeWhere((key) => key.includes(id));
  }
}
