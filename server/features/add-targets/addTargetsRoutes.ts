import { Router } from 'express';
import { withoutPassword } from '../../kernel/config/targetUrl.ts';
import { sendData, valueOf } from '../../kernel/http/errors.ts';
import { accessOf, actsOn } from '../../kernel/http/guard.ts';
import { serve } from '../../kernel/http/route.ts';
import type { AddedTargets } from './addedTargets.ts';

const MAX_AUDITED_LETTERS = 300;

export function addTargetsRoutes(added: AddedTargets): Router {
  const router = Router();

  serve(router, 'POST /targets', async ({ body }, res) => {
    // The text before an @ may be a password.
    actsOn(res, { url: withoutPassword(body.url).slice(0, MAX_AUDITED_LETTERS) });
    sendData(res, { target: valueOf(await added.add({ ...body, by: accessOf(res).user })) }, 201);
  });

  serve(router, 'GET /added-targets', (_, res) => {
    sendData(res, added.view());
  });

  serve(router, 'DELETE /added-targets/{target}', async ({ path }, res) => {
    sendData(res, valueOf(await added.remove(path.target)));
  });

  return router;
}
