import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { QueryLog } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { normalQuery } from '../../../../core/text/normalQuery.ts';
import { analyseQueryLogInSteps } from './queryLogAnswer.ts';
import { readQueryLine } from './queryLine.ts';

const HEAVY = 'sum(rate(http_requests_total{job="api"}[5m]))';
interface Made { query?: string; ts?: string; evalSeconds?: number; queueSeconds?: number; by?: object; extra?: object }

/** A line as Prometheus 2.42 writes it. */
function line(
  { query = HEAVY, ts = '2026-11-27T10:00:10.000Z', evalSeconds = 2, queueSeconds = 0, by, extra = {} }: Made
): string {
  return JSON.stringify({
    ...by ?? { httpRequest: { clientIP: '10.0.0.1', method: 'GET', path: '/api/v1/query_range' } },
    params: { end: '2026-11-27T10:00:00.000Z', query, start: '2026-11-27T09:00:00.000Z', step: 15 },
    spanID: '0000000000000000',
    stats: {
      timings: {
        evalTotalTime: evalSeconds, resultSortTime: 0, queryPreparationTime: 0.01, innerEvalTime: evalSeconds,
        execQueueTime: queueSeconds, execTotalTime: evalSeconds + queueSeconds,
      },
      samples: { totalQueryableSamples: 41_000_000, peakSamples: 90_000 },
    },
    ts, ...extra,
  });
}

