import { describe, expect, it } from 'vitest';
import { shortError } from '../shortError.ts';

describe('an error that is too long for a sentence', () => {
  it('keeps the limit that a receiver names, without series and advice', () => {
    const refused = 'server returned HTTP status 400 Bad Request: user=a: per-user series limit of 150000 exceeded '
      + '(err-mimir-max-series-per-user). To adjust the related per-tenant limit, configure '
      + '-ingester.max-global-series-per-user, or contact your service administrator.';
    expect(shortError(refused, 200)).toContain('series limit of 150000 exceeded (err-mimir-max-series-per-user)');
    const labels = `received a series whose number of labels exceeds the limit (actual: 32, limit: 30) series: 'up{a="${
      'x'.repeat(300)}' (err-mimir-max-label-names-per-series)`;
    expect(shortError(labels, 200)).toBe('received a series whose number of labels exceeds the limit (actual: 32, '
      + 'limit: 30) series: \'up{…}\' (err-mimir-max-label-names-per-series)');
  });

  it('keeps what stands in braces if nothing else does', () => {
    const said = shortError(`Error({Type:INTERNAL_ERROR Message:no replica took the write, errors: [${
      Array.from({ length: 9 }, (_, i) => `host ${i}: not reached`).join(' ')}]})`, 120);
    expect(said).toContain('no replica took');
    expect(said.length).toBeLessThanOrEqual(120);
  });

  it('tells the same of several receivers once, up to its cause', () => {
    const one = (n: number): string => `forwarding request to endpoint {receiver-${n}.monitoring.svc.cluster.local:109`
      + `01 r}: connection error: desc = "dial tcp 10.1.24.${n}:10901: connect: connection refused"`;
    expect(shortError(`503 Service Unavailable: 3 errors: ${one(1)}; ${one(2)}; ${one(3).slice(0, -30)}`, 200)).toBe(
      '503 Service Unavailable: 3 errors: forwarding request to endpoint {…}: connection error: desc = "dial tcp '
        + '10.1.24.1:10901: connect: connection refused"'
    );
  });

  it('leaves out the headers of a request before its answer', () => {
    const answer = 'POST /api/v1/push (500) 2ms Response: "at least 2 live replicas required, could only find 1 - '
      + 'unhealthy instances: 10.0.0.9:9004';
    expect(shortError(`${answer}\\n" ws: false; Connection: close; Content-Length: 20981; Content-Type: application/`
      + 'x-protobuf; User-Agent: Prometheus/2.36.2; X-Scope-Orgid: a; ', 200)).toBe(`${answer}"; X-Scope-Orgid: a`);
  });

  it('lists names that begin alike by the first', () => {
    const names = Array.from({ length: 20 }, (_, i) => `pvc-${i}6f66d234-f9c2-453e`).join(',');
    expect(shortError(`Waiting for all volumes detached: ${names}`, 200))
      .toBe('Waiting for all volumes detached: pvc-06f66d234-f9c2-453e, …');
  });

  it('keeps its first sentence, if that says most', () => {
    const limit = 'the request has been rejected because the tenant exceeded the ingestion rate limit, set to 10000 '
      + 'items/s.';
    const short = shortError(`${limit} This limit is applied on the total number of samples across all distributors `
      + '(err-mimir-tenant-max-ingestion-rate)', 200);
    expect(short.startsWith(`${limit} … `)).toBe(true);
    expect(short.endsWith(' all distributors (err-mimir-tenant-max-ingestion-rate)')).toBe(true);
    expect(shortError(`${limit} ${'It is so. '.repeat(20)}`, 130)).toBe(`${limit} …`);
  });

  it('is cut between words', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const short = shortError(words.join(' '), 100);
    expect(short.length).toBeLessThanOrEqual(100);
    expect(short.split(' … ').flatMap((half) => half.split(' ')).every((word) => words.includes(word))).toBe(true);
    expect(short.endsWith('word59')).toBe(true);
  });

  it('without a space is cut anywhere', () => {
    expect(shortError('x'.repeat(400), 100)).toBe(`${'x'.repeat(48)} … ${'x'.repeat(49)}`);
  });
});

it('drops the headers of an answer of HTTP, whose line ends are escaped twice', () => {
  const headers = String.raw`Content-Length: 0\\r\\nServer: envoy\\r\\n\\r\\n"`;
  const of = String.raw`Permanent error: "HTTP/2.0 401 Unauthorized\\r\\n${headers}`;
  expect(shortError(of, 200)).toBe('Permanent error: "HTTP/2.0 401 Unauthorized"');
  expect(shortError('failed to init: timeout\\nerror initialising module: a', 200))
    .toBe('failed to init: timeout; error initialising module: a');
});
