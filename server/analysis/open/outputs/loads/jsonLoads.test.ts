import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { loadsCompared } from './jsonLoads.ts';

const told = (root: unknown): (string | null)[] => {
  const { format, program, interest, remedy } = recognize(new TextEncoder().encode(JSON.stringify(root)));
  return format === 'json-load' ? [program, interest, remedy] : [format];
};
const k6 = (deep: boolean, extra: Record<string, unknown> = {}): unknown => {
  const put = (values: unknown): unknown => (deep ? { type: 'trend', contains: 'time', values } : values);
  return { metrics: {
    http_reqs: put({ count: 1000, rate: 48 }), iterations: put({ count: 1000, rate: 48 }),
    http_req_failed: put(deep ? { rate: 0.02, passes: 20, fails: 980 } : { value: 0.02, passes: 20, fails: 980 }),
    http_req_duration: put({ 'avg': 10, 'med': 8, 'p(90)': 12, 'p(95)': 20, 'max': 50 }),
    iteration_duration: put({ avg: 1010 }), vus_max: put({ value: 50, max: 50, min: 50 }),
    checks: put({ passes: 990, fails: 10 }), ...extra,
  }, root_group: {} };
};
const vegeta = (success: number, codes: Record<string, number>, errors: string[]): unknown => ({
  latencies: { 'mean': 2e6, '50th': 1e6, '95th': 3e6, '99th': 20e6, 'max': 30e6 }, requests: 100, rate: 50,
  throughput: 10, success, status_codes: codes, errors,
});

