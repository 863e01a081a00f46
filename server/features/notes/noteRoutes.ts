import { Router, type Response } from 'express';
import { badData } from '../../kernel/http/errors.ts';
import { accessOf } from '../../kernel/http/guard.ts';
import { serveData, serveResult } from '../../kernel/http/route.ts';
import type { NoteStore } from './noteStore.ts';

export interface NoteRouteDeps {
  notes: NoteStore;
  /** Returns the target that a request names; throws if there is none. */
  find: (name: string) => Promise<{ name: string }>;
  now: () => number;
}

export function noteRoutes(deps: NoteRouteDeps): Router {
  const router = Router();

  serveData(router, 'GET /targets/{target}/notes', async (asked) => {
    const target = await deps.find(asked.path.target);
    const { start: startMs = -Infinity, end: endMs = Infinity } = asked.query;
    if (endMs < startMs) throw badData('"end" must not be earlier than "start".');
    return deps.notes.list(target.name, startMs / 1000, endMs / 1000);
  });

  serveResult(router, 'POST /targets/{target}/notes', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    return deps.notes.add(target.name, signed(asked.body, res), deps.now());
  });

  serveResult(router, 'PATCH /targets/{target}/notes/{id}', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    const { revision } = asked.body;
    return deps.notes.change(target.name, asked.path.id, signed(asked.body, res), { revision, nowMs: deps.now() });
  });

  serveResult(router, 'DELETE /targets/{target}/notes/{id}', async (asked) => {
    const target = await deps.find(asked.path.target);
    return deps.notes.remove(target.name, asked.path.id, asked.query.revision);
  });

  serveResult(router, 'POST /targets/{target}/notes/{id}/restore', async ({ path }) => {
    const target = await deps.find(path.target);
    return deps.notes.restore(target.name, path.id, deps.now());
  });
  return router;
}

/** Sets the author to the logged-in user, or keeps the sent name if login is not required. */
function signed<T extends { author?: string | null }>(note: T, res: Response): T {
  const { user } = accessOf(res);
  return user === null ? note : { ...note, author: user };
}
