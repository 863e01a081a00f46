import type { Failure, Result } from '../../../core/result.ts';

/** Etag of an object as answered, quotes included; opaque. */
export type Etag = string;

export interface StoredObject { bytes: Uint8Array; etag: Etag }

/** `ifNoneMatch`: writes only if the key has no object. `ifMatch`: replaces only the object with this etag. */
export type PutCondition = { ifNoneMatch: true } | { ifMatch: Etag };

/** `refused`: the condition does not hold, so nothing was written. */
export type PutAnswer = { kind: 'stored'; etag: Etag } | { kind: 'refused' };

/**
 * Objects by key below one prefix of a bucket. A write is visible to every reader at once. Each call is one request and
 * ends within `timeoutMs`. Errors: `forbidden` for wrong credentials or missing rights, `too_large` for an object
 * beyond `maxBytes`, `timeout` and `target_error` if the store does not answer as it should; the message is one
 * sentence. A put that fails may have been carried out: read the key before a retry.
 */
export interface ObjectStore {
  /** Reads an object. null: none. `same`: it still has the etag in `ifNoneMatch`. */
  get(key: string, options?: GetOptions): Promise<Result<StoredObject | 'same' | null>>;
  put(key: string, bytes: Uint8Array, condition?: PutCondition): Promise<Result<PutAnswer>>;
  /** Deletes an object; no error if there is none. */
  delete(key: string): Promise<Result<null>>;
  close(): void;
}

/** `maxBytes`: largest object to read, default 64 MiB. */
export interface GetOptions { maxBytes?: number; ifNoneMatch?: Etag }

/** Returns whether the error is temporary, or ends with a corrected configuration: the object itself is fine. */
export function isPassing({ errorType }: Failure): boolean {
  return errorType === 'timeout' || errorType === 'target_error' || errorType === 'forbidden';
}
