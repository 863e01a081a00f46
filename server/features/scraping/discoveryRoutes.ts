import { Router } from 'express';
import { sendData } from '../../kernel/http/errors.ts';
import { serve } from '../../kernel/http/route.ts';
import type { TargetManager } from './targetManager.ts';

/** Routes for the discovery jobs and their targets. */
export function discoveryRoutes(watching: Pick<TargetManager, 'jobs'>): Router {
  const router = Router();
  serve(router, 'GET /discovery', (_, res) => { sendData(res, watching.jobs()); });
  return router;
}
