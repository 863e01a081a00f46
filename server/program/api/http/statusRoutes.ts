import { Router } from 'express';
import type { SelfStatus, ServerStatus } from '../../../../core/contract/contract.ts';
import type { ApiDeps } from './deps.ts';
import { RequestError } from '../../../kernel/http/errors.ts';
import { accessOf } from '../../../kernel/http/guard.ts';
import { ownMetricRows } from './ownMetricRows.ts';
import { serve, serveData, serveResult } from '../../../kernel/http/route.ts';
import { identityOf } from '../../../kernel/files/wholeFile.ts';

export function statusRoutes(deps: ApiDeps): Router {
  const router = Router();
  serveData(router, 'GET /status', async (_, res): Promise<ServerStatus> => ({
    version: deps.version,
    startTime: deps.startTimeMs / 1000,
    demo: deps.demo(),
    access: accessOf(res),
    storage: await deps.data.status(),
    ...deps.features.status(),
  }));
  serveData(router, 'GET /self', () => selfStatus(deps));
  return router;
}

/** Sums both kinds of requests: a target is queried either for its rules and scrapes, or for its queries. */
function readingsOf({ trains, queryLists }: ApiDeps): SelfStatus['readings'] {
  const [own, lists] = [trains.cost(), queryLists.cost()];
  return {
    requests: own.requests + lists.requests, failed: own.failed + lists.failed,
    mostPerMinute: Math.max(own.mostPerMinute, lists.mostPerMinute),
  };
}

async function selfStatus(deps: ApiDeps): Promise<SelfStatus> {
  const { metrics: { scrapes }, features } = deps;
  return {
    time: deps.now() / 1000, startTime: deps.startTimeMs / 1000, version: deps.version,
    nodeVersion: process.versions.node, ...deps.cost.view(), scrapes: { ...scrapes }, readings: readingsOf(deps),
    queues: [
      { queue: 'HTTP requests and streams', running: deps.draining.size, waiting: 0 },
      ...deps.parts.load().map(({ part, running, waiting }) => ({ queue: `reader ${part}`, running, waiting })),
      ...features.queues(),
    ],
    dropped: [
      {
        what: 'scrapes', count: scrapes.skipped,
        why: 'The previous scrape was still running, or the target rests because it answers slowly.',
      },
      ...features.dropped(),
    ],
    storage: await deps.data.status(),
  };
}

async function isGone(folder: string): Promise<boolean> {
  return await identityOf(folder).catch(() => undefined) === null;
}

/** Serves tsdbscope's own health and metrics, in the formats of its targets. */
export function ownRoutes(deps: ApiDeps): Router {
  const router = Router();
  for (const key of ['GET /healthz', 'GET /-/healthy'] as const) {
    serve(router, key, (_, res) => { res.type('text/plain').send('tsdbscope is healthy.\n'); });
  }
  for (const key of ['GET /readyz', 'GET /-/ready'] as const) {
    serve(router, key, async (_, res) => {
      const [{ state, reason, faults }, isFolderGone] = await Promise.all([
        deps.data.status(), isGone(deps.config.dataDir),
      ]);
      res.status(state === 'recording' ? 200 : 503).type('text/plain');
      // Degraded counts as ready: recording continues as far as possible, and a restart would not help.
      const first = state === 'recording' ? 'tsdbscope is ready.' : `Recording is stopped: ${reason ?? 'unknown'}`;
      const wrong = faults.map(({ message }) => message);
      // The store's next pass, at most 3 s later, reports it and recreates it.
      if (isFolderGone && wrong.length === 0 && state === 'recording')
        wrong.push(`The data folder ${deps.config.dataDir} is not there; it is made anew from memory.`);
      res.send(`${[first, ...wrong.map((message) => `degraded: ${message}`)].join('\n')}\n`);
    });
  }
  serveResult(router, 'POST /-/reload', () => {
    if (!deps.config.lifecycle) throw new RequestError({
      errorType: 'forbidden',
      message: 'Reloading over HTTP is not enabled; start with --web.enable-lifecycle, or send SIGHUP.',
    });
    return deps.watching.reload();
  });
  serve(router, 'GET /metrics', async (_, res) => {
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.metrics.text(await ownMetricRows(deps)));
  });
  return router;
}
