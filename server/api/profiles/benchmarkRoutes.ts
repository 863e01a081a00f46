/** `go test -bench` outputs, or two of GNU time, compared; nothing is kept. */
import express, { Router } from 'express';
import type { ApiDeps } from '../http/deps.ts';
import { sendResult } from '../http/errors.ts';
import { holdBody } from '../http/requestMemoryBudget.ts';

const MAX_BODY = 16 * 2 ** 20;

export function benchmarkRoutes({ benchmarks }: Pick<ApiDeps, 'benchmarks'>): Router {
  const router = Router();
  // Whatever the type says: `curl -d` calls its JSON a form. The worker reads it: 16 MiB of JSON take a while.
  router.post('/benchmarks', holdBody(MAX_BODY), express.raw({ limit: MAX_BODY, type: () => true }), async (req, res) => {
    const body: unknown = req.body;
    sendResult(res, await benchmarks(body instanceof Uint8Array ? body : new Uint8Array()));
  });
  return router;
}
