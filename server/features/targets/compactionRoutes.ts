import { Router } from 'express';
import type { TargetRouteDeps } from './targetParts.ts';
import { MAX_OVERLAP } from '../../../core/contract/questions/targetRoutes.ts';
import { badData, notFound } from '../../kernel/http/errors.ts';
import { serveResult } from '../../kernel/http/route.ts';
import { windowQuery } from './answers/askedWindow.ts';
import { readUploads } from '../../kernel/http/uploads.ts';

export function compactionRoutes(deps: TargetRouteDeps): Router {
  const router = Router();

  serveResult(router, 'GET /herd/compaction', async ({ query }) => {
    const known = await deps.targets.list();
    const targets = (
      query.targets ?? known.filter(({ recorded }) => recorded !== null).slice(0, MAX_OVERLAP).map(({ name }) => name)
    ).map((name) => {
      const target = known.find((one) => one.name === name);
      if (target === undefined)
        throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
      return target;
    });
    return deps.data.compactionHerd(targets.map((target) => windowQuery(deps, query, target)));
  });

  serveResult(router, 'POST /logs/compaction', async ({ query: { target: name } }, _res, req) => {
    if (name !== undefined && await deps.targets.find(name) === undefined)
      throw notFound(`There is no target "${name}"; omit "target" to read the log on its own.`);
    const [log, ...others] = await readUploads(req, 'log');
    if (log === undefined || others.length > 0) throw badData('Send one log as the body.');
    return deps.data.compactionLog(log.bytes, name ?? null);
  });

  return router;
}
