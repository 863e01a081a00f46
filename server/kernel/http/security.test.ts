import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/configTypes.ts';
import { hostCheck, originCheck } from './security.ts';

/** The HTTP status a handler answers with; null when it lets the request through. */
function statusOf(
  handler: ReturnType<typeof hostCheck>, headers: Record<string, string>, path = '/api/v1/targets', method = 'GET'
): number | null {
  let status: number | null = null;
  const res = {
    setHeader: () => undefined, getHeader: () => undefined,
    status: (code: number) => { status = code; return { json: () => undefined }; },
  };
  void handler({ headers, path, method } as unknown as Request, res as unknown as Response, () => undefined);
  return status;
}

const config = (changes: Partial<Config>): Config =>
  ({ listenHost: '127.0.0.1', allowedHosts: [], ...changes }) as Config;

describe('the Host header', () => {
  const local = hostCheck(config({ allowedHosts: ['Scope.example.org'] }), () => 9797);
  const everywhere = hostCheck(config({ listenHost: '0.0.0.0' }), () => 9797);

  it.each(
    ['127.0.0.1:9797', 'LOCALHOST:9797', '[::1]:9797', 'scope.example.org', 'SCOPE.example.org:443']
  )('%s is ours', (host) => {
    expect(statusOf(local, { host })).toBeNull();
  });

  it.each([
    'evil.example:9797', '127.0.0.1', '127.0.0.1.evil.example:9797', 'localhost:9797, evil.example',
    '127.0.0.1:9797@evil.example', 'localhost.:9797', '0.0.0.0:9797', '',
  ])('"%s" is not', (host) => { expect(statusOf(local, { host })).toBe(403); });

  it('that lacks is not ours, whatever X-Forwarded-Host says', () => {
    expect(statusOf(local, { 'x-forwarded-host': 'localhost:9797' })).toBe(403);
  });

  it('may be any for a probe, which may send none', () => {
    expect(statusOf(local, {}, '/healthz')).toBeNull();
    expect(statusOf(local, {}, '/-/ready')).toBeNull();
    expect(statusOf(local, { host: 'tsdbscope.monitoring.svc:9797' }, '/readyz')).toBeNull();
    expect(statusOf(local, { host: 'tsdbscope.monitoring.svc:9797' }, '/metrics')).toBe(403);
  });

  it('may be any address when every address is listened on, and no foreign name', () => {
    expect(statusOf(everywhere, { host: '192.0.2.7:9797' })).toBeNull();
    expect(statusOf(everywhere, { host: 'evil.example:9797' })).toBe(403);
  });
});

describe('a page of another origin', () => {
  const from = (site: string, mode: string, dest: string): Record<string, string> =>
    ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });

  it.each([
    ['a picture', from('cross-site', 'no-cors', 'image')],
    ['a picture on another port of this machine', from('same-site', 'no-cors', 'image')],
    ['a script', from('cross-site', 'no-cors', 'script')], ['fetch()', from('cross-site', 'cors', 'empty')],
    ['a frame', from('cross-site', 'navigate', 'iframe')],
    ['an object', from('cross-site', 'navigate', 'object')],
  ])('cannot put questions by %s', (_name, headers) => { expect(statusOf(originCheck, headers)).toBe(403); });

  it.each([
    ['a link', from('cross-site', 'navigate', 'document')], ['the address bar', from('none', 'navigate', 'document')],
    ['our own page', from('same-origin', 'cors', 'empty')],
    ['our own picture', from('same-origin', 'no-cors', 'image')], ['a program', {}],
  ])('is not what %s is', (_name, headers) => { expect(statusOf(originCheck, headers)).toBeNull(); });

  it('changes nothing where only its Referer says that it is another one', () => {
    const posted = (referer: string): number | null => (
      statusOf(originCheck, { host: 'localhost:9797', referer }, '/api/v1/embeds', 'POST')
    );
    expect(posted('http://evil.example/page')).toBe(403);
    expect(posted('http://localhost:9797.evil.example/')).toBe(403);
    expect(posted('http://localhost:9797/targets?x=1')).toBeNull();
  });

  it('changes nothing even by a form that leads here', () => {
    expect(statusOf(originCheck, from('cross-site', 'navigate', 'document'), '/api/v1/embeds', 'POST')).toBe(403);
  });
});
