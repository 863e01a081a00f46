import { hostname } from 'node:os';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/configTypes.ts';
import { isLoopback } from '../config/loopback.ts';
import { sendFailure } from './errors.ts';

/** Forbids inline scripts; allows inline style attributes, which React and uPlot use for positioning. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
  "connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
].join('; ');

/** `added`: headers of the web configuration, which replace ours of the same name. */
export function securityHeaders(added: () => readonly [name: string, value: string][]): RequestHandler {
  return (_req, res, next) => {
    ownHeaders(res);
    for (const [name, value] of added()) res.setHeader(name, value);
    next();
  };
}

function ownHeaders(res: Response): void {
  res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/**
 * Refuses requests whose Host header is not a name of this server: a page that rebinds its own name to our address
 * would otherwise be same-origin with us.
 */
export function hostCheck(config: Config, listenPort: () => number): RequestHandler {
  return (req, res, next) => {
    // A probe may use any name or none (HTTP/1.0), and learns only whether the server runs and records.
    if (isProbe(req) || isOwnHost(req.headers.host, config, listenPort())) {
      next();
      return;
    }
    sendFailure(res, {
      errorType: 'forbidden',
      message: `The Host header "${(req.headers.host ?? '').slice(0, 100)}" is not a name of this server; `
        + 'add it to allowed_hosts in the configuration if it should be.',
    });
  };
}

const PROBES = new Set(['/healthz', '/readyz', '/-/healthy', '/-/ready']);

export function isProbe({ path }: Request): boolean {
  return PROBES.has(path);
}

function isOwnHost(header: string | undefined, config: Config, listenPort: number): boolean {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d+))?$/.exec(header ?? '');
  if (match === null) return false;
  const name = (match[1] ?? '').toLowerCase().replace(/^\[|\]$/g, '');
  const port = match[2] !== undefined ? Number(match[2]) : config.web?.tls === undefined ? 80 : 443;
  const allowed = config.allowedHosts.map((host) => host.toLowerCase());
  // A listed name is that of a proxy in front, which has its own port.
  if (allowed.includes(name) || allowed.includes(`${name}:${port}`)) return true;
  if (port !== listenPort) return false;
  if (name === config.listenHost.toLowerCase()) return true;
  if (isLoopback(config.listenHost)) return isLoopback(name);
  // Listening on every address: an IP address as Host cannot be a rebound name; names must be ours.
  return isLoopback(name) || isAddress(name) || name === hostname().toLowerCase();
}

function isAddress(name: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.includes(':');
}

/**
 * Accepts state-changing requests from our own page (same-origin Origin) or from a program (no Origin). Pages of other
 * origins may only link here: they could not read an answer, but an <img> could keep this server busy with queries.
 */
export const originCheck: RequestHandler = (req, res, next) => {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(req.method);
  if (isRead ? isSameSite(req) || isLink(req) : isSameOrigin(req)) {
    next();
    return;
  }
  sendFailure(res, {
    errorType: 'forbidden',
    message: isRead
      ? 'A page of another origin asked for this; pages elsewhere show embeds ("Add to runbook"), or link here.'
      : 'This request came from a page of another origin; open tsdbscope itself to change anything.',
  });
};

/**
 * Checks a header that browsers send about the requesting page; programs do not, nor browsers over plain http from
 * elsewhere.
 */
function isSameSite(req: Request): boolean {
  const site = req.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Returns whether a reader followed a link in a tab: no frame, image or script. */
function isLink(req: Request): boolean {
  return req.headers['sec-fetch-mode'] === 'navigate' && req.headers['sec-fetch-dest'] === 'document';
}

function isSameOrigin(req: Request): boolean {
  const origin = req.headers.origin ?? originOf(req.headers.referer);
  if (origin === undefined) return isSameSite(req);
  const host = req.headers.host ?? '';
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns the origin in the Referer of a request without Origin; undefined if there is none. */
function originOf(referer: string | undefined): string | undefined {
  return referer === undefined ? undefined : /^https?:\/\/[^/?#]*/i.exec(referer)?.[0] ?? referer;
}
