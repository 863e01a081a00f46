/** `go test -bench` outputs, or two of GNU time, compared; nothing is kept. */
import { Router } from 'express';
import type { ApiDeps } from '../http/deps.ts';
import { sendResult } from '../http/errors.ts';
import { serve } from '../http/route.ts';

export function benchmarkRoutes({ benchmarks }: Pick<ApiDeps, 'benchmarks'>): Router {
  const router = Router();
  serve(router, 'POST /benchmarks', async ({ body }, res) => { sendResult(res, await benchmarks.compare(body)); });
  return router;
}
