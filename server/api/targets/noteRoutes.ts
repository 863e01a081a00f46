import express, { Router, type Request } from 'express';
import type { ApiDeps } from '../http/deps.ts';
import { badData, sendData, valueOf } from '../http/errors.ts';
import { timeMs, wholeNumber } from '../http/queryParameters.ts';
import { postmortemRoutes } from './postmortemRoutes.ts';
import { findTarget } from './targetRoutes.ts';

/** A text of 4 kB may be thrice that as JSON escapes. */
const MAX_BODY = '64kb';

export function noteRoutes(deps: ApiDeps): Router {
  const router = Router();
  const json = express.json({ limit: MAX_BODY, type: () => true });

  router.get('/targets/:target/notes', async (req, res) => {
    const target = await findTarget(deps, req);
    sendData(res, deps.notes.list(target.name, ...windowSeconds(req)));
  });

  router.post('/targets/:target/notes', json, async (req, res) => {
    const target = await findTarget(deps, req);
    sendData(res, valueOf(await deps.notes.add(target.name, req.body as unknown, deps.now())), 201);
  });

  router.patch('/targets/:target/notes/:id', json, async (req, res) => {
    const target = await findTarget(deps, req);
    const body = req.body as unknown;
    const revision = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['revision'] : undefined;
    if (!Number.isSafeInteger(revision)) throw badData('"revision" is missing; give that of the note the change was made on, so that nobody else\'s change is lost.');
    sendData(res, valueOf(await deps.notes.change(target.name, req.params.id, body, { revision: Number(revision), nowMs: deps.now() })));
  });

  router.delete('/targets/:target/notes/:id', async (req, res) => {
    const target = await findTarget(deps, req);
    const revision = wholeNumber(req, 'revision', Number.MAX_SAFE_INTEGER);
    if (revision === undefined) throw badData('"revision" is missing; give that of the note as you saw it, so that nobody else\'s change is lost.');
    sendData(res, valueOf(await deps.notes.remove(target.name, req.params.id, revision)));
  });

  router.post('/targets/:target/notes/:id/restore', async (req, res) => {
    const target = await findTarget(deps, req);
    sendData(res, valueOf(await deps.notes.restore(target.name, req.params.id, deps.now())));
  });

  router.use(postmortemRoutes(deps));
  return router;
}

function windowSeconds(req: Request): [start: number, end: number] {
  const startMs = timeMs(req, 'start') ?? -Infinity;
  const endMs = timeMs(req, 'end') ?? Infinity;
  if (endMs < startMs) throw badData('"end" must not be earlier than "start".');
  return [startMs / 1000, endMs / 1000];
}
