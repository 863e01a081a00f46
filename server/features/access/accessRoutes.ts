import { Router } from 'express';
import { sendData, valueOf } from '../../kernel/http/errors.ts';
import { accessOf } from '../../kernel/http/guard.ts';
import { serve } from '../../kernel/http/route.ts';
import type { AuditLog } from './auditLog.ts';
import type { TokenStore } from './tokenStore.ts';

/** Routes for the current user, tokens for scripts, and the audit log. */
export function accessRoutes({ tokens, audit }: { tokens: TokenStore; audit: AuditLog }): Router {
  const router = Router();
  serve(router, 'GET /access', (_, res) => { sendData(res, accessOf(res)); });
  serve(router, 'GET /tokens', (_, res) => { sendData(res, tokens.list()); });
  serve(router, 'POST /tokens', async ({ body }, res) => {
    sendData(res, valueOf(await tokens.add({ ...body, createdBy: accessOf(res).user })), 201);
  });
  serve(router, 'DELETE /tokens/{id}', async ({ path }, res) => {
    sendData(res, valueOf(await tokens.revoke(path.id)));
  });
  serve(router, 'GET /audit', async ({ query }, res) => {
    sendData(res, await audit.read(query.limit, query.end === undefined ? undefined : query.end / 1000));
  });
  return router;
}
