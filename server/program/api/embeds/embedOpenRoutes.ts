/**
 * Routes that an embed's link opens, for anyone with the link: no password, cookie or Host check, because the token is
 * signed, grants read access to one panel, expires and can be revoked. The built files are open too: a frame with a
 * password prompt shows nothing.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compression from 'compression';
import { Router, type Request, type Response } from 'express';
import type { OEmbed } from '../../../../core/contract/contract.ts';
import { FirstInAWhile } from '../../../../core/rateLimitedLog.ts';
import type { ApiDeps } from '../http/deps.ts';
import { EmbedPictures } from './embedPictures.ts';
import { baseOf } from '../../../kernel/http/baseUrl.ts';
import { streamEmbeds } from './embedStream.ts';
import { failureEnvelope, notFound, RequestError, STATUS_OF, valueOf } from '../../../kernel/http/errors.ts';
import { upFrom } from '../../../kernel/http/proxyPath.ts';
import { serve, type Handler } from '../../../kernel/http/route.ts';
import type { RouteKey } from '../../../../core/contract/questions/routes.ts';
import { embedDataJson, type Answered, type EmbedAnswers } from '../../../features/embeds/embedAnswers.ts';
import type { EmbedRoute } from '../http/ownMetrics.ts';
import { filledPage, sentencePage } from '../../../features/embeds/embedPage.ts';
import type { KeptEmbed } from '../../../features/embeds/embedRecord.ts';
import { framingOf } from '../../../features/embeds/frameAncestors.ts';
import { embedLinks, embedSnippets, FRAME_HEIGHT, FRAME_WIDTH, iframeHtml } from '../../../features/embeds/snippets.ts';
import type { PictureFormat } from '../../../analysis/pictures/pictureTypes.ts';
import type { Failure } from '../../../../core/result.ts';

/** Caches drop a revoked link within a day. */
const MAX_FROZEN_AGE_SECONDS = 86_400;
const OEMBED_AGE_SECONDS = 3600;
const MIN_FRAME = 100;
const DAY_MS = 86_400_000;

export function embedOpenRoutes(deps: ApiDeps, answers: EmbedAnswers, webDir: string): Router {
  const { store } = deps.embeds;
  const router = Router();
  const pictures = new EmbedPictures(deps);
  const openings = new FirstInAWhile();

  router.use(['/embed', '/oembed'], (_req, res, next) => {
    openHeaders(deps, res);
    next();
  });

  // Before compression: event streams must be sent at once.
  serve(router, 'GET /embed/stream', streamEmbeds(deps, answers));

  router.use(['/embed', '/oembed'], compression());

  serve(router, 'GET /embed/{token}/data', answering('data', deps, async ({ path, query }, res, req) => {
    const embed = await openedBy(path.token, query, req);
    const answered = await answers.answer(embed);
    cacheFor(res, embed, answered);
    res.type('json').send(embedDataJson(embed, answered, deps.now()));
  }, sendEnvelope));

  for (const format of ['svg', 'png'] as const) {
    serve(router, `GET /embed/{token}.${format}`, answering(format, deps, async ({ path, query }, res, req) => {
      const embed = await openedBy(path.token, query, req);
      const answered = await answers.answer(embed);
      const bytes = await pictures.draw(embed, answered, format, query);
      cacheFor(res, embed, answered);
      // Saves sending the same picture again to a page that is viewed repeatedly.
      res.setHeader('ETag', `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`);
      if (req.fresh) res.status(304).end();
      else sendPicture(res, format, bytes);
    }, async (req, res, failure) => {
      // A browser shows the picture of an <img> whatever its status.
      sendPicture(res, format, await pictures.drawError(failure.message, format, req));
    }));
  }

  serve(router, 'GET /embed/{token}', answering('page', deps, async ({ path: { token }, query }, res, req) => {
    const embed = await openedBy(token, query, req);
    const links = embedLinks(baseOf(deps, req), token);
    const page = await readFile(join(webDir, 'embed.html'), 'utf8').catch(() => null);
    if (page === null) throw new RequestError(
      { errorType: 'internal', message: 'The page of embeds is not built; start tsdbscope with "npm start".' }
    );
    // Link previews read the description. A browser does not, and requests the data itself: it need not wait for an
    // answer here.
    const { finding, error } = req.headers['sec-fetch-dest'] === undefined ? await answers.answer(embed)
      : { finding: null, error: null };
    res.type('html').send(
      filledPage(
        page,
        {
          ...links, token, up: upFrom(req.path), title: embed.title, theme: embed.theme,
          description: finding?.sentence ?? error ?? '',
        }
      )
    );
  }, (_req, res, failure) => { res.type('html').send(sentencePage(failure.message)); }));

  serve(router, 'GET /oembed', answering('oembed', deps, async ({ query }, res, req) => {
    if ((query.format ?? 'json') !== 'json') {
      res.status(501).json(
        failureEnvelope({
          errorType: 'bad_data', message: 'oEmbed is answered as JSON only; leave "format" out or write format=json.',
        }, res)
      );
      return;
    }
    const { token, base } = ownUrl(deps, req, query.url);
    const embed = valueOf(await store.opened(token));
    const answer = await oembed(query, embed, { token, base });
    // Its URLs depend on the request, unless the configuration sets them.
    if (deps.config.embed.externalUrl === undefined) res.vary('Host, X-Forwarded-Proto, Origin');
    res.setHeader('Cache-Control', `max-age=${answer.cache_age}`);
    res.json(answer);
  }, sendEnvelope));

  /**
   * Opens an embed. Frames reopen it at every refresh, so the audit log has only the first access per address and day.
   */
  async function openedBy(
    token: string, { panel, target }: { panel?: string; target?: string }, { socket }: Request
  ): Promise<KeptEmbed> {
    const embed = valueOf(
      await store.opened(
        token, { ...(panel === undefined ? {} : { panel }), ...(target === undefined ? {} : { target }) }
      )
    );
    const address = socket.remoteAddress ?? '';
    if (openings.isFirst(`${embed.id} ${address}`, deps.now(), DAY_MS)) deps.access.audit.add({
      time: deps.now() / 1000, user: null, role: null, by: null, address, action: 'GET /embed/{token}',
      subject: { id: embed.id, title: embed.title }, status: 200,
    });
    return embed;
  }

  function cacheFor(res: Response, embed: KeptEmbed, { refreshMs, error }: Answered): void {
    const leftSeconds = Math.max(0, Math.floor((embed.expiresMs - deps.now()) / 1000));
    if (refreshMs === null && error === null)
      res.setHeader('Cache-Control', `public, max-age=${Math.min(leftSeconds, MAX_FROZEN_AGE_SECONDS)}, immutable`);
    else res.setHeader(
      'Cache-Control', `public, max-age=${Math.min(leftSeconds, Math.floor((refreshMs ?? 0) / 1000))}, must-revalidate`
    );
  }

  async function oembed(
    { maxwidth, maxheight }: { maxwidth?: number; maxheight?: number }, embed: KeptEmbed,
    { token, base }: { token: string; base: string }
  ): Promise<OEmbed> {
    const links = embedLinks(base, token);
    const { iframe } = embedSnippets(links, embed.title, deps.config.embed.frameAncestors);
    const width = Math.max(MIN_FRAME, Math.min(FRAME_WIDTH, maxwidth ?? FRAME_WIDTH));
    const common = {
      version: '1.0', title: embed.title, provider_name: 'tsdbscope', provider_url: base,
      cache_age: Math.max(0, Math.min(OEMBED_AGE_SECONDS, Math.floor((embed.expiresMs - deps.now()) / 1000))),
    } as const;
    if (iframe !== null) {
      const height = Math.max(MIN_FRAME, Math.min(FRAME_HEIGHT, maxheight ?? FRAME_HEIGHT));
      return { ...common, type: 'rich', html: iframeHtml(links.url, embed.title, width, height), width, height };
    }
    const size = await pictures.size(embed, await answers.answer(embed), width);
    return { ...common, type: 'photo', url: `${links.imageUrl}?width=${size.width}`, ...size };
  }

  return router;
}

