import type { Failure, Result } from '../../../core/result.ts';

/** `text`: of the object as it was answered, quotes included; opaque. */
export type Etag = string;

export interface StoredObject { bytes: Uint8Array; etag: Etag }

/** `ifNoneMatch`: only where there is no object of the key. `ifMatch`: only over the object that has this etag. */
export type PutCondition = { ifNoneMatch: true } | { ifMatch: Etag };

/** `refused`: the condition does not hold, and nothing is written. */
export type PutAnswer = { kind: 'stored'; etag: Etag } | { kind: 'refused' };

/**
 * Objects by key below one prefix of a bucket. What is written is seen by every reader from then on. Each call is one
 * request and ends within `timeoutMs`. Errors: `forbidden` where credentials or rights are at fault, `too_large` for an
 * object beyond `maxBytes`, `timeout` and `target_error` where the store does not answer as it should; the message is
 * one sentence. A put that fails may have been carried out: read the key before it is tried again.
 */
export interface ObjectStore {
  /** null: there is none. `same`: it still has the etag that the caller knows. */
  get(key: string, options?: GetOptions): Promise<Result<StoredObject | 'same' | null>>;
  put(key: string, bytes: Uint8Array, condition?: PutCondition): Promise<Result<PutAnswer>>;
  /** No error where there is none. */
  delete(key: string): Promise<Result<null>>;
  close(): void;
}

/** `maxBytes`: of the object, 64 MiB without it. */
export interface GetOptions { maxBytes?: number; ifNoneMatch?: Etag }

/** It goes by itself, or once somebody corrects the configuration; the object itself is not at fault. */
export function isPassing({ errorType }: Failure): boolean {
  return errorType === 'timeout' || errorType === 'target_error' || errorType === 'forbidden';
}
