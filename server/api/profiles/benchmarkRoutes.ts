/** `go test -bench` outputs, or two of GNU time, compared; nothing is kept. */
import express, { Router } from 'express';
import { MAX_TEXTS_BYTES } from '../../../core/contract/questions/bodies.ts';
import type { ApiDeps } from '../http/deps.ts';
import { sendResult } from '../http/errors.ts';
import { serve } from '../http/route.ts';
import { holdBody } from '../http/requestMemoryBudget.ts';

export function benchmarkRoutes({ benchmarks }: Pick<ApiDeps, 'benchmarks'>): Router {
  const router = Router();
  // Whatever the type says: `curl -d` calls its JSON a form. The worker reads it: 16 MiB of JSON take a while.
  const reader = [holdBody(MAX_TEXTS_BYTES), express.raw({ limit: MAX_TEXTS_BYTES, type: () => true })];
  serve(router, 'POST /benchmarks', async (_, res, req) => {
    const body: unknown = req.body;
    sendResult(res, await benchmarks(body instanceof Uint8Array ? body : new Uint8Array()));
  }, reader);
  return router;
}
