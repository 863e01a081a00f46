/** What a request is called in its answer and in the log. */
import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** One that a log line and a header take as it is. */
const SAFE = /^[\w.:/+=-]{1,128}$/;
const OWN_BYTES = 8;

/** Takes the `X-Request-Id` of a client or proxy where it is safe to repeat, else makes one. Goes before all routes. */
export const withRequestId: RequestHandler = (req, res, next) => {
  const asked = req.get('x-request-id');
  const id = asked !== undefined && SAFE.test(asked) ? asked : randomBytes(OWN_BYTES).toString('hex');
  res.setHeader('X-Request-Id', id);
  next();
};

/** Undefined where no request passed withRequestId. */
export function requestIdOf(res: Response): string | undefined {
  const id = res.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : undefined;
}