/** Runs a handler; answers a failure in a form that the client can show. Counts every answer. */
function answering<K extends RouteKey>(
  route: EmbedRoute, { metrics }: ApiDeps, handler: Handler<K>,
  onFailure: (req: Request, res: Response, failure: Failure) => Promise<void> | void
): Handler<K> {
  return async (asked, res, req) => {
    res.on('finish', () => { metrics.addEmbedRequest(route, res.statusCode); });
    try {
      await handler(asked, res, req);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      res.status(STATUS_OF[error.failure.errorType]).setHeader('Cache-Control', 'no-store');
      await onFailure(req, res, error.failure);
    }
  };
}

const sendEnvelope = (_req: Request, res: Response, failure: Failure): void => {
  res.json(failureEnvelope(failure, res));
};

/**
 * Allows framing only by the configured origins, and reading from anywhere with the link: a wiki may sandbox its
 * frames, which then have no origin and request everything, even their own data, across origins. No cookies are
 * involved.
 */
function openHeaders({ config }: ApiDeps, res: Response): void {
  const { directive } = framingOf(config.embed.frameAncestors, 'http://localhost');
  res.setHeader('Content-Security-Policy', [
    "default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
    "connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", `frame-ancestors ${directive}`,
  ].join('; '));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // The URL is the secret: do not send it to other servers.
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Cache-Control', 'no-store');
}

function sendPicture(res: Response, format: PictureFormat, bytes: Buffer): void {
  // Opened directly, an SVG is a document: it must run and load nothing.
  res.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox"
  );
  res.type(format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png').send(bytes);
}

/** Extracts the token from `url`, which must be an embed of this server. */
function ownUrl(deps: ApiDeps, req: Request, asked: string | undefined): { token: string; base: string } {
  const base = baseOf(deps, req);
  const form = `"url" must be the address of an embed of this server, such as ${base}/embed/TOKEN.`;
  const url = asked === undefined || !URL.canParse(asked) ? null : new URL(asked);
  const own = new URL(base);
  const path = url?.pathname ?? '';
  const token = /^\/embed\/([^/]+?)(?:\.(?:svg|png))?$/.exec(
    own.pathname === '/' ? path : path.replace(`${own.pathname}/`, '/')
  )?.[1];
  if (url === null || token === undefined || url.host !== own.host) throw notFound(form);
  return { token, base };
}
