import { afterEach, expect, test } from 'vitest';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { TargetClient } from '../httpClient.ts';
import { TargetTsdb } from './targetTsdb.ts';

const START_SECONDS = 1_800_000_000;
/** The server's clock is two seconds behind ours. */
const BEHIND_MS = 2000;
const POD = { namespace: 'mon', pod: 'prom-0', container: 'prometheus' };

let server: TestTarget | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

interface Setup {
  own?: Record<string, string>; container?: Record<string, string>; status?: () => number;
  /** Whether it has scraped itself. */
  isThere?: () => boolean;
}

async function tsdbOf({ own = POD, container, status = () => 200, isThere = () => true }: Setup): Promise<{
  tsdb: TargetTsdb; clock: { nowMs: number; isWell: boolean; isSlow: boolean };
  asked: (what?: string) => string[];
}> {
  const clock = { nowMs: 1000 * START_SECONDS + 600_000, isWell: true, isSlow: false };
  const queries: string[] = [];
  server = await startTestTarget((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams.get('query') ?? '';
    queries.push(query);
    const second = START_SECONDS + 500;
    const counter = (name: string) => ({
      metric: { __name__: name, ...POD }, values: [[second, '1'], [second + 15, '2']],
    });
    const node = { instance: 'prom:9100', job: 'node' };
    const ofNode = (name: string, value: string) => (
      { metric: { __name__: name, ...node }, values: [[second, value], [second + 15, value]] }
    );
    const result = query === 'time()' ? [(clock.nowMs - BEHIND_MS) / 1000, '0']
      : query === 'process_start_time_seconds'
        ? isThere() ? [{ metric: { __name__: query, job: 'self', ...own }, value: [0, String(START_SECONDS)] }] : []
        : query.includes('node_boot_time') ? [{ metric: { __name__: 'node_boot_time', ...node }, value: [0, '1'] }]
          : query.includes('instance="prom:9100"') ? [ofNode('up', '1'), ofNode('node_load1', '3')]
        : query.includes('pod="prom-0"') ? [
          'container_cpu_cfs_periods_total', 'container_cpu_cfs_throttled_periods_total',
          'container_cpu_cfs_throttled_seconds_total'
        ].map(counter) : [];
    const resultType = query.includes('[') ? 'matrix' : 'vector';
    response.writeHead(status(), { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 'success', data: { resultType, result } }));
  });
  const tsdb = new TargetTsdb({
    client: new TargetClient(server.config), ...(container === undefined ? {} : { container }),
    target: () => ({ ...clock, processStartSeconds: START_SECONDS }),
    clock: { nowMs: () => clock.nowMs, sleep: () => Promise.resolve() },
  });
  return { tsdb, clock, asked: (what = 'container_') => queries.filter((query) => query.includes(what)) };
}

const WINDOW = { startMs: 1000 * START_SECONDS, endMs: 1000 * START_SECONDS + 600_000 };

test('counters of the pod that the labels of its scrape name, on our clock; asked for once', async () => {
  const { tsdb, clock, asked } = await tsdbOf({});
  const read = await tsdb.container(WINDOW);
  expect(read.runs).toHaveLength(1);
  expect(read.runs[0]?.timeMs.map((at) => at / 1000 - START_SECONDS)).toEqual([502, 517]);
  expect(asked()[0]).toContain('pod="prom-0",namespace="mon",container="prometheus"}[');
  await Promise.all([tsdb.container(WINDOW), tsdb.container(WINDOW)]);
  expect(asked()).toHaveLength(1);
  clock.nowMs += 60_000;
  await tsdb.container({ ...WINDOW, endMs: clock.nowMs });
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toContain('[120s]');
  await tsdb.stop();
});

test('what is kept is still known while the target is not well, and nothing is asked', async () => {
  const { tsdb, clock, asked } = await tsdbOf({});
  await tsdb.container(WINDOW);
  clock.isWell = false;
  clock.nowMs += 300_000;
  expect((await tsdb.container({ ...WINDOW, endMs: clock.nowMs })).runs).toHaveLength(1);
  expect(asked()).toHaveLength(1);
  await tsdb.stop();
});

test('why there is none: no name, no counters, not up', async () => {
  const unnamed = await tsdbOf({ own: { instance: '127.0.0.1:9090' } });
  expect((await unnamed.tsdb.container(WINDOW)).sentence).toContain('Its container is not known');
  await unnamed.tsdb.stop();
  await server?.close();
  const none = await tsdbOf({ container: { pod: 'other' } });
  expect((await none.tsdb.container(WINDOW)).sentence).toContain('No cAdvisor counters');
  none.clock.nowMs += 30_000;
  await none.tsdb.container(WINDOW);
  expect(none.asked()).toHaveLength(1);
  none.clock.nowMs += 31_000;
  await none.tsdb.container({ ...WINDOW, endMs: none.clock.nowMs });
  expect(none.asked()).toHaveLength(2);
  await none.tsdb.stop();
  await server?.close();
  const down = await tsdbOf({});
  down.clock.isWell = false;
  expect((await down.tsdb.container(WINDOW)).sentence).toContain('not up');
  await down.tsdb.stop();
});

