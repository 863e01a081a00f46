import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Failure, Result } from '../../../core/result.ts';
import type { Envelope, ErrorType } from '../../../core/contract/contract.ts';
import { log } from '../logging/log.ts';
import { requestIdOf } from './requestId.ts';

/** HTTP status of each error type. */
export const STATUS_OF: Record<ErrorType, number> = {
  bad_data: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  gone: 410,
  busy: 409,
  too_large: 413,
  unprofilable: 422,
  internal: 500,
  unavailable: 503,
  target_error: 502,
  timeout: 504,
  disk_full: 507,
};

/** Delay before retrying a request refused as busy. */
export const RETRY_SECONDS = '3';

/** Thrown while a request is read; the error handler of app.ts turns it into the envelope. */
export class RequestError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export function badData(message: string): RequestError {
  return new RequestError({ errorType: 'bad_data', message });
}

export function notFound(message: string): RequestError {
  return new RequestError({ errorType: 'not_found', message });
}

/** Returns the value, or throws the failure as a RequestError. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RequestError(result.error);
}

export function sendData(res: Response, data: unknown, status = 200): void {
  res.status(status).json({ status: 'success', data } satisfies Envelope<unknown>);
}

/** Sends a value that came as JSON text unchanged; throws a failure like `valueOf`. */
export function sendResult(res: Response, result: Result<unknown>, status = 200): void {
  if (!result.ok || result.json === undefined) {
    sendData(res, valueOf(result), status);
    return;
  }
  res.status(status).type('json');
  res.write('{"status":"success","data":');
  res.write(result.json);
  res.end('}');
}

/**
 * Pipes a stream into the answer and ends it with `after`. Cuts the answer off if the stream fails: the status is
 * already sent, and the reader must not take a partial answer for a complete one.
 */
export async function sendStream(res: Response, stream: Readable, after = ''): Promise<void> {
  try {
    await pipeline(stream, res, { end: false });
    res.end(after);
  } catch (error) {
    if (!res.destroyed) log.warn('An answer was cut off.', { request_id: requestIdOf(res), error });
    res.destroy();
  }
}

export function sendFailure(res: Response, failure: Failure, retrySeconds = RETRY_SECONDS): void {
  if (failure.errorType === 'busy' || failure.errorType === 'unavailable') res.setHeader('Retry-After', retrySeconds);
  res.status(STATUS_OF[failure.errorType]).json(failureEnvelope(failure, res));
}

export function failureEnvelope(failure: Failure, res: Response): Envelope<never> {
  const requestId = requestIdOf(res);
  return {
    status: 'error', errorType: failure.errorType, error: failure.message, ...(requestId && { requestId }),
  };
}
