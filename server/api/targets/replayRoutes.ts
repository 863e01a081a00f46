import { Router } from 'express';
import type { Target } from '../../../core/contract/contract.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, notFound, sendData, valueOf } from '../http/errors.ts';
import { durationMs, text } from '../http/queryParameters.ts';
import { readUploads } from '../http/uploads.ts';

export function replayRoutes(deps: ApiDeps): Router {
  const router = Router();

  router.get('/replays', async (req, res) => {
    const target = await targetOf(deps, text(req, 'target', 200));
    const budgetMs = durationMs(req, 'budget');
    if (budgetMs !== undefined && target === null) throw badData('"budget" needs the "target" whose start it is for.');
    sendData(res, await deps.replays.list(target, budgetMs === undefined ? null : budgetMs / 1000));
  });

  router.post('/replays', async (req, res) => {
    const target = await targetOf(deps, text(req, 'target', 200));
    const [log, ...others] = await readUploads(req, 'log');
    if (log === undefined || others.length > 0) throw badData('Send one log: as the body, or as the only part of a form, named "log".');
    const name = text(req, 'name', 300) ?? log.name;
    sendData(res, valueOf(await deps.replays.openLog(log.bytes, name.slice(0, 300), target?.name ?? null)), 201);
  });

  router.get('/replays/:id', (req, res) => {
    const replay = deps.replays.get(req.params.id);
    if (replay === undefined) throw notFound(`There is no replay "${req.params.id.slice(0, 64)}"; GET /api/v1/replays lists what there is.`);
    sendData(res, replay);
  });

  router.delete('/replays/:id', async (req, res) => {
    sendData(res, valueOf(await deps.replays.remove(req.params.id)));
  });

  return router;
}

async function targetOf(deps: ApiDeps, name: string | undefined): Promise<Target | null> {
  if (name === undefined) return null;
  const target = await deps.targets.find(name);
  if (target === undefined) throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
  return target;
}
