import { Router } from 'express';
import { sendData } from '../../kernel/http/errors.ts';
import { serve } from '../../kernel/http/route.ts';
import { handoverOf, type HandoverParts } from './handover.ts';
import { handoverMarkdown } from './handoverText.ts';

export function handoverRoutes(parts: HandoverParts): Router {
  const router = Router();

  serve(router, 'GET /handover', async ({ query }, res) => {
    sendData(res, await handoverOf(parts, query));
  });

  serve(router, 'GET /handover.md', async ({ query }, res) => {
    const text = handoverMarkdown(await handoverOf(parts, query));
    res.set('Content-Disposition', 'inline; filename="handover.md"').type('text/markdown').send(text);
  });
  return router;
}
