/**
 * Expected failures are data: target down, unreadable profile, unlike sample types. A bug throws.
 * `message` is one clear sentence: what is wrong, where, what to do.
 */
import type { ErrorType } from './contract/contract.ts';

export interface Failure { errorType: ErrorType; message: string }

/** `json`: the value as JSON text in UTF-8, where it came as that. */
export type Result<T> = { ok: true; value: T; json?: Uint8Array } | { ok: false; error: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/**
 * A value that another thread gave as JSON text. It is read when somebody looks at `value`, so a large one that is
 * only sent on never has to be built here.
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

/** What was thrown, in one line for a person. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
}

/** Why a file could not be written: `disk_full` also where a quota is used up. */
export function writeErrorType(error: unknown): ErrorType {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? 'disk_full' : 'internal';
}
