/** The ID of a request, in its answer and in the log. */
import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** IDs safe for a log line and a header. */
const SAFE = /^[\w.:/+=-]{1,128}$/;
const OWN_BYTES = 8;

/** Uses the `X-Request-Id` of a client or proxy if it is safe to repeat, else generates one. Goes before all routes. */
export const withRequestId: RequestHandler = (req, res, next) => {
  const asked = req.get('x-request-id');
  const id = asked !== undefined && SAFE.test(asked) ? asked : randomBytes(OWN_BYTES).toString('hex');
  res.setHeader('X-Request-Id', id);
  next();
};

/** Returns the ID, or undefined if the request did not pass withRequestId. */
export function requestIdOf(res: Response): string | undefined {
  const id = res.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : undefined;
}
