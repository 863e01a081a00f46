/** Tests that a long error loses what says little before its reason, and whom or what it is about. */
import { expect, it } from 'vitest';
import { shortError } from '../shortError.ts';

const MAX = 200;
const LONG = 'q'.repeat(80);

it.each([
  ['the account that lacks a right, without the place in the code',
    `example.org/prometheus/discovery/${'kube/'.repeat(8)}list.go:372: Failed to list *v1.Node: nodes is forbidden: `
    + 'User "system:serviceaccount:mon:prom" cannot list resource "nodes" in API group "" at the cluster scope',
    'Failed to list *v1.Node: nodes is forbidden: User "system:serviceaccount:mon:prom" cannot list resource "nodes" '
    + 'in API group "" at the cluster scope'],
  ['the reason, without what is proposed in general',
    'remoteAddr: "10.0.0.7:5555"; requestURI: /api/v1/import/prometheus; cannot read the request in 10 seconds: cannot '
    + 'process the insert request because 2 concurrent requests are executed. Possible solutions: to reduce the '
    + 'workload; to increase the resources; to increase -maxConcurrentInserts',
    'remoteAddr: "10.0.0.7:5555"; requestURI: /api/v1/import/prometheus; cannot read the request in 10 seconds: cannot '
    + 'process the insert request because 2 concurrent requests are executed.'],
  ['the client of a request rather than its path',
    `remoteAddr: "10.0.0.7:5555"; requestURI: /${'insert/'.repeat(12)}; cannot read it: ${
      'because of a limit '.repeat(6)}`.trim(),
    `remoteAddr: "10.0.0.7:5555"; cannot read it: ${'because of a limit '.repeat(6)}`.trim()],
  ['the instance in an answer, without the headers of its request',
    'POST /api/v1/push (500) 6ms Response: "at least 2 live replicas required, could only find 1 - unhealthy '
    + String.raw`instances: 10.1.2.3:9095\\n" ws: false; Connection: close; Content-Length: 20; `
    + 'User-Agent: Prometheus/2.40.0; X-Prometheus-Remote-Write-Version: 0.1.0; X-Scope-Orgid: fake; ',
    'POST /api/v1/push (500) 6ms Response: "at least 2 live replicas required, could only find 1 - unhealthy '
    + 'instances: 10.1.2.3:9095"'],
  ['the tenant among such headers',
    `POST /api/v1/push (500) 6ms Response: "${'no live replica '.repeat(3)}" ws: false; Connection: close; `
    + 'Content-Type: application/x-protobuf; User-Agent: Prometheus/2.40.0; X-Scope-Orgid: team-a; ',
    `POST /api/v1/push (500) 6ms Response: "${'no live replica '.repeat(3)}"; X-Scope-Orgid: team-a`],
  ['an address once, and the labels by which one finds its target',
    `cannot scrape target "http://10.0.0.9:9187/metrics" ({a="${LONG}",agent_type="postgres_exporter",b="${LONG}",`
    + 'job="db"}) 1 out of 1 times during -promscrape.suppressScrapeErrorsDelay=0s; the last error: cannot read data: '
    + 'cannot scrape "http://10.0.0.9:9187/metrics": Get "http://10.0.0.9:9187/metrics": EOF',
    'cannot scrape target "http://10.0.0.9:9187/metrics" ({job="db", agent_type="postgres_exporter", …}) 1 out of 1 '
    + 'times; the last error: cannot read data: EOF'],
  ['a prefix once',
    `Permanent error: Permanent error: Permanent error: ${'duplicate sample of a series '.repeat(6)}`.trim(),
    `Permanent error: ${'duplicate sample of a series '.repeat(6)}`.trim()],
  ['the limit of a stream rather than the time of its entry',
    'entry with timestamp 2024-01-02 03:04:05.123456789 +0000 UTC ignored, reason: \'stream rate limit exceeded\' for '
    + 'stream: {filename="/var/log/shop/orders/access.log", host="10.0.0.3", job="gateway-of-shop"}',
    'entry ignored, reason: \'stream rate limit exceeded\' for '
    + 'stream: {filename="/var/log/shop/orders/access.log", host="10.0.0.3", job="gateway-of-shop"}'],
])('keeps %s', (_, whole, short) => {
  expect(whole.length).toBeGreaterThan(MAX);
  expect(shortError(whole, MAX)).toBe(short);
});

it('leaves a text that is short enough as it is', () => {
  const text = 'Permanent error: Permanent error: a.go:1: possible solutions: none';
  expect(shortError(text, MAX)).toBe(text);
});

it.each([
  'because 2 of 2 slots are in use', 'user "team-a"', 'dial tcp 10.0.0.9:9090',
  'no space left on device', 'permission denied', 'in table shop.orders',
])('keeps "%s" in a middle', (why) => {
  const words = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
  const short = shortError(`${words} ${why}, ${words} ${words}`, MAX);
  expect(short).toContain(why);
  expect(short.length).toBeLessThanOrEqual(MAX);
});
