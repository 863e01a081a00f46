import { Router } from 'express';
import type { ApiDeps } from '../http/deps.ts';
import { badData, notFound, sendData, valueOf } from '../http/errors.ts';
import { text } from '../http/queryParameters.ts';
import { windowQuery } from './targetRoutes.ts';
import { readUploads } from '../http/uploads.ts';

/** More curves than this on one axis cannot be told apart. */
const MAX_HERD = 24;

export function compactionRoutes(deps: ApiDeps): Router {
  const router = Router();

  router.get('/herd/compaction', async (req, res) => {
    const known = await deps.targets.list();
    const asked = text(req, 'targets', 5000)?.split(',').filter((name) => name !== '');
    if (asked !== undefined && asked.length > MAX_HERD) throw badData(`"targets" names ${asked.length}; at most ${MAX_HERD} fit on one axis.`);
    const targets = (asked ?? known.filter(({ recorded }) => recorded !== null).slice(0, MAX_HERD).map(({ name }) => name)).map((name) => {
      const target = known.find((one) => one.name === name);
      if (target === undefined) throw notFound(`There is no target "${name.slice(0, 100)}"; GET /api/v1/targets lists what there is.`);
      return target;
    });
    sendData(res, valueOf(await deps.data.compactionHerd(targets.map((target) => windowQuery(deps, req, target)))));
  });

  router.post('/logs/compaction', async (req, res) => {
    const name = text(req, 'target', 200);
    if (name !== undefined && await deps.targets.find(name) === undefined) throw notFound(`There is no target "${name}"; leave "target" out to read the log by itself.`);
    const [log, ...others] = await readUploads(req, 'log');
    if (log === undefined || others.length > 0) throw badData('Send one log as the body.');
    sendData(res, valueOf(await deps.data.compactionLog(log.bytes, name ?? null)));
  });

  return router;
}
