import { Router } from 'express';
import type { Target } from '../../../core/contract/contract.ts';
import { badData, notFound, sendData, valueOf } from '../../kernel/http/errors.ts';
import { serve } from '../../kernel/http/route.ts';
import { readUploads } from '../../kernel/http/uploads.ts';
import type { ReplayHistory } from './answers/replayHistory.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';

export interface ReplayRouteDeps { targets: Pick<TargetDirectory, 'find'>; replays: ReplayHistory }

export function replayRoutes(deps: ReplayRouteDeps): Router {
  const router = Router();

  serve(router, 'GET /replays', async ({ query: { target: name, budget: budgetMs } }, res) => {
    const target = await targetOf(deps, name);
    if (budgetMs !== undefined && target === null) throw badData('"budget" needs the "target" whose start it is for.');
    sendData(res, await deps.replays.list(target, budgetMs === undefined ? null : budgetMs / 1000));
  });

  serve(router, 'POST /replays', async ({ query }, res, req) => {
    const target = await targetOf(deps, query.target);
    const [log, ...others] = await readUploads(req, 'log');
    if (log === undefined || others.length > 0)
      throw badData('Send one log: as the body, or as the only part of a form, named "log".');
    const name = query.name ?? log.name;
    sendData(res, valueOf(await deps.replays.openLog(log.bytes, name.slice(0, 300), target?.name ?? null)), 201);
  });

  serve(router, 'GET /replays/{id}', ({ path: { id } }, res) => {
    const replay = deps.replays.get(id);
    if (replay === undefined)
      throw notFound(`There is no replay "${id.slice(0, 64)}"; GET /api/v1/replays lists what there is.`);
    sendData(res, replay);
  });

  serve(router, 'DELETE /replays/{id}', async ({ path }, res) => {
    sendData(res, valueOf(await deps.replays.remove(path.id)));
  });

  return router;
}

async function targetOf(deps: ReplayRouteDeps, name: string | undefined): Promise<Target | null> {
  if (name === undefined) return null;
  const target = await deps.targets.find(name);
  if (target === undefined)
    throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
  return target;
}
