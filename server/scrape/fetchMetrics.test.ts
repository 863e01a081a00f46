import type { RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TargetConfig } from '../config/configTypes.ts';
import type { ScrapeErrorKind } from '../../core/contract/targetKind.ts';
import { fetchMetrics, type FetchedMetrics } from './fetchMetrics.ts';
import { TargetClient } from './httpClient.ts';
import { startTestTarget, testConfig } from '../testdata/testTarget.ts';

const TEXT = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
const BODY = 'up 1\nscrape_samples 2\n';
const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function clientFor(url: string, more: Partial<TargetConfig> = {}): TargetClient {
  const client = new TargetClient(testConfig(url, more));
  closers.unshift(() => { client.close(); });
  return client;
}

async function fetchFrom(
  listener: RequestListener, timeoutMs = 1000, more: Partial<TargetConfig> = {}
): Promise<FetchedMetrics> {
  const target = await startTestTarget(listener);
  closers.push(() => target.close());
  return fetchMetrics(clientFor(target.url, more), timeoutMs, () => 1_000);
}

async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer(onSocket);
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  closers.push(() => { server.close(); });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function textOf(fetched: FetchedMetrics): string {
  return Buffer.from(fetched.body ?? []).toString('utf8');
}

describe('fetchMetrics from a sound target', () => {
  it('gives body, type, status and both times', async () => {
    const fetched = await fetchFrom((_, response) => { response.writeHead(200, TEXT).end(BODY); });
    expect(fetched)
      .toMatchObject({ startMs: 1_000, status: 200, contentType: TEXT['Content-Type'], error: null, aborted: false });
    expect(textOf(fetched)).toBe(BODY);
    expect(fetched.durationSeconds).toBeGreaterThan(0);
    expect(fetched.durationSeconds).toBeLessThan(1);
  });

  it('gives a body that owns its buffer, so that it can be transferred', async () => {
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
      const fetched = await fetchMetrics(client, 1000, Date.now);
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
      expect((await fetchMetrics(kept, 1000, Date.now)).error).toBeNull();
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
      expect((await fetchMetrics(client, 1000, Date.now)).error).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(connections).toBe(3);
  });
});

interface HostileCase {
  name: string;
  listener: RequestListener;
  kind: ScrapeErrorKind;
  status: number;
  message: RegExp;
  timeoutMs?: number;
  more?: Partial<TargetConfig>;
}

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });

