import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (file: unknown): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(JSON.stringify(file)));
  return [format, interest];
};

const metrics = {
  http_reqs: { rate: 20, count: 600 }, iterations: { rate: 20, count: 600 },
  http_req_failed: { fails: 600, passes: 0, value: 0 }, checks: { passes: 590, fails: 10, value: 0.98 },
  http_req_duration: { avg: 12, med: 9.5, 'p(95)': 40, max: 250, min: 2 }, iteration_duration: { avg: 1012, min: 1002 },
  vus_max: { max: 20, value: 20, min: 20 },
};

it('a summary of k6: the requests that did not fail are no failures, and the script sets the rate', () => {
  expect(told({ metrics, root_group: {} })).toEqual(['k6-json', '600 requests; 20 per second; none failed; 10 of 600 '
    + 'checks failed; durations: median 9.5 ms, p(95) 40 ms, max 250 ms. An iteration takes 1.01 s in the mean, of '
    + 'which 12 ms are requests: the rate follows from the waits of the script and its 20 users, and is not the most '
    + 'that the server can answer.']);
});

it('the newer form has values in an object of their own, and thresholds', () => {
  expect(told({ metrics: {
    http_reqs: { type: 'counter', values: { count: 10, rate: 5 } },
    http_req_failed: { type: 'rate', values: { rate: 0.2, passes: 2, fails: 8 } },
    http_req_duration: { type: 'trend', values: { avg: 5, med: 4 }, thresholds: { 'p(95)<3': { ok: false } } },
  } })[1]).toBe('A threshold was crossed: http_req_duration p(95)<3. 10 requests; 5 per second; 20 % failed; '
    + 'durations: median 4 ms.');
});

it('a report of vegeta is no error message, and latencies of failed requests are no speed', () => {
  const latencies = { total: 9e7, mean: 3e6, '50th': 2e6, '99th': 9e6, max: 9e6 };
  const [format, interest] = told({ latencies, requests: 40, rate: 10, success: 0.25, status_codes: { 0: 30, 200: 10 },
    errors: ['Get "http://shop:80/": dial tcp 10.0.0.1:80: connect: connection refused'] });
  expect(format).toBe('vegeta-json');
  expect(interest).toContain('10 of 40 requests succeeded (25 %); sent at 10 per second; 30 had no answer.');
  expect(interest).toContain('say nothing of the speed of answers.');
  expect(told({ latencies, requests: 40, rate: 10, success: 1, status_codes: { 200: 40 }, errors: [] })[1])
    .toBe('40 of 40 requests succeeded (100 %); sent at 10 per second. Latencies: mean 3 ms, median 2 ms, 99 % within '
      + '9 ms, at most 9 ms.');
});
