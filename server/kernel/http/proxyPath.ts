/**
 * A proxy in front may give tsdbscope a path of its host (`external_url: https://host/scope`), and take it off a
 * request or leave it on.
 */
import type { RequestHandler } from 'express';
import type { Config } from '../config/configTypes.ts';

/** Takes the path of `external_url` off requests that still carry it, so that all else knows its own paths alone. */
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

/** From a page to the folder that all paths of this server begin in, ending in a slash. */
export function upFrom(path: string): string {
  const deep = path.split('/').length - 2;
  return deep <= 0 ? './' : '../'.repeat(deep);
}
