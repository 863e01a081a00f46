/** Routes for sharing a diff: Markdown for a pull request, or one HTML file. */
import { Router } from 'express';
import type { ProfileNeeds } from './profileNeeds.ts';
import { valueOf } from '../../kernel/http/errors.ts';
import { serve } from '../../kernel/http/route.ts';
import { withFirstPace } from './firstPace.ts';
import { profileQuery } from './profileQuery.ts';

export function profileReportRoutes({ profiles }: ProfileNeeds): Router {
  const router = Router();

  serve(router, 'GET /diff/report.md', async ({ query }, res) => {
    const report = valueOf(await profiles.diffReport('md', await withFirstPace(profiles, profileQuery(query))));
    res.attachment('diff.md').type('text/markdown').send(report);
  });

  // Sent as a download, because pages of this server may not run inline scripts.
  serve(router, 'GET /diff/report.html', async ({ query }, res) => {
    const report = valueOf(await profiles.diffReport('html', await withFirstPace(profiles, profileQuery(query))));
    res.attachment('diff.html').type('text/html').send(report);
  });

  return router;
}