const HOSTILE: HostileCase[] = [
  {
    name: 'never answers', listener: () => undefined, kind: 'timeout', status: 0, timeoutMs: 200,
    message: /did not answer \/metrics within 0\.2 s/,
  },
  {
    name: 'hangs in the middle of its body', kind: 'timeout', status: 200, timeoutMs: 300,
    message: /began to answer .* stopped after 5 bytes/,
    listener: (_, response) => { response.writeHead(200, TEXT); response.write('up 1\n'); },
  },
  {
    name: 'trickles a byte now and then', kind: 'timeout', status: 200, timeoutMs: 300,
    message: /not complete within 0\.3 s/,
    listener: (_, response) => {
      response.writeHead(200, TEXT);
      const timer = setInterval(() => response.write('#'), 20);
      response.on('close', () => { clearInterval(timer); });
    },
  },
  {
    name: 'sends half of the body it announced', kind: 'reset', status: 200,
    message: /closed the connection after 5 bytes/,
    listener: (_, response) => {
      response.writeHead(200, { ...TEXT, 'Content-Length': '5000' });
      response.write('up 1\n', () => { setTimeout(() => response.destroy(), 20); });
    },
  },
  {
    name: 'breaks off a chunked body', kind: 'reset', status: 200, message: /closed the connection after 5 bytes/,
    listener: (_, response) => {
      response.writeHead(200, TEXT);
      response.write('up 1\n', () => { setTimeout(() => response.destroy(), 20); });
    },
  },
  {
    name: 'sends a gzip stream that is cut off', kind: 'format', status: 200,
    message: /gzip body that is cut off or damaged/,
    listener: (_, response) => {
      response.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(gzipSync(BODY.repeat(100)).subarray(0, 40));
    },
  },
  {
    name: 'says gzip and sends none', kind: 'format', status: 200, message: /cut off or damaged/,
    listener: (_, response) => { response.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(BODY); },
  },
  {
    name: 'sends an encoding that was not asked for', kind: 'format', status: 200, message: /encoding "br"/,
    listener: (_, response) => { response.writeHead(200, { ...TEXT, 'Content-Encoding': 'br' }).end(BODY); },
  },
  {
    name: 'sends a gzip bomb', kind: 'too_large', status: 200, timeoutMs: 20_000, message: /more than 64 MiB/,
    listener: (_, response) => { response.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(bomb); },
  },
  {
    name: 'answers with a web page', kind: 'format', status: 200, message: /a web page \(text\/html\)/,
    listener: (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<html></html>');
    },
  },
  {
    name: 'answers as JSON', kind: 'format', status: 200,
    message: /as "application\/json", which is not the Prometheus text format/,
    listener: (_, response) => { response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'); },
  },
  {
    name: 'redirects to another host', kind: 'redirect', status: 302,
    message: /redirects to another address \(http:\/\/169\.254\.169\.254\/latest\), which is not followed/,
    listener: (_, response) => { response.writeHead(302, { Location: 'http://169.254.169.254/latest?secret=1' }).end();
      },
  },
  {
    name: 'redirects to another port of the same host', kind: 'redirect', status: 301,
    message: /redirects to another address/,
    listener: (_, response) => { response.writeHead(301, { Location: 'http://127.0.0.1:1/metrics' }).end(); },
  },
  {
    name: 'redirects in a circle', kind: 'redirect', status: 302, message: /redirected 4 times/,
    listener: (_, response) => { response.writeHead(302, { Location: '/metrics' }).end(); },
  },
  {
    name: 'wants credentials', kind: 'http', status: 401,
    message: /HTTP 401: it wants credentials; set basic_auth or authorization/,
    listener: (_, response) => { response.writeHead(401, TEXT).end('Unauthorized\n'); },
  },
  {
    name: 'refuses the credentials', kind: 'http', status: 401, message: /configured credentials were refused/,
    more: { basicAuth: { username: 'u', password: 'secret' } },
    listener: (_, response) => { response.writeHead(401, TEXT).end('no\n'); },
  },
  {
    name: 'has no /metrics', kind: 'http', status: 404, message: /HTTP 404: there is nothing under that path/,
    listener: (_, response) => { response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>not "found"</h1>');
      },
  },
  {
    name: 'fails inside, with a reason of several lines and control characters', kind: 'http', status: 500,
    message: /HTTP 500: it failed inside.*It said: "out of memory here"/,
    listener: (_, response) => { response.writeHead(500, TEXT).end('out of\u0007 memory\there\nat main.go:1\n'); },
  },
  {
    name: 'is overloaded', kind: 'http', status: 503, message: /HTTP 503: it is starting, stopping or overloaded/,
    listener: (_, response) => { response.writeHead(503, TEXT).end('Service Unavailable'); },
  },
  {
    name: 'closes the connection at once', kind: 'reset', status: 0,
    message: /closed the connection before the answer was complete/,
    listener: (request) => { request.socket.destroy(); },
  },
];

describe('fetchMetrics from a hostile target', () => {
  it.each(HOSTILE)('that $name fails as $kind', async ({ listener, kind, status, message, timeoutMs, more }) => {
    const fetched = await fetchFrom(listener, timeoutMs, more);
    expect(fetched.error?.message).toMatch(message);
    expect(fetched.error?.message).not.toMatch(/secret/);
    expect(fetched).toMatchObject({ error: { kind }, status, body: null });
  });

  it('never reads more of a gzip bomb than the cap', async () => {
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    await fetchFrom(
      (_, response) => { response.writeHead(200, { ...TEXT, 'Content-Encoding': 'gzip' }).end(bomb); }, 20_000
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(180 * 1024 * 1024);
  });

  it('takes 10 MB of junk as it is: whether it holds samples is for the parser', async () => {
    const junk = Buffer.alloc(10_000_000, 0xfe);
    const fetched = await fetchFrom((_, response) => { response.writeHead(200, TEXT).end(junk); }, 5000);
    expect(fetched.error).toBeNull();
    expect(fetched.body?.length).toBe(junk.length);
  });

  it('that is not there fails as refused', async () => {
    const target = await startTestTarget(() => undefined);
    await target.close();
    const fetched = await fetchMetrics(clientFor(target.url), 1000, Date.now);
    expect(fetched).toMatchObject({ status: 0, body: null, error: { kind: 'refused' } });
    expect(fetched.error?.message).toBe(
      `127.0.0.1:${target.port} refused the connection: nothing listens there; `
        + 'is the process running, and is the port right?'
    );
  });

  it('whose name does not exist fails as dns', async () => {
    const fetched = await fetchMetrics(clientFor('http://no-such-host.invalid:9090'), 5000, Date.now);
    expect(fetched.error?.kind).toBe('dns');
  });

  it('that speaks something else than HTTP fails in words', async () => {
    const url = await rawServer(
      (socket) => { socket.on('error', () => undefined); socket.end('SSH-2.0-OpenSSH_9.2\r\n'); }
    );
    const fetched = await fetchMetrics(clientFor(url), 1000, Date.now);
    expect(fetched.error?.message).toMatch(/not HTTP/);
  });

  it('that speaks no TLS under an https URL fails as tls', async () => {
    const target = await startTestTarget((_, response) => { response.end(BODY); });
    closers.push(() => target.close());
    const fetched = await fetchMetrics(clientFor(target.url.replace('http:', 'https:')), 1000, Date.now);
    expect(fetched.error?.kind).toBe('tls');
    expect(fetched.error?.message).toMatch(/http:\/\/ instead/);
  });

  it('with TLS settings that cannot be used fails as tls instead of throwing', async () => {
    const fetched = await fetchMetrics(
      clientFor('https://127.0.0.1:1', { tls: { cert: 'no pem', key: 'no pem', insecureSkipVerify: false } }), 1000,
      Date.now
    );
    expect(fetched.error?.kind).toBe('tls');
  });

  it('during which this process was suspended is not held against the target', async () => {
    const monotonic = performance.now.bind(performance);
    let stoodStillMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + stoodStillMs);
    closers.push(() => { clock.mockRestore(); });
    const pending = fetchFrom(() => { stoodStillMs = 45_000; }, 200);
    await expect(
      pending
    ).resolves.toMatchObject({ aborted: true, error: { message: expect.stringContaining('suspended') as string } });
  });

  it('is left alone once the client is closed', async () => {
    const target = await startTestTarget(() => undefined);
    closers.push(() => target.close());
    const client = clientFor(target.url);
    const pending = fetchMetrics(client, 10_000, Date.now);
    setTimeout(() => { client.close(); }, 50);
    expect((await pending).aborted).toBe(true);
    expect((await fetchMetrics(client, 10_000, Date.now)).aborted).toBe(true);
  });
});
