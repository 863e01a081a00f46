/** All routes, declared once: handlers, checks, openapi.json and the page's client are derived from here. */
import { ACCESS_ROUTES } from './accessRoutes.ts';
import type { Asked, Declaration, Declarations } from './declaration.ts';
import { HANDOVER_ROUTES } from './handoverRoutes.ts';
import { OPEN_ROUTES } from './openRoutes.ts';
import { PICTURE } from './parameters.ts';
import { PROFILE_ROUTES } from './profileRoutes.ts';
import { list, required, text, whole } from './schema.ts';
import { SPAN_ROUTES } from './spanRoutes.ts';
import { TARGET_ROUTES } from './targetRoutes.ts';

const MAX_TOKENS = 64;
const tokens = `"tokens" must name one to ${MAX_TOKENS} embeds, separated by commas.`;
const OPENED = { panel: text(), target: text() };
const FRAME = whole(100_000, 0, { description: 'Pixels.' });

/** Routes below /api/v1. */
export const ROUTES = {
  ...TARGET_ROUTES, ...SPAN_ROUTES, ...PROFILE_ROUTES, ...OPEN_ROUTES, ...ACCESS_ROUTES,
  ...HANDOVER_ROUTES,
} as const;

/** Routes outside the API, documented for readers who look for them there. */
export const OWN_ROUTES = {
  'GET /healthz': { summary: 'Whether the program runs; needs no password.', mediaType: 'text/plain', openQuery: true },
  'GET /readyz': {
    summary: 'Whether samples are being stored: 200, or 503 with the reason; a line "degraded: ..." for each fault. '
      + 'Needs no password.',
    mediaType: 'text/plain', openQuery: true,
  },
  'GET /-/healthy': { summary: 'As /healthz, by Prometheus\'s name.', mediaType: 'text/plain', openQuery: true },
  'GET /-/ready': { summary: 'As /readyz, by Prometheus\'s name.', mediaType: 'text/plain', openQuery: true },
  'GET /metrics': {
    summary: 'The program\'s own metrics, in the text format of Prometheus.', mediaType: 'text/plain', openQuery: true,
  },
  'POST /-/reload': {
    summary: 'Reads the configuration file again, where --web.enable-lifecycle is given; answers when it counts.',
    data: 'null', openQuery: true, role: 'admin',
  },
  'GET /embed/stream': {
    summary: 'The answers of several embeds as server-sent events.',
    query: { tokens: required(list(text(), MAX_TOKENS, { words: () => tokens }), tokens) },
    mediaType: 'text/event-stream', openQuery: true,
  },
  'GET /embed/{token}/data': {
    summary: 'What the embed shows.', query: OPENED, data: 'EmbedData', plain: true, openQuery: true,
  },
  'GET /embed/{token}.svg': {
    summary: 'The same as a picture. An error is a picture too.', query: { ...OPENED, ...PICTURE },
    mediaType: 'image/svg+xml', failsInKind: true, openQuery: true,
  },
  'GET /embed/{token}.png': {
    summary: 'The same as a picture. An error is a picture too.', query: { ...OPENED, ...PICTURE },
    mediaType: 'image/png', failsInKind: true, openQuery: true,
  },
  'GET /embed/{token}': {
    summary: 'The panel alone, for a frame; the token is what opens it.', query: OPENED, mediaType: 'text/html',
    failsInKind: true, openQuery: true,
  },
  'GET /oembed': {
    summary: 'oEmbed 1.0 of an embed\'s address.',
    query: { url: text(2000), format: text(), maxwidth: FRAME, maxheight: FRAME },
    data: 'OEmbed', plain: true, openQuery: true,
  },
} as const satisfies Declarations;

export type Routes = typeof ROUTES & typeof OWN_ROUTES;
export type RouteKey = keyof Routes;
export type AskedOf<K extends RouteKey> = Asked<K, Routes[K] extends Declaration ? Routes[K] : never>;

export function declarationOf(key: RouteKey): Declaration {
  return { ...ROUTES, ...OWN_ROUTES }[key];
}
