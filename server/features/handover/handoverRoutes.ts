import { Router } from 'express';
import { serve, serveData } from '../../kernel/http/route.ts';
import { handoverOf, type HandoverParts } from './handover.ts';
import { handoverMarkdown } from './handoverText.ts';

export function handoverRoutes(parts: HandoverParts): Router {
  const router = Router();

  serveData(router, 'GET /handover', ({ query }) => handoverOf(parts, query));

  serve(router, 'GET /handover.md', async ({ query }, res) => {
    const text = handoverMarkdown(await handoverOf(parts, query));
    res.set('Content-Disposition', 'inline; filename="handover.md"').type('text/markdown').send(text);
  });
  return router;
}