function read(text: string): QueryLog | null {
  const steps = analyseQueryLogInSteps(new TextEncoder().encode(text));
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

it('takes the time of the line as the end of the evaluation, and leaves the queue out of it', () => {
  const found = readQueryLine(line({ evalSeconds: 2, queueSeconds: 3 }), null)?.query;
  expect(found).toMatchObject({
    text: HEAVY, evalSeconds: 2, queueSeconds: 3, samples: 41_000_000, peakSamples: 90_000, rangeSeconds: 3600,
    origin: { kind: 'http', client: '10.0.0.1', path: '/api/v1/query_range' }, error: null,
  });
  expect(found?.end).toBe(Date.parse('2026-11-27T10:00:10Z') / 1000);
  expect(found?.start).toBe(Date.parse('2026-11-27T10:00:08Z') / 1000);
});

const SLOG = {
  time: '2026-11-27T10:00:10Z', level: 'INFO', source: 'file_logger.go:62', msg: 'promql query logged', ts: undefined,
};
const LOGFMT = 'time=2026-11-27T10:00:10.000Z level=INFO source=engine.go:699 msg="promql query logged" '
  + 'params="map[end:2026-11-27T10:00:00.000Z query:sum(rate(http_requests_total{job=\\"api\\"}[5m])) '
  + 'start:2026-11-27T09:00:00.000Z step:15]" stats="&{Timings:{EvalTotalTime:2 ResultSortTime:0 '
  + 'QueryPreparationTime:0.1 InnerEvalTime:2 ExecQueueTime:0 ExecTotalTime:2} Samples:0xc000}" '
  + 'httpRequest="map[clientIP:10.0.0.1 method:GET path:/api/v1/query_range]"';

it.each([
  ['as 2.x writes it', line({})],
  ['as 3.x writes it, by slog', line({ extra: SLOG })],
  ['in logfmt', LOGFMT],
  ['in Docker lines', JSON.stringify({ log: `${line({})}\n`, stream: 'stdout', time: '2026-11-27T10:00:11Z' })],
  ['in lines of a container runtime', `2026-11-27T10:00:11.5Z stdout F ${line({})}`],
  ['in docker compose lines', `prometheus-1  | ${line({})}`],
  ['in kubectl --prefix lines', `[pod/prometheus-0/prometheus] ${line({ extra: SLOG })}`],
  ['in journald lines', `Nov 27 10:00:11 host prometheus[7]: ${line({})}`],
])('reads a query %s', (_, text) => {
  const log = read(`${text}\nlevel=info ts=2026-11-27T10:00:00Z msg="no query"\n`);
  expect(log).toMatchObject({ count: 1, lines: { read: 1, other: 1 }, end: Date.parse('2026-11-27T10:00:10Z') / 1000 });
  expect(log?.longest[0]).toMatchObject({
    text: HEAVY, evalSeconds: 2, origin: { kind: 'http', client: '10.0.0.1', path: '/api/v1/query_range' },
  });
});

it('groups texts that differ by values of labels, and names who asked', () => {
  const other = HEAVY.replace('api', 'web');
  const rule = { ruleGroup: { file: '/etc/rules.yml', name: 'node' } };
  const post = { httpRequest: { clientIP: '10.0.0.2', method: 'POST', path: '/api/v1/query' } };
  const log = read([
    line({}), line({ query: other, by: post }),
    ...Array.from({ length: 5 }, () => line({ query: 'up == 0', evalSeconds: 0.001, by: rule })),
  ].join('\n'));
  expect(log?.groups.map(({ text, texts, count }) => ({ text, texts, count }))).toEqual([
    { text: 'sum(rate(http_requests_total{job="…"}[5m]))', texts: 2, count: 2 },
    { text: 'up == 0', texts: 1, count: 5 },
  ]);
  expect(log?.askers.map(({ origin, count }) => [origin.kind, count])).toEqual([['http', 1], ['http', 1], ['rule', 5]]);
  expect(log?.finding.sentence).toBe('One query takes 100 % of the query time, 2 s each.');
});

it('keeps its claim short, whoever asked', () => {
  const log = read(line({}));
  expect(log?.finding.sentence)
    .toBe('One query takes 100 % of the query time, 2 s each, asked by 10.0.0.1 /api/v1/query_range.');
  expect(claimMistakes(log?.finding.claim ?? [])).toEqual([]);
});

it('counts failures, with what they say', () => {
  const log = read(`${line({ extra: { error: 'query timed out in expression evaluation' } })}\n${line({})}\n`);
  expect(log?.failed).toBe(1);
  expect(JSON.stringify(log?.finding.evidence)).toContain('query timed out in expression evaluation');
});

it('says which evaluations waited for a slot, and for what', () => {
  const waits = (queueSeconds: number, evalSeconds: number, by = {}): string => line({ queueSeconds, evalSeconds, by });
  const said = (...lines: string[]): string => JSON.stringify(read(lines.join('\n'))?.finding.evidence);
  const rule = { ruleGroup: { file: '/etc/r.yml', name: 'slo-a' }, httpRequest: undefined };
  const late = said(waits(0, 40), waits(0, 30), waits(20, 0.05), waits(31, 0.02, rule));
  expect(late).toContain('waited for a free slot (execQueueTime), up to ');
  expect(late).toContain('one of the rule group slo-a for ');
  expect(late).toContain('Make the heaviest query cheaper first');
  expect(said(waits(2, 40), waits(0.2, 0.1))).not.toContain('free slot');
});

it('says how many queries ran at once, in steps that add up to the time of all', () => {
  const log = read([
    line({ evalSeconds: 4 }), line({ evalSeconds: 6 }), line({ ts: '2026-11-27T14:00:10.000Z', evalSeconds: 2 }),
  ].join('\n'));
  const { stepSeconds = NaN, running = [], time = [], ended = [] } = log?.timeline ?? {};
  expect(time.length).toBeLessThanOrEqual(242);
  expect(running.reduce((sum, one) => sum + one, 0) * stepSeconds).toBeCloseTo(12, 6);
  expect(ended.reduce((sum, one) => sum + one, 0)).toBe(3);
});

it('reads what a real Prometheus wrote', () => {
  const file = new URL('../../../../testdata/logs/prom-2.42-query.log.gz', import.meta.url);
  const text = gunzipSync(readFileSync(file)).toString();
  const log = read(text);
  expect(log).toMatchObject({ count: 120, failed: 0, lines: { read: 120, other: 0 }, askerCount: 3 });
  expect(log?.groups.find(({ text: one }) => one.includes('1ms'))).toMatchObject({
    text: 'sum(sum_over_time(up[200s:1ms]))', count: 1, samples: 18_555_084, peakSamples: 40_444,
    origins: [{ kind: 'http', client: '127.0.0.1', path: '/api/v1/query_range' }],
  });
  expect(log?.askers.find(({ origin }) => origin.kind === 'rule'))
    .toMatchObject({ origin: { group: 'g1', file: '/etc/prometheus/rules.yml' } });
});

it.each([
  ['no query', 'level=info ts=2026-11-27T10:00:00Z msg="Server is ready to receive web requests."\n'],
  ['nothing', ''],
  ['a broken line', line({}).slice(0, -20)],
  ['a time that no evaluation takes', line({ evalSeconds: 1e12 })],
  ['a query without a time', line({ extra: { ts: undefined } })],
])('reads %s as no query log', (_, text) => {
  expect(read(text)).toBeNull();
});

it('stays bounded with texts, clients and times without end', () => {
  const log = read(Array.from({ length: 20_000 }, (_, i) => line({
    query: `metric_${i}`, ts: new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString(), evalSeconds: i % 7,
    by: { httpRequest: { clientIP: `10.${i}`, method: 'GET', path: '/' } },
  })).join('\n'));
  expect(log?.count).toBe(20_000);
  expect(log?.groupCount).toBe(20_000);
  expect(log?.groups.length).toBeLessThanOrEqual(200);
  expect(log?.longest.length).toBeLessThanOrEqual(500);
  expect(log?.timeline.time.length).toBeLessThanOrEqual(242);
});

it.each([
  ['sum by (job)  (\n  up{job="a"} # why\n)', 'sum by (job) ( up{job="…"} )'],
  [String.raw`up{a="x\"y",b=~'z'}`, 'up{a="…",b=~"…"}'],
  ['{__name__="up", job="a"}', '{__name__="up", job="…"}'],
  ['up @ 1700000000.5 offset 5m', 'up @ … offset 5m'],
  ['up{a="never closed', 'up{a="…"'],
])('writes %s as a text without its values', (text, normal) => {
  expect(normalQuery(text)).toBe(normal);
});
