import { Router } from 'express';
import type { TargetRouteDeps } from './targetParts.ts';
import { serve } from '../../kernel/http/route.ts';
import { findTarget } from './answers/askedTarget.ts';

const HEARTBEAT_MS = 15_000;

/**
 * Server-sent events of one target (LiveEvents of the contract). A comment every 15 s keeps proxies from closing it.
 */
export function liveRoutes(deps: TargetRouteDeps): Router {
  const router = Router();
  serve(router, 'GET /targets/{target}/live', async ({ path }, res, req) => {
    const target = await findTarget(deps, path.target);
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // A HEAD request has no events to wait for.
      Connection: req.method === 'HEAD' ? 'close' : 'keep-alive',
      'X-Accel-Buffering': 'no',
    });
    if (req.method === 'HEAD') {
      res.end();
      return;
    }
    res.write('retry: 1000\n\n');
    const end = deps.live.subscribe(target.name, (name, data) => {
      // Skips events while a slow client's buffer is full, so that it does not grow without limit.
      if (!res.writableNeedDrain) res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    });
    const endHeartbeat = deps.clock.every(HEARTBEAT_MS, () => { res.write(': still here\n\n'); });
    req.on('close', () => {
      endHeartbeat();
      end();
    });
  });
  return router;
}
