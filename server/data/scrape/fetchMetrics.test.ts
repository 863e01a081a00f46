import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import { clientFor, closeAll, closers, fetchFrom, rawServer } from '../../../testdata/fetched.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { fetchMetrics, type FetchedMetrics } from './fetchMetrics.ts';
import { startTestTarget } from '../../../testdata/testTarget.ts';

const TEXT = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
const BODY = 'up 1\nscrape_samples 2\n';

afterEach(closeAll);

function textOf(fetched: FetchedMetrics): string {
  return Buffer.from(fetched.body ?? []).toString('utf8');
}

describe('fetchMetrics from a sound target', () => {
  it('gives body, type, status and both times', async () => {
    const clock = new ManualClock(1_000);
    const fetched = await fetchFrom((_, response) => {
      clock.suspend(250);
      response.writeHead(200, TEXT).end(BODY);
    }, 1000, {}, clock);
    expect(fetched).toMatchObject({
      startMs: 1_000, durationSeconds: 0.25, status: 200, contentType: TEXT['Content-Type'], error: null,
      aborted: false,
    });
    expect(textOf(fetched)).toBe(BODY);
  });

  it('gives a body that owns its buffer, so that no more is sent to another thread', async () => {
    const fetched = await fetchFrom((_, response) => { response.writeHead(200, TEXT).end(BODY); });
    expect(fetched.body?.byteLength).toBe(fetched.body?.buffer.byteLength);
  });

  it('expands gzip', async () => {
    const fetched = await fetchFrom(
      (_, response) => { response.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(gzipSync(BODY)); }
    );
    expect(textOf(fetched)).toBe(BODY);
  });

  it('asks for the text formats and gzip, never for protobuf', async () => {
    let headers: Record<string, unknown> = {};
    await fetchFrom((request, response) => { headers = request.headers; response.writeHead(200, TEXT).end(BODY); });
    expect(headers['accept']).toMatch(/^text\/plain;version=0\.0\.4,application\/openmetrics-text/);
    expect(headers['accept']).not.toMatch(/protobuf/);
    expect(headers['accept-encoding']).toBe('gzip');
  });

  it.each<[name: string, more: Partial<TargetConfig>, expected: string | undefined]>([
    ['none', {}, undefined],
    [
      'basic auth', { basicAuth: { username: 'u', password: 'pä' } },
      `Basic ${Buffer.from('u:pä').toString('base64')}`,
    ],
    ['a bearer token', { authorization: { type: 'Bearer', credentials: 't0k' } }, 'Bearer t0k'],
  ])('sends credentials as configured: %s', async (_, more, expected) => {
    let authorization: string | undefined;
    await fetchFrom(
      (request, response) => { ({ authorization } = request.headers); response.writeHead(200, TEXT).end(BODY); }, 1000,
      more
    );
    expect(authorization).toBe(expected);
  });

  it('follows a redirect that stays with the target', async () => {
    const fetched = await fetchFrom((request, response) => {
      if (request.url === '/metrics') response.writeHead(302, { Location: '/prom/metrics' }).end();
      else response.writeHead(200, TEXT).end(BODY);
    });
    expect(textOf(fetched)).toBe(BODY);
  });

  it('keeps a path prefix of the URL, and one connection for several scrapes', async () => {
    let connections = 0;
    const paths: (string | undefined)[] = [];
    const target = await startTestTarget(
      (request, response) => { paths.push(request.url); response.writeHead(200, TEXT).end(BODY); }
    );
    closers.push(() => target.close());
    const client = clientFor(`${target.url}/prometheus`);
    for (let i = 0; i < 3; i++) {
      const fetched = await fetchMetrics(client, 1000);
      expect(fetched.error).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(paths).toEqual(['/prometheus/metrics', '/prometheus/metrics', '/prometheus/metrics']);
    const url = await rawServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.on(
        'data',
        () =>
          socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`)
      );
    });
    const kept = clientFor(url);
    for (let i = 0; i < 3; i++) {
      expect((await fetchMetrics(kept, 1000)).error).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(1);
  });

  it('asks again when an idle connection turns out closed', async () => {
    let connections = 0;
    const url = await rawServer((socket) => {
      connections++;
      let requests = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        // The second request on a connection finds it reset, as with a server whose idle timeout just ran out.
        if (++requests > 1) socket.resetAndDestroy();
        else socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
        );
      });
    });
    const client = clientFor(url);
    for (let i = 0; i < 3; i++) {
      expect((await fetchMetrics(client, 1000)).error).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(3);
  });
});
