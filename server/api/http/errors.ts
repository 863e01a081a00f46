import type { Response } from 'express';
import type { Failure, Result } from '../../../core/result.ts';
import type { Envelope, ErrorType } from '../../../core/contract/contract.ts';

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
  target_error: 502,
  timeout: 504,
};

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

/** The value, or the failure as a thrown RequestError. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RequestError(result.error);
}

export function sendData(res: Response, data: unknown, status = 200): void {
  res.status(status).json({ status: 'success', data } satisfies Envelope<unknown>);
}

/** Sends a value that came as JSON text as it is; throws a failure, as `valueOf`. */
export function sendResult(res: Response, result: Result<unknown>): void {
  if (!result.ok || result.json === undefined) {
    sendData(res, valueOf(result));
    return;
  }
  res.status(200).type('json');
  res.write('{"status":"success","data":');
  res.write(result.json);
  res.end('}');
}

export function sendFailure(res: Response, failure: Failure): void {
  res.status(STATUS_OF[failure.errorType]).json(failureEnvelope(failure));
}

export function failureEnvelope(failure: Failure): Envelope<never> {
  return { status: 'error', errorType: failure.errorType, error: failure.message };
}
