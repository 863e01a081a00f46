/**
 * Handles the path prefix of a proxy in front (`external_url: https://host/scope`), which it may strip from requests or
 * keep.
 */
import type { RequestHandler } from 'express';
import type { Config } from '../config/configTypes.ts';

/**
 * Strips the path of `external_url` from requests that still carry it, so that all other code sees only its own paths.
 */
export function withoutProxyPath({ embed: { externalUrl } }: Pick<Config, 'embed'>): RequestHandler {
  const prefix = externalUrl === undefined ? '' : new URL(externalUrl).pathname.replace(/\/$/, '');
  return (req, res, next) => {
    const [path = '', query] = req.url.split(/(?=\?)/);
    if (prefix !== '' && path === prefix) {
      // The page requests its files relative to itself, which needs the slash.
      res.redirect(308, `${prefix}/${query ?? ''}`);
      return;
    }
    if (prefix !== '' && path.startsWith(`${prefix}/`)) req.url = req.url.slice(prefix.length);
    next();
  };
}

/** Returns the relative path from a page to the folder that contains all paths of this server, ending in a slash. */
export function upFrom(path: string): string {
  const deep = path.split('/').length - 2;
  return deep <= 0 ? './' : '../'.repeat(deep);
}