test('one that started a moment ago and has not scraped itself yet is asked again', async () => {
  let isThere = false;
  const { tsdb, clock } = await tsdbOf({ isThere: () => isThere });
  clock.nowMs = 1000 * START_SECONDS + 5000;
  expect((await tsdb.container(WINDOW)).sentence).toContain('not in its own TSDB yet');
  isThere = true;
  clock.nowMs += 10_000;
  expect((await tsdb.container(WINDOW)).runs).toEqual([]);
  clock.nowMs += 10_000;
  expect((await tsdb.container(WINDOW)).runs).toHaveLength(1);
  await tsdb.stop();
  await server?.close();
  const old = await tsdbOf({ isThere: () => false });
  expect((await old.tsdb.container(WINDOW)).sentence).toContain('It does not scrape itself');
  await old.tsdb.stop();
});

test('an API in trouble rests for a minute; one that is none, for ten', async () => {
  let status = 503;
  const { tsdb, clock } = await tsdbOf({ status: () => status });
  const requests = (): number => server?.asked.length ?? 0;
  await tsdb.container(WINDOW);
  await tsdb.container(WINDOW);
  expect(requests()).toBe(1);
  status = 404;
  clock.nowMs += 61_000;
  await tsdb.container(WINDOW);
  expect(requests()).toBe(2);
  clock.nowMs += 300_000;
  expect((await tsdb.container(WINDOW)).sentence).toContain('No query API');
  expect(requests()).toBe(2);
  await tsdb.stop();
});

test('scrapes by job, at moments that every question within a step shares', async () => {
  const asked: URLSearchParams[] = [];
  server = await startTestTarget((request, response) => {
    const params = new URL(request.url ?? '', 'http://localhost').searchParams;
    const query = params.get('query') ?? '';
    if (query.includes('by (job)')) asked.push(params);
    const result = query === 'time()' ? [START_SECONDS + 600, '0']
      : query === 'process_start_time_seconds'
        ? [{ metric: { __name__: query, ...POD }, value: [0, String(START_SECONDS)] }]
        : [{ metric: { job: 'load' }, values: [[Number(params.get('start')), '0.25']] }];
    response.writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
  });
  const tsdb = new TargetTsdb({
    client: new TargetClient(server.config),
    clock: { nowMs: () => 1000 * START_SECONDS + 600_000, sleep: () => Promise.resolve() },
    target: () => ({ isWell: true, processStartSeconds: START_SECONDS }),
  });
  const read = await tsdb.jobDurations({ ...WINDOW, stepMs: null });
  expect(read).toMatchObject({ stepSeconds: 30, others: 0 });
  expect(read.p50Seconds['load']?.slice(0, 2)).toEqual([0.25, null]);
  expect(read.maxSeconds['load']?.[0]).toBe(0.25);
  expect(read.time).toHaveLength(21);
  expect(await tsdb.jobDurations({ ...WINDOW, endMs: WINDOW.endMs + 29_000, stepMs: 1000 })).toEqual(read);
  expect(asked.map((params) => params.get('query'))).toEqual([
    'max by (job) (max_over_time(scrape_duration_seconds[60s]))',
    'quantile by (job) (0.5, quantile_over_time(0.5, scrape_duration_seconds[60s]))',
  ]);
  await tsdb.stop();
});

test('the newest scrape of its host, on our clock; nothing is asked while the target is slow or down', async () => {
  const { tsdb, clock, asked } = await tsdbOf({ own: { ...POD, instance: 'prom:9090' } });
  const ask = (afterMs: number) => tsdb.newestOfHost(['up', 'node_load1'], afterMs);
  const timeMs = 1000 * (START_SECONDS + 517);
  expect(await ask(-Infinity)).toEqual({ timeMs, everyMs: 15_000, body: 'node_load1 3\n' });
  expect(await ask(timeMs)).toBeNull();
  expect(asked('node_load1')).toEqual(
    new Array(2).fill('{__name__=~"up|node_load1",instance="prom:9100",job="node"}[120s]')
  );
  expect(asked('node_boot_time')).toHaveLength(1);
  clock.isSlow = true;
  expect(await ask(-Infinity)).toBeNull();
  Object.assign(clock, { isSlow: false, isWell: false });
  expect(await ask(-Infinity)).toBeNull();
  expect(asked('node_load1')).toHaveLength(2);
  await tsdb.stop();
});

test('an API in trouble is not asked for the host for a minute', async () => {
  let status = 200;
  const { tsdb, clock, asked } = await tsdbOf({ own: { instance: 'prom:9090' }, status: () => status });
  const ask = () => tsdb.newestOfHost(['up', 'node_load1'], -Infinity);
  await ask();
  status = 503;
  for (let i = 0; i < 3; i++) expect(await ask()).toBeNull();
  expect(asked('node_load1')).toHaveLength(2);
  status = 200;
  clock.nowMs += 61_000;
  expect(await ask()).not.toBeNull();
  await tsdb.stop();
});
