import { Router } from 'express';
import type { Target } from '../../../core/contract/contract.ts';
import { badData, notFound } from '../../kernel/http/errors.ts';
import { serveData, serveResult } from '../../kernel/http/route.ts';
import { readUploads } from '../../kernel/http/uploads.ts';
import type { ReplayHistory } from './answers/replayHistory.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';

export interface ReplayRouteDeps { targets: Pick<TargetDirectory, 'find'>; replays: ReplayHistory }

export function replayRoutes(deps: ReplayRouteDeps): Router {
  const router = Router();

  serveData(router, 'GET /replays', async ({ query: { target: name, budget: budgetMs } }) => {
    const target = await targetOf(deps, name);
    if (budgetMs !== undefined && target === null) throw badData('"budget" needs the "target" whose start it is for.');
    return deps.replays.list(target, budgetMs === undefined ? null : budgetMs / 1000);
  });

  serveResult(router, 'POST /replays', async ({ query }, _res, req) => {
    const target = await targetOf(deps, query.target);
    const [log, ...others] = await readUploads(req, 'log');
    if (log === undefined || others.length > 0)
      throw badData('Send one log: as the body, or as the only part of a form, named "log".');
    const name = query.name ?? log.name;
    return deps.replays.openLog(log.bytes, name.slice(0, 300), target?.name ?? null);
  });

  serveData(router, 'GET /replays/{id}', ({ path: { id } }) => {
    const replay = deps.replays.get(id);
    if (replay === undefined)
      throw notFound(`There is no replay "${id.slice(0, 64)}"; GET /api/v1/replays lists what there is.`);
    return replay;
  });

  serveResult(router, 'DELETE /replays/{id}', ({ path }) => deps.replays.remove(path.id));

  return router;
}

async function targetOf(deps: ReplayRouteDeps, name: string | undefined): Promise<Target | null> {
  if (name === undefined) return null;
  const target = await deps.targets.find(name);
  if (target === undefined)
    throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
  return target;
}
