import { Router, type Response } from 'express';
import { badData, sendData, valueOf } from '../../kernel/http/errors.ts';
import { accessOf } from '../../kernel/http/guard.ts';
import { serve } from '../../kernel/http/route.ts';
import type { NoteStore } from './noteStore.ts';

export interface NoteRouteDeps {
  notes: NoteStore;
  /** Returns the target that a request names; throws if there is none. */
  find: (name: string) => Promise<{ name: string }>;
  now: () => number;
}

export function noteRoutes(deps: NoteRouteDeps): Router {
  const router = Router();

  serve(router, 'GET /targets/{target}/notes', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    const { start: startMs = -Infinity, end: endMs = Infinity } = asked.query;
    if (endMs < startMs) throw badData('"end" must not be earlier than "start".');
    sendData(res, deps.notes.list(target.name, startMs / 1000, endMs / 1000));
  });

  serve(router, 'POST /targets/{target}/notes', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    sendData(res, valueOf(await deps.notes.add(target.name, signed(asked.body, res), deps.now())), 201);
  });

  serve(router, 'PATCH /targets/{target}/notes/{id}', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    const { revision } = asked.body;
    sendData(
      res, valueOf(await deps.notes.change(
        target.name, asked.path.id, signed(asked.body, res), { revision, nowMs: deps.now() }
      ))
    );
  });

  serve(router, 'DELETE /targets/{target}/notes/{id}', async (asked, res) => {
    const target = await deps.find(asked.path.target);
    sendData(res, valueOf(await deps.notes.remove(target.name, asked.path.id, asked.query.revision)));
  });

  serve(router, 'POST /targets/{target}/notes/{id}/restore', async ({ path }, res) => {
    const target = await deps.find(path.target);
    sendData(res, valueOf(await deps.notes.restore(target.name, path.id, deps.now())));
  });
  return router;
}

/** Sets the author to the logged-in user, or keeps the sent name if login is not required. */
function signed<T extends { author?: string | null }>(note: T, res: Response): T {
  const { user } = accessOf(res);
  return user === null ? note : { ...note, author: user };
}
