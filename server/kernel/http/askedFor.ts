import type { RequestHandler } from 'express';
import { ClientDisconnected, runInContext } from '../threads/requestContext.ts';

/** All that a request starts runs on behalf of its client, and ends when the client leaves. Goes before all routes. */
export const runInClientContext: RequestHandler = (req, res, next) => {
  const leaving = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort(new ClientDisconnected('The client closed the connection.'));
  });
  runInContext({ client: req.ip ?? '', signal: leaving.signal }, next);
};
