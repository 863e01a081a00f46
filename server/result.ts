/**
 * Expected failures are data: target down, unreadable profile, unlike sample types. A bug throws.
 * `message` is one clear sentence: what is wrong, where, what to do.
 */
import type { ErrorType } from './api/contract.ts';

export interface Failure { errorType: ErrorType; message: string }

export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(errorType: ErrorType, message: string): { ok: false; error: Failure } {
  return { ok: false, error: { errorType, message } };
}