describe('results of load generators in JSON', () => {
  it.each([false, true])('k6, of handleSummary: %s', (deep) => {
    const [program, facts, step] = told(k6(deep, { http_req_waiting: { thresholds: deep
      ? { 'p(95)<5': { ok: false }, 'p(99)<9': { ok: true } } : { 'p(95)<5': true, 'p(99)<9': false } } }));
    expect(program).toBe('k6');
    expect(facts).toBe('20 of 1,000 requests failed (2 %). 1 threshold was crossed: http_req_waiting p(95)<5. 1,000 '
      + 'requests at 48 per second with 50 users, 10 of 1,000 checks failed. Latency: median 8 ms, 95 % within 20 ms, '
      + 'at most 50 ms, 10 ms in the mean. An iteration takes 1.01 s, its requests only 10 ms of it: the script '
      + 'pauses. 50 users can so make at most 49.5 requests per second: the rate is that of the load, not the limit of '
      + 'the server.');
    expect(step).toBe('Open the log of the server at that time.');
  });

  it('k6 without failures: what "fails" counts there is what did not fail', () => {
    const good = { http_req_failed: { fails: 1000, passes: 0, value: 0 }, iteration_duration: { avg: 11 } };
    expect(told(k6(false, good))[1]).toMatch(/^1,000 requests at 48 per second with 50 users, none failed, 10 of/);
  });

  it('k6 whose users were all busy, with a server that queues or answers fast', () => {
    const busy = (med: number): string | null | undefined => told(k6(false, {
      dropped_iterations: { count: 200, rate: 9 }, http_req_failed: { fails: 1000, passes: 0, value: 0 },
      http_req_duration: { 'avg': med, med, 'min': 1000, 'p(95)': 2 * med, 'max': 3 * med },
    }))[1];
    expect(busy(30_000)).toContain('Of 1,200 iterations, 200 were not begun (dropped_iterations): all users were busy, '
      + 'so the rate asked for was not reached. The median is 30 times the fastest answer (1 s): requests mostly wait '
      + 'in a queue, so the server');
    expect(busy(1100)).toMatch(/was not reached\. Raise maxVUs, or ask for less\.$/);
  });

  it('k6 with iterations alone', () => {
    expect(told({ metrics: { iterations: { count: 90, rate: 9 }, iteration_duration: { avg: 90, med: 80, max: 200 },
      vus_max: { max: 1 } } })[1]).toBe('90 iterations at 9 per second with 1 user. Latency: median 80 ms, at most 200 '
      + 'ms, 90 ms in the mean.');
  });

  it('one that ends in the middle is named', () => {
    const { format, remedy } = recognize(new TextEncoder().encode(JSON.stringify(k6(false)).slice(0, -30)));
    expect([format, remedy]).toEqual(['json-load', 'It has no result, or it ends in the middle: copy the whole file.']);
  });

  it('vegeta: what failed and why comes first, and its latencies are not those of answers', () => {
    const error = 'Get "http://a.b:80/x": dial tcp 0.0.0.0:0->10.0.0.1:80: connect: connection refused';
    const [, facts, step] = told(vegeta(0.3, { 0: 70, 200: 30 }, [error]));
    expect(facts).toMatch(/^70 of 100 requests failed \(70 %\): connection refused by 10\.0\.0\.1:80\. Answered were /);
    expect(facts).toContain('include the failed requests, which are most of them');
    expect(step).toMatch(/^Nothing listens at that address/);
    expect(told(vegeta(1, { 200: 100 }, []))).toEqual(['vegeta', '100 requests at 50 per second, none failed. Latency: '
      + 'median 1 ms, 95 % within 3 ms, 99 % within 20 ms, at most 30 ms, 2 ms in the mean. 50 per second '
      + 'is the rate that was asked for, not the most that the server can do.',
    'For the limit of the server, raise the load in steps until the latency rises.']);
    expect(told(vegeta(0.9, { 200: 90, 503: 10 }, ['503 Service Unavailable']))[2]).toContain('log of the server');
    expect(told(vegeta(0.8, { 0: 15, 200: 80, 503: 5 }, ['Get "http://a": context deadline exceeded', '503 Busy']))[1])
      .toContain('(20 %): 15 without an answer ("context deadline exceeded"); 5 with 503. Answered were 80 with 200.');
  });

  it('oha, bombardier and autocannon', () => {
    expect(told({ summary: { successRate: 1, requestsPerSec: 200, average: 0.1, slowest: 0.9 },
      latencyPercentiles: { p50: 0.08, p95: 0.2, p99: 0.5 }, statusCodeDistribution: { 200: 990, 500: 10 },
      errorDistribution: { 'aborted due to deadline': 5 } })[1])
      .toMatch(/^10 of 1,000 requests failed \(1 %\): 10 with 500\. Answered were 990 with 200\. 1,000 requests at 2/);
    expect(told({ spec: { numberOfConnections: 20 }, result: { req2xx: 400, others: 0, timeTakenSeconds: 10,
      latency: { mean: 500_000, max: 800_000, percentiles: { 50: 490_000, 99: 790_000 } }, rps: { mean: 40 } } })[1])
      .toBe('400 requests at 40 per second with 20 connections, none failed. Latency: median 490 ms, 99 % within 790 '
        + 'ms, at most 800 ms, 500 ms in the mean. Each of the 20 connections waits for its answer, so that 20 over '
        + '500 ms is the rate: only more connections show whether the server can do more.');
    expect(told({ 'connections': 10, 'errors': 3, 'timeouts': 3, 'non2xx': 0, '2xx': 97, 'requests': { average: 9.7 },
      'latency': { average: 200, p50: 100, p97_5: 900, p99: 1900, max: 2000 } })[1])
      .toMatch(/^3 of 100 requests failed \(3 %\): "timeout \(3 of the errors\)"\. Answered were 97 with 2xx\./);
  });

  it('two results of a program: failures, the rate, and the latencies, the worst first', () => {
    const text = (root: unknown): string => JSON.stringify(root);
    const slow = { ...vegeta(1, { 200: 100 }, []) as Record<string, unknown>,
      latencies: { 'mean': 2e6, '50th': 1e6, '95th': 6e6, '99th': 30e6, 'max': 30e6 } };
    expect(loadsCompared(text(vegeta(1, { 200: 100 }, [])), text(slow))).toBe('none failed on either side. Requests '
      + 'per second no change (50 to 50); latency: p95 +100 % (3 ms to 6 ms), p99 +50 % (20 ms to 30 ms), median and '
      + 'max the same. One run of each: repeat both before a small difference is believed.');
    expect(loadsCompared(text(slow), text(k6(false)))).toBeNull();
    expect(loadsCompared(text(slow), text(vegeta(0.5, { 0: 50, 200: 50 }, [])))).toContain('failed: 0 % before, 50 % '
      + 'after.');
  });
});
