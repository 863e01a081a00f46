import type { Request } from 'express';
import type { Config } from '../config/configTypes.ts';

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns scheme and host of this server for readers: as configured, else those of the request. A proxy in front
 * reports its scheme in X-Forwarded-Proto; a client that forges it changes only its own answer.
 */
export function baseOf({ config }: { config: Pick<Config, 'embed'> }, req: Request): string {
  if (config.embed.externalUrl !== undefined) return config.embed.externalUrl;
  const host = req.headers.host ?? '';
  const scheme = /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? ''))
    || req.headers.origin === `https://${host}` ? 'https' : 'http';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}
