import { Router } from 'express';
import { serveData } from '../../kernel/http/route.ts';
import type { TargetManager } from './targetManager.ts';

/** Routes for the discovery jobs and their targets. */
export function discoveryRoutes(watching: Pick<TargetManager, 'jobs'>): Router {
  const router = Router();
  serveData(router, 'GET /discovery', () => watching.jobs());
  return router;
}
