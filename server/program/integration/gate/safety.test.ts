import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { demo } from './sharedDemo.ts';

const gzipped = promisify(gzip);

/** fetch() does not let a caller set Host or Origin, so this goes by node:http. */
function ask(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const req = request(demo.url + path, { method, headers }, (res) => {
      let body = '';
      res.on('data', (chunk: Buffer) => { body += chunk.toString(); });
      res.on('end', () => { resolve({ status: res.statusCode ?? 0, body }); });
    });
    req.on('error', reject);
    req.end();
  });
}

describe('the floor of safety', () => {
  it('answers its own names and refuses a rebound one with 403', async () => {
    const port = new URL(demo.url).port;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect((await ask('GET', '/api/v1/targets', { Host: host })).status).toBe(200);
    }
    for (
      const host of [
        `attacker.example:${port}`, 'attacker.example', '127.0.0.1:1', `127.0.0.1.attacker.example:${port}`,
      ]
    ) {
      const answer = await ask('GET', '/api/v1/targets', { Host: host });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 'error', errorType: 'forbidden' });
    }
  });

  it('answers TRACE with 405 wherever it is sent, and says what it takes', async () => {
    for (const path of ['/', '/api/v1/targets', '/api/v1/nope', '/embed/x', '/embed/x.svg', '/oembed', '/assets/x.js',
      '/metrics', '/healthz', '/favicon.ico']) {
      const answer = await ask('TRACE', path, { 'X-Secret': 'not to be sent back' });
      expect([path, answer.status]).toEqual([path, 405]);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 'error', errorType: 'method_not_allowed' });
      expect(answer.body).not.toContain('not to be sent back');
    }
  });

  it('changes nothing for a page of another origin', async () => {
    const path = '/api/v1/profiles/0000000000000000000000000000000000000000000000000000000000000000';
    expect((await ask('DELETE', path, { Origin: 'https://attacker.example' })).status).toBe(403);
    expect((await ask('DELETE', path, { Origin: 'null' })).status).toBe(403);
    expect((await ask('DELETE', path, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('DELETE', path, { Origin: demo.url })).status).toBe(404);
    expect((await ask('DELETE', path, {})).status).toBe(404);
  });

  it('answers no question that a page of another origin puts by a picture, and follows its links', async () => {
    const path = '/api/v1/targets/demo-incident/panels/gc-cpu';
    const from = (
      mode: string, dest: string
    ): Record<string, string> => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest });
    expect((await ask('GET', path, from('no-cors', 'image'))).status).toBe(403);
    expect((await ask('GET', path, from('navigate', 'iframe'))).status).toBe(403);
    expect((await ask('GET', path, from('navigate', 'document'))).status).toBe(200);
  });

  it('answers a selector whose expression was made to hang, and goes on recording', async () => {
    const match = encodeURIComponent(`{__name__=~"${'(.|.)'.repeat(50)}x"}`);
    const answer = await demo.fetch(`/api/v1/targets/demo-incident/samples?match=${match}`);
    expect(await answer.json()).toEqual({ status: 'success', data: [] });
    expect((await demo.fetch('/api/v1/targets')).status).toBe(200);
  });

  it('sends a policy without inline scripts, and no page may frame it', async () => {
    for (const path of ['/', '/api/v1/targets', '/nowhere']) {
      const policy = (await demo.fetch(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false);
    }
    expect(await (await demo.fetch('/')).text()).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/);
  });

  it('serves no file outside the page', async () => {
    for (
      const path of ['/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json']
    ) {
      expect(await (await demo.fetch(path)).text()).not.toContain('"dependencies"');
    }
  });

  it('refuses an upload over 64 MiB without reading it', async () => {
    const answer = await ask('POST', '/api/v1/profiles', { 'Content-Length': String(65 * 2 ** 20) });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ errorType: 'too_large' });
  });

  it('says so to a client that sends all of a too large upload before it reads the answer', async () => {
    const body = Buffer.alloc(64 * 2 ** 20 + 1, 'x');
    const chunked = () => new ReadableStream({
      start(controller) {
        for (let from = 0; from < body.length; from += 2 ** 20) controller.enqueue(body.subarray(from, from + 2 ** 20));
        controller.close();
      },
    });
    for (const path of ['/api/v1/profiles', '/api/v1/recordings?name=large']) {
      expect((await demo.fetch(path, { method: 'POST', body })).status).toBe(413);
      expect((await demo.fetch(path, { method: 'POST', body: chunked(), duplex: 'half' } as RequestInit)).status)
        .toBe(413);
    }
    expect((await demo.fetch('/healthz')).status).toBe(200);
  });

  it('gives a recording no name that no URL can hold, and reads no more lines than a recording has', async () => {
    for (const name of ['.', '..', ' ', 'a\nb', '\u0000']) {
      const answer = await demo.fetch(
        `/api/v1/recordings?name=${encodeURIComponent(name)}`, { method: 'POST', body: '{}' }
      );
      expect([name, answer.status]).toEqual([name, 400]);
      expect(((await answer.json()) as { error: string }).error).toMatch(/^"name" must/);
    }
    const blank = await demo.fetch(
      '/api/v1/recordings?name=blank', { method: 'POST', body: await gzipped(Buffer.alloc(8 * 2 ** 20, '\n')) }
    );
    expect(blank.status).toBe(400);
    expect(((await blank.json()) as { error: string }).error).toContain('more than 2000000 lines');
  });

  it('ends a HEAD of the event stream, and answers what is not a route in its own words', async () => {
    expect((await ask('HEAD', '/api/v1/targets/demo-incident/live', {})).status).toBe(200);
    const answer = await ask('POST', '/', {});
    expect(answer.status).toBe(405);
    expect(JSON.parse(answer.body)).toMatchObject({ errorType: 'method_not_allowed' });
  });

  it('refuses a gzip bomb, and the next good upload works', async () => {
    const bomb = await demo.fetch(
      '/api/v1/profiles', { method: 'POST', body: await gzipped(Buffer.alloc(600 * 2 ** 20)) }
    );
    expect([413, 422]).toContain(bomb.status);
    const good = readFileSync(join(import.meta.dirname, '../../../../public/demo/compaction.before.cpu.pb.gz'));
    expect((await demo.fetch('/api/v1/profiles', { method: 'POST', body: good })).status).toBe(201);
  });

  it('says in one sentence what is wrong with a request', async () => {
    for (const [path, status, words] of [
      ['/api/v1/targets/nope', 404, 'There is no target "nope"'],
      ['/api/v1/nowhere', 404, 'openapi.json'],
      ['/api/v1/targets/demo-incident/panels/nope', 404, 'panels are gc-cpu'],
      ['/api/v1/targets/demo-incident/panels/gc-cpu?start=yesterday', 400, '"start"="yesterday" is not a time'],
      ['/api/v1/targets/demo-incident/panels/gc-cpu?start=10&end=5', 400, '"end" must be later'],
      ['/api/v1/targets/demo-incident/panels/gc-cpu?step=often', 400, 'not a duration'],
      ['/api/v1/targets/demo-incident/panels/gc-cpu?start=March%207', 400, 'is not a time'],
      ['/api/v1/targets/demo-incident/panels/gc-cpu?start=2026-11-20T10:00:00', 400, 'is not a time'],
      ['/api/v1/diff/top?before=x', 400, '"after" is missing'],
      ['/api/v1/targets?state=up', 400, 'Unknown parameter "state"; no parameter is taken here.'],
      ['/api/v1/targets/%E0%A4%A/panels/gc-cpu', 400, 'could not be read'],
    ] as const) {
      const answer = await demo.fetch(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(((await answer.json()) as { error: string }).error).toContain(words);
    }
  });
});
