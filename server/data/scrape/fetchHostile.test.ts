import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { ScrapeErrorKind } from '../../../core/contract/terms/targetKind.ts';
import { clientFor, closeAll, closers, fetchFrom, rawServer } from '../../../testdata/fetched.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { fetchMetrics } from './fetchMetrics.ts';
import { startTestTarget } from '../../../testdata/testTarget.ts';

const TEXT = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
const BODY = 'up 1\nscrape_samples 2\n';

afterEach(closeAll);

interface HostileCase {
  name: string;
  listener: RequestListener;
  kind: ScrapeErrorKind;
  status: number;
  message: RegExp;
  more?: Partial<TargetConfig>;
}

const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });

const HOSTILE: HostileCase[] = [
  {
    name: 'never answers', listener: () => undefined, kind: 'timeout', status: 0,
    message: /did not answer \/metrics within 1 s/,
  },
  {
    name: 'hangs in the middle of its body', kind: 'timeout', status: 200,
    message: /began to answer .* stopped after 5 bytes/,
    listener: (_, response) => { response.writeHead(200, TEXT); response.write('up 1\n'); },
  },
  {
    name: 'trickles a byte now and then', kind: 'timeout', status: 200,
    message: /not complete within 1 s/,
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
    name: 'sends a gzip bomb', kind: 'too_large', status: 200, message: /more than 64 MiB/,
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
  it.each(HOSTILE)('that $name fails as $kind', async ({ listener, kind, status, message, more }) => {
    const target = await startTestTarget(listener);
    closers.push(() => target.close());
    const clock = new ManualClock();
    const isLate = kind === 'timeout';
    const pending = fetchMetrics(clientFor(target.url, more, clock), 1000, {
      hasRoom: (bytes) => {
        if (isLate && bytes >= 5) void clock.advance(1000);
        return true;
      },
    });
    if (isLate && status === 0) {
      await expect.poll(() => target.asked.length).toBe(1);
      await clock.advance(1000);
    }
    const fetched = await pending;
    expect(fetched.error?.message).toMatch(message);
    expect(fetched.error?.message).not.toMatch(/secret/);
    expect(fetched).toMatchObject({ error: { kind }, status, body: null });
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
    const fetched = await fetchMetrics(clientFor(target.url), 1000);
    expect(fetched).toMatchObject({ status: 0, body: null, error: { kind: 'refused' } });
    expect(fetched.error?.message).toBe(
      `127.0.0.1:${target.port} refused the connection: nothing listens there; `
        + 'is the process running, and is the port right?'
    );
  });

  it('whose name does not exist fails as dns', async () => {
    const fetched = await fetchMetrics(clientFor('http://no-such-host.invalid:9090'), 5000);
    expect(fetched.error?.kind).toBe('dns');
  });

  it('that speaks something else than HTTP fails in words', async () => {
    const url = await rawServer(
      (socket) => { socket.on('error', () => undefined); socket.end('SSH-2.0-OpenSSH_9.2\r\n'); }
    );
    const fetched = await fetchMetrics(clientFor(url), 1000);
    expect(fetched.error?.message).toMatch(/not HTTP/);
  });

  it('that speaks no TLS under an https URL fails as tls', async () => {
    const target = await startTestTarget((_, response) => { response.end(BODY); });
    closers.push(() => target.close());
    const fetched = await fetchMetrics(clientFor(target.url.replace('http:', 'https:')), 1000);
    expect(fetched.error?.kind).toBe('tls');
    expect(fetched.error?.message).toMatch(/http:\/\/ instead/);
  });

  it('with TLS settings that cannot be used fails as tls instead of throwing', async () => {
    const fetched = await fetchMetrics(
      clientFor('https://127.0.0.1:1', { tls: { cert: 'no pem', key: 'no pem', insecureSkipVerify: false } }), 1000);
    expect(fetched.error?.kind).toBe('tls');
  });

  it('during which this process was suspended is not held against the target', async () => {
    const clock = new ManualClock();
    const pending = fetchFrom(() => {
      clock.suspend(45_000);
      void clock.advance(0);
    }, 200, {}, clock);
    await expect(
      pending
    ).resolves.toMatchObject({ aborted: true, error: { message: expect.stringContaining('suspended') as string } });
  });

  it('is left alone once the client is closed', async () => {
    const target = await startTestTarget(() => undefined);
    closers.push(() => target.close());
    const client = clientFor(target.url);
    const pending = fetchMetrics(client, 10_000);
    await expect.poll(() => target.asked.length).toBe(1);
    client.close();
    expect((await pending).aborted).toBe(true);
    expect((await fetchMetrics(client, 10_000)).aborted).toBe(true);
  });
});
