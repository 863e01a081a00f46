import { Router } from 'express';
import { accessOf } from '../../kernel/http/guard.ts';
import { serveData, serveResult } from '../../kernel/http/route.ts';
import type { AuditLog } from './auditLog.ts';
import type { TokenStore } from './tokenStore.ts';

/** Routes for the current user, tokens for scripts, and the audit log. */
export function accessRoutes({ tokens, audit }: { tokens: TokenStore; audit: AuditLog }): Router {
  const router = Router();
  serveData(router, 'GET /access', (_, res) => accessOf(res));
  serveData(router, 'GET /tokens', () => tokens.list());
  serveResult(router, 'POST /tokens', ({ body }, res) => tokens.add({ ...body, createdBy: accessOf(res).user }));
  serveResult(router, 'DELETE /tokens/{id}', ({ path }) => tokens.revoke(path.id));
  serveData(router, 'GET /audit', ({ query }) => (
    audit.read(query.limit, query.end === undefined ? undefined : query.end / 1000)
  ));
  return router;
}
