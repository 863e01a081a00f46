import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { upFrom, withoutProxyPath } from './proxyPath.ts';

/** Returns the result of a request: its address for the remaining routes, or the redirect. */
function after(externalUrl: string | undefined, url: string): string {
  const req = { url } as Request;
  let sent = '';
  const res = { redirect: (status: number, to: string) => { sent = `${status} ${to}`; } } as unknown as Response;
  withoutProxyPath(
    { embed: { frameAncestors: [], ...(externalUrl === undefined ? {} : { externalUrl }) } }
  )(req, res, (() => { sent = req.url; }) as NextFunction);
  return sent;
}

describe('the path of a proxy', () => {
  const here = 'https://host/tools/scope';
  it.each<[what: string, external: string | undefined, url: string, result: string]>([
    ['is taken off where the proxy left it on', here, '/tools/scope/gc-cpu?a=/tools/scope/', '/gc-cpu?a=/tools/scope/'],
    ['is no other path that only begins so', here, '/tools/scoped', '/tools/scoped'],
    ['was taken off by the proxy', here, '/api/v1/targets', '/api/v1/targets'],
    ['gets the slash at its end that the page needs', here, '/tools/scope?a=1', '308 /tools/scope/?a=1'],
    ['is none of a host of its own', 'https://scope', '/gc-cpu', '/gc-cpu'],
    ['is none without external_url', undefined, '/', '/'],
  ])('%s', (_what, external, url, result) => { expect(after(external, url)).toBe(result); });

  it.each(
    [['/', './'], ['/gc-cpu', './'], ['/a/b', '../'], ['/embed/x/', '../../']]
  )('lies %s from a page: %s', (path, up) => { expect(upFrom(path)).toBe(up); });
});
