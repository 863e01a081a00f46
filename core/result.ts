/**
 * Expected failures as data: target down, unreadable profile, different sample types. A bug throws. `message` is one
 * clear sentence: what is wrong, where, what to do.
 */
import type { ErrorType } from './contract/contract.ts';

export interface Failure { errorType: ErrorType; message: string }

/** Result of an operation. `json`: the value as JSON text in UTF-8, if received in that form. */
export type Result<T> = { ok: true; value: T; json?: Uint8Array } | { ok: false; error: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/**
 * Returns a value received from another thread as JSON text. Parses it when `value` is first read, so a large one that
 * is only forwarded is never parsed here.
 */
export function okJson<T>(json: Uint8Array): { ok: true; readonly value: T; json: Uint8Array } {
  let read: { value: T } | null = null;
  return {
    ok: true, json,
    get value(): T {
      read ??= { value: JSON.parse(new TextDecoder().decode(json)) as T };
      return read.value;
    },
  };
}

export function fail(errorType: ErrorType, message: string): { ok: false; error: Failure } {
  return { ok: false, error: { errorType, message } };
}

/** Returns the first line of what was thrown. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
}

/** Returns the error type of a failed write: `disk_full` also for an exhausted quota. */
export function writeErrorType(error: unknown): ErrorType {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? 'disk_full' : 'internal';
}
