import { join } from 'node:path';
import compression from 'compression';
import express,
  { Router, type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import { EmbedAnswers, type Ask } from '../../features/embeds/embedAnswers.ts';
import { writeErrorType, type Failure } from '../../../core/result.ts';
import { ClientDisconnected } from '../../kernel/threads/requestContext.ts';
import { runInClientContext } from '../../kernel/http/askedFor.ts';
import type { ApiDeps } from './http/deps.ts';
import { embedOpenRoutes } from './embeds/embedOpenRoutes.ts';
import { embedRoutes } from './embeds/embedRoutes.ts';
import { embedAsker } from './embeds/embedSubjects.ts';
import { failureEnvelope, RequestError, sendFailure, STATUS_OF } from '../../kernel/http/errors.ts';
import { noTrace, notFound } from './http/notFound.ts';
import { openRoutes } from './open/openRoutes.ts';
import { pageRoutes } from './pageRoutes.ts';
import { pictureRoutes } from './targets/pictureRoutes.ts';
import { withoutProxyPath } from '../../kernel/http/proxyPath.ts';
import { serve } from '../../kernel/http/route.ts';
import { requestIdOf, withRequestId } from '../../kernel/http/requestId.ts';
import { hostCheck, originCheck, securityHeaders } from '../../kernel/http/security.ts';
import { routeOf } from './http/ownMetrics.ts';
import { ownRoutes, statusRoutes } from './http/statusRoutes.ts';
import { discardRest } from '../../kernel/http/uploads.ts';
import { log } from '../../kernel/logging/log.ts';

/** Creates the HTTP application. `webDir` holds the built page. */
export function createApp(deps: ApiDeps, webDir: string, listenPort: () => number): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  const ask = embedAsker(deps);
  const answers = new EmbedAnswers(deps.embeds.store, ask, deps.now);
  app.use(
    withRequestId, deps.metrics.timeRequests, deps.draining.track, noTrace, runInClientContext,
    withoutProxyPath(deps.config)
  );
  // Before every guard: a link has its own, and a frame with a password prompt shows nothing.
  const headers = securityHeaders(deps.access.headers);
  app.use(embedOpenRoutes(deps, answers, webDir), builtFiles(webDir, headers));
  app.use(headers, hostCheck(deps.config, listenPort), deps.access.authentication, originCheck);
  app.use(ownRoutes(deps));
  app.use('/api/v1', apiRoutes(deps, answers, ask));
  app.use(pageRoutes({
    webDir, opened: () => { deps.parts.warm(); }, targets: () => deps.targets.list(), clock: deps.clock,
  }));
  app.use(notFound);
  app.use(handleError);
  return app;
}

function apiRoutes(deps: ApiDeps, answers: EmbedAnswers, ask: Ask): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  router.use(...deps.features.plainRoutes(), compression());
  serve(router, 'GET /openapi.json', async (_, res) => {
    const { openApi } = await import('./http/openapi.ts');
    res.json(openApi(deps.version));
  });
  router.use(
    // Before the target routes, for which `gc-cpu.svg` is an unknown panel.
    pictureRoutes(deps), ...deps.features.routes(), statusRoutes(deps), openRoutes(deps),
    embedRoutes(deps, answers, ask)
  );
  router.use(notFound);
  return router;
}

/**
 * Serves files with a content hash in the name, which never change. They hold no data of this server, and a wiki's
 * sandboxed frame requests them without an origin.
 */
function builtFiles(webDir: string, headers: RequestHandler): Router {
  const router = Router();
  router.use(
    '/assets', headers, openToFrames, compression(),
    express.static(join(webDir, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false })
  );
  router.get(
    '/icon.svg', headers, (_req, res) => { res.sendFile(join(webDir, 'icon.svg'), { maxAge: '1h' }); }
  );
  return router;
}

const openToFrames: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  next();
};

const handleError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  // The client has disconnected.
  if (error instanceof ClientDisconnected) return;
  // Refused during shutdown, while it was still running.
  if (res.writableEnded) return;
  if (res.headersSent) {
    next(error);
    return;
  }
  if (error instanceof RequestError) {
    if (req.complete) sendFailure(res, error.failure);
    else void sendBeforeEnd(req, res, error.failure);
    return;
  }
  const status = (error as { status?: unknown }).status;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const errorType = status === 404 ? 'not_found' : status === 413 ? 'too_large' : 'bad_data';
    sendFailure(res, { errorType, message: requestMistake(status, (error as { type?: unknown }).type) });
    return;
  }
  if (writeErrorType(error) === 'disk_full') {
    sendFailure(res, {
      errorType: 'disk_full',
      message: 'The disk of the data folder is full; nothing was stored. Make room and try again.',
    });
    return;
  }
  // Logs the pattern and not the URL, which may hold the secret of an embed.
  log.error('A request failed.', {
    request_id: requestIdOf(res), method: req.method, route: routeOf(req, res), error,
  });
  sendFailure(
    res,
    { errorType: 'internal', message: 'tsdbscope failed on this request; its log holds the reason. Please report it.' }
  );
};

/** Answers a request whose body is still arriving; the connection then serves no other request. */
async function sendBeforeEnd(req: Request, res: Response, failure: Failure): Promise<void> {
  const body = Buffer.from(JSON.stringify(failureEnvelope(failure, res)));
  res.status(STATUS_OF[failure.errorType]).set(
    { 'Connection': 'close', 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(body.length) }
  );
  res.write(body);
  await discardRest(req);
  res.end();
}

/** `type`: the error type of Express's body parser. */
function requestMistake(status: number, type: unknown): string {
  if (status === 404) return 'File not found.';
  if (status === 413) return 'The body is too large for this request.';
  if (type === 'entity.parse.failed')
    return 'The body is not JSON; send an object as /api/v1/openapi.json describes it for this request.';
  return 'The request could not be read; check its address and body.';
}
