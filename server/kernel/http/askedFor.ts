import type { RequestHandler } from 'express';
import { ClientDisconnected, runInContext } from '../threads/requestContext.ts';

/**
 * Runs all work of a request in its client's context; aborts it when the client disconnects. Goes before all routes.
 */
export const runInClientContext: RequestHandler = (req, res, next) => {
  const leaving = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort(new ClientDisconnected('The client closed the connection.'));
  });
  runInContext({ client: req.ip ?? '', signal: leaving.signal }, next);
};
