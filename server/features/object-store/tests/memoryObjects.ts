import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { ObjectStore } from '../objectStore.ts';

/** A bucket in memory, which several stores share; each store of it may be cut off. */
export class MemoryBucket {
  readonly objects = new Map<string, Uint8Array>();
  readonly requests: string[] = [];

  store(): ObjectStore & { isReachable: boolean; losesAnswers: boolean } {
    const { objects, requests } = this;
    const asked = <T>(what: string, work: () => T): Promise<Result<T>> => {
      requests.push(what);
      return Promise.resolve(store.isReachable ? ok(work()) : fail('target_error', 'The store cannot be reached.'));
    };
    const store: ReturnType<MemoryBucket['store']> = {
      isReachable: true,
      losesAnswers: false,
      get: (key, { ifNoneMatch } = {}) => asked(`GET ${key}`, () => {
        const bytes = objects.get(key);
        if (bytes === undefined) return null;
        return etagOf(bytes) === ifNoneMatch ? 'same' : { bytes, etag: etagOf(bytes) };
      }),
      put: async (key, bytes, condition) => {
        const answer = await asked(`PUT ${key}`, () => {
          const before = objects.get(key);
          const isRefused = condition !== undefined && ('ifMatch' in condition
            ? before === undefined || etagOf(before) !== condition.ifMatch : before !== undefined);
          if (isRefused) return { kind: 'refused' as const };
          objects.set(key, Uint8Array.from(bytes));
          return { kind: 'stored' as const, etag: etagOf(bytes) };
        });
        return store.losesAnswers ? fail('timeout', 'The store does not answer in time.') : answer;
      },
      delete: (key) => asked(`DELETE ${key}`, () => { objects.delete(key); return null; }),
      close: () => undefined,
    };
    return store;
  }

  keys(prefix: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
