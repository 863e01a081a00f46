import type { RequestHandler } from 'express';
import { AskerLeft, onBehalfOf } from '../threads/asker.ts';

/** All that a request starts runs on behalf of its client, and ends when the client leaves. Goes before all routes. */
export const onBehalfOfClient: RequestHandler = (req, res, next) => {
  const leaving = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort(new AskerLeft('The client closed the connection.'));
  });
  onBehalfOf({ client: req.ip ?? '', signal: leaving.signal }, next);
};
