import { Router } from 'express';
import { withoutPassword } from '../../kernel/config/targetUrl.ts';
import { valueOf } from '../../kernel/http/errors.ts';
import { accessOf, actsOn } from '../../kernel/http/guard.ts';
import { serveData, serveResult } from '../../kernel/http/route.ts';
import type { AddedTargets } from './addedTargets.ts';

const MAX_AUDITED_LETTERS = 300;

export function addTargetsRoutes(added: AddedTargets): Router {
  const router = Router();

  serveData(router, 'POST /targets', async ({ body }, res) => {
    // The text before an @ may be a password.
    actsOn(res, { url: withoutPassword(body.url).slice(0, MAX_AUDITED_LETTERS) });
    return { target: valueOf(await added.add({ ...body, by: accessOf(res).user })) };
  });

  serveData(router, 'GET /added-targets', () => added.view());
  serveResult(router, 'DELETE /added-targets/{target}', ({ path }) => added.remove(path.target));

  return router;
}
