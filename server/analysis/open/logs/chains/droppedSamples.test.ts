/** Tests how many samples are said to be dropped by remote write, and whose limit it is. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { refusedPool } from './droppedSamples.ts';

const line = (second: number, rest: string): string => `ts=2026-01-02T03:04:0${second}Z caller=dedupe.go:112 `
  + `component=remote level=error remote_name=a url=http://m.test/push msg="non-recoverable error" ${rest}`;
const limited = 'err="server returned HTTP status 429 Too Many Requests: ingestion rate limit of tenant 7"';
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('adds up the samples of all lines', () => {
  const facts = said(line(1, `count=300 exemplarCount=0 ${limited}`), line(2, `count=1200 exemplarCount=0 ${limited}`));
  expect(facts).toContain('drops 1,500 samples from 2026-01-02T03:04:01Z to 2026-01-02T03:04:02Z, and '
    + 'does not send them again. With retry_on_http_429: true');
  const rejected = 'err="server returned HTTP status 400 Bad Request: x"';
  expect(said(line(1, `failedSampleCount=1 failedHistogramCount=0 ${rejected}`)))
    .toMatch(/drops 1 sample, and does not send it again\.$/);
});

it('says that the size of a request is the most that is lost, where a receiver may store a part', () => {
  const conflict = 'err="server returned HTTP status 409 Conflict: store locally: conflict"';
  expect(said(line(1, `count=200 exemplarCount=0 ${conflict}`), line(2, `count=150 exemplarCount=0 ${conflict}`)))
    .toContain('drops up to 350 samples from 2026-01-02T03:04:01Z to 2026-01-02T03:04:02Z, and does not send '
      + 'them again. That is the size of the refused requests: ');
});

it('of two reasons for which a receiver refuses samples, the more frequent first, each with what it means', () => {
  const refused = (second: number, count: number, reason: string): string => line(second, `count=${count} `
    + `exemplarCount=0 err="server returned HTTP status 400 Bad Request: ${reason}"`);
  const facts = said(refused(1, 90, 'out of bounds'), refused(2, 500, 'out of order sample'),
    refused(3, 420, 'out of order sample'));
  expect(facts).toContain('"server returned HTTP status 400 Bad Request: out of order sample" (2 times) and "server '
    + 'returned HTTP status 400 Bad Request: out of bounds" (1 time). Out of order means that the receiver has newer '
    + 'samples of these series already, mostly because two senders');
  expect(facts).toContain(' Out of bounds means that these samples are older than the receiver takes, ');
  expect(facts).toContain('remote write of Prometheus drops up to 1,010 samples (920 in 2 requests refused as out of '
    + 'order, 90 in a request refused as out of bounds) from 2026-01-02T03:04:01Z to 2026-01-02T03:04:03Z, and does '
    + 'not send them again.');
  expect(facts).not.toMatch(/clocks of this host|the head takes/);
});

it('says that the limit is one of the receiver', () => {
  expect(said(line(1, `count=300 exemplarCount=0 ${limited}`)))
    .toContain('A rate limit of the receiver is reached: raise it there, or send less.');
});

it('says no number that the line does not have', () => {
  expect(said(line(1, limited))).not.toMatch(/drops \d/);
});

it('adds up what an agent drops, with how Grafana Cloud takes it', () => {
  const refused = (url: string): string => 'ts=2026-01-02T03:04:05Z level=error msg="non-recoverable error" '
    + `component_path=/ component_id=prometheus.remote_write.a remote_name=a url=${url} failedSampleCount=71 `
    + 'failedHistogramCount=0 err="server returned HTTP status 401 Unauthorized: '
    + String.raw`{\"error\":\"invalid token\"}"`;
  const cloud = said(refused('https://prometheus-prod-01-eu-west-0.grafana.net/api/prom/push'));
  expect(cloud).toContain('By the line, the sender drops 71 samples, and does not send them again.');
  expect(cloud).toContain('access policy token with the scope metrics:write');
  expect(said(refused('https://mimir.test/api/v1/push'))).not.toContain('Grafana Cloud');
});

it('reads JSON, names the queue, and tells a stop from an answer', () => {
  const facts = said(JSON.stringify({
    caller: 'queue_manager.go:716', component: 'remote', count: 70, err: 'context canceled', level: 'error',
    msg: 'non-recoverable error', queue: '0:http://a.test/api/v1/receive', ts: '2026-01-02T03:04:05.100Z',
  }));
  expect(facts).toContain('remote write of Prometheus drops 70 samples of the queue 0:http://a.test/api/v1/receive, '
    + 'and does not send');
  expect(facts).toContain('it is no answer of the receiver.');
});

it('names the only scrape pool whose samples are refused by their time', () => {
  const refused = (pool: string): string => 'ts=2026-01-02T03:04:05Z caller=scrape.go:1164 level=warn '
    + `component="scrape manager" scrape_pool=${pool} target=http://a:1/metrics msg="Error on ingesting out-of-order `
    + 'samples" num_dropped=3';
  expect(said(refused('a_exporters'), refused('a_exporters')))
    .toContain('The refused samples are of the scrape pool a_exporters: ');
  expect(said(refused('a'), refused('b'))).not.toContain('of the scrape pool');
});

it('samples refused by their time are reported with their pool, and without a setting that the version lacks', () => {
  const line = 'ts=2026-01-02T03:04:05Z level=warn component="scrape manager" scrape_pool=a msg="Error on ingesting '
    + 'out-of-order samples" num_dropped=3';
  expect(refusedPool([line], 'It logged the warning "Error on ingesting out-of-order samples".'))
    .toBe('The refused samples are of the scrape pool a: if its targets send timestamps, set honor_timestamps: '
      + 'false in that job.');
  expect(refusedPool([line], null)).toMatch(/^One line says that samples were refused by their time\. They are of /);
  expect(refusedPool([line, 'msg="Starting Prometheus" version="(version=2.2.1, branch=HEAD)"'], null))
    .toContain('let them send none (honor_timestamps came with Prometheus 2.9).');
});

it('joins the debug lines with the series to the warning of the same target', () => {
  const of = (pool: string, rest: string): string => 'ts=2026-01-02T03:04:05Z caller=scrape.go:1738 '
    + `component="scrape manager" scrape_pool=${pool} target=http://a:1/metrics ${rest}`;
  const twice = (pool: string, name: string): string =>
    of(pool, 'level=debug msg="Duplicate sample for timestamp" '
      + `series="kube_a{claim=\\"${name}\\",mode=\\"once\\"}"`);
  const warning = of('a', 'level=warn msg="Error on ingesting samples with different value but same timestamp" '
    + 'num_dropped=2');
  const facts = said(warning, twice('a', 'x'), twice('a', 'y'), warning);
  expect(facts).toContain('Samples were not stored. The refused samples are of the scrape pool a. ');
  expect(facts).toContain('The debug lines name 2 series, all of kube_a with mode="once" (as kube_a{claim="x",'
    + 'mode="once"}), of the target http://a:1/metrics. Unless it sends timestamps of its own, that one target gives '
    + 'each of them more than once in one scrape, and only the first sample of the scrape is kept: ');
  expect(facts).not.toMatch(/two targets or senders|honor_timestamps/);
  expect(said(warning, twice('b', 'x'), warning)).toMatch(/two targets or senders[^]*honor_timestamps/);
});
