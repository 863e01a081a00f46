import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import type { DiscoveryJob, DiscoverySource } from '../../kernel/config/configTypes.ts';
import { startTestTarget } from '../../../testdata/testTarget.ts';
import { Discovery, type FoundTarget } from './discovery.ts';
import { HttpSource } from './httpSource.ts';
import { PrometheusSource } from './prometheusSource.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function jobOf(sources: DiscoverySource[], more: Partial<DiscoveryJob> = {}): DiscoveryJob {
  return {
    jobName: 'tsdb', scheme: 'http', metricsPath: '/metrics', params: {}, scrapeIntervalMs: 1000, nodeExporter: false,
    scrapeTimeoutMs: 10_000, rules: [], sources, settings: { scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 }, ...more,
  };
}

interface Watched { discovery: Discovery; urls: () => string[]; problems: Map<string, readonly string[]> }

async function watched(jobs: DiscoveryJob[], previous: Discovery | null = null): Promise<Watched> {
  let found: FoundTarget[] = [];
  const problems = new Map<string, readonly string[]>();
  const discovery = new Discovery({
    jobs, clock: systemClock, previous,
    onFound: (targets) => { found = targets; return Promise.resolve(); },
    onProblems: (key, said) => { problems.set(key, said); },
  });
  closers.push(() => discovery.stop());
  await previous?.stop();
  await discovery.start(20_000);
  return {
    discovery, problems, urls: () => found.map(({ url, metricsPath = '' }) => `${url}${metricsPath}`).sort(),
  };
}

async function served(listener: RequestListener): Promise<{ url: string; asked: string[] }> {
  const server = await startTestTarget(listener);
  closers.push(() => server.close());
  return server;
}

function json(value: unknown, status = 200, type = 'application/json'): RequestListener {
  return (_, response) => { response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value)); };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'discovery-'));
  closers.push(() => { rmSync(made, { recursive: true, force: true }); });
  return made;
}

it('files are read again when they change; a bad one keeps its targets, a lost one loses them', async () => {
  const dir = folder();
  const put = (name: string, text: string): void => {
    writeFileSync(join(dir, `.${name}.tmp`), text);
    renameSync(join(dir, `.${name}.tmp`), join(dir, name));
  };
  put('a.json', '[{"targets": ["a:1"], "labels": {"__metrics_path__": "/prom/metrics"}}]');
  put('b.yml', '- targets: [b:2]\n');
  put('c.txt', 'not looked at');
  const files = ['a*.json', '*.yml'].map((name) => join(dir, name));
  const job = jobOf([{ kind: 'file', files, refreshMs: 500 }]);
  const { discovery, urls, problems } = await watched([job]);
  expect(urls()).toEqual(['http://a:1/prom', 'http://b:2']);
  expect(discovery.views()[0]).toMatchObject({
    job: 'tsdb', droppedCount: 0, sources: [{ kind: 'file', targets: 2, problems: [] }],
    active: [{ labels: { job: 'tsdb', instance: 'a:1' }, scrapeUrl: 'http://a:1/prom/metrics' }, {}],
  });
  put('b.yml', '- targets: [b:2, c:3]\n');
  await expect.poll(urls).toEqual(['http://a:1/prom', 'http://b:2', 'http://c:3']);
  put('b.yml', '- targets: [');
  await expect.poll(() => problems.get('discovery:tsdb:0')?.[0]).toMatch(/b\.yml: line 1 of it is not YAML\. Its prev/);
  expect(urls()).toEqual(['http://a:1/prom', 'http://b:2', 'http://c:3']);

  // The same source in the next configuration goes on with what it had.
  const next = await watched([jobOf(job.sources, { metricsPath: '/m' })], discovery);
  expect(next.urls()).toEqual(['http://a:1/prom', 'http://b:2/m', 'http://c:3/m']);
  rmSync(join(dir, 'a.json'));
  put('b.yml', '');
  await expect.poll(next.urls).toEqual([]);
  await expect.poll(() => next.problems.get('discovery:tsdb:0')).toEqual([]);
});

it('a folder that is not there is a problem, and is found when it comes', async () => {
  const dir = join(folder(), 'later');
  const { urls, problems } = await watched([
    jobOf([{ kind: 'file', files: [join(dir, '*.yml')], refreshMs: 200 }, { kind: 'static', groups: [] }]),
  ]);
  expect(problems.get('discovery:tsdb:0')?.[0]).toContain('later cannot be read (ENOENT)');
  const other = folder();
  writeFileSync(join(other, 'a.yml'), '- targets: [a]\n');
  renameSync(other, dir);
  await expect.poll(urls).toEqual(['http://a']);
});

it('a list that is being handed on when a new configuration takes its sources is given up', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'a.yml'), '- targets: [last]\n');
  const many = Array.from({ length: 1000 }, (_, i) => `a:${i + 1}`);
  const handedOn: number[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => { begin = resolve; });
  const file: DiscoverySource = { kind: 'file', files: [join(dir, 'a.yml')], refreshMs: 60_000 };
  const jobs = [
    jobOf([{ kind: 'static', groups: [{ targets: many, labels: {} }] }], {
      rules: [{
        action: 'drop', sourceLabels: ['__address__'], separator: ';', targetLabel: '', replacement: '', modulus: 0,
        match: (text) => { if (text === 'a:1') begin(); return null; },
      }],
    }),
    jobOf([file], { jobName: 'file' }),
  ];
  const before = new Discovery({
    jobs, clock: systemClock, onFound: ({ length }) => { handedOn.push(length); return Promise.resolve(); },
    onProblems: () => undefined,
  });
  const started = before.start(20_000);
  await begun;
  const { urls } = await watched([jobOf([file], { jobName: 'file' })], before);
  await started;
  expect(urls()).toEqual(['http://last']);
  expect(handedOn).toEqual([]);
});

it('what is dropped or makes no target is listed with its reason; one address is one target', async () => {
  const group = { targets: ['a:1', 'a:1', 'b/c', 'd:4'], labels: {} };
  const { discovery, urls } = await watched([
    jobOf([{ kind: 'static', groups: [group] }], {
      nodeExporter: true,
      rules: [{
        action: 'drop', sourceLabels: ['__address__'], separator: ';', targetLabel: '', replacement: '$1', modulus: 0,
        match: (text) => (text === 'd:4' ? { numbered: [text], named: {} } : null),
      }],
    }),
    jobOf([{ kind: 'static', groups: [group] }], { jobName: 'other', rules: [] }),
  ]);
  expect(urls()).toEqual(['http://a:1', 'http://d:4']);
  expect(discovery.views().map(({ job, active, droppedCount }) => [job, active.length, droppedCount]))
    .toEqual([['tsdb', 2, 2], ['other', 3, 1]]);
  expect(discovery.views()[0]?.dropped).toMatchObject([
    { discoveredLabels: { __address__: 'b/c' }, reason: 'the address "b/c" is not HOST or HOST:PORT' },
    { discoveredLabels: { __address__: 'd:4' }, reason: null },
  ]);
});

it('HTTP: an answer that cannot be used keeps what there was', async () => {
  let answer = json([{ targets: ['a:1'], labels: { team: 'x' } }], 200, 'application/json; charset=utf-8');
  const headers: unknown[] = [];
  const server = await served((request, response) => {
    headers.push(request.headers['x-prometheus-refresh-interval-seconds'], request.url);
    answer(request, response);
  });
  const endpoint = { url: server.url, path: '/sd?all=1' };
  const { discovery, urls, problems } = await watched([jobOf([{ kind: 'http', endpoint, refreshMs: 200 }])]);
  expect(urls()).toEqual(['http://a:1']);
  expect(headers.slice(0, 2)).toEqual(['0.2', '/sd?all=1']);
  expect(discovery.views()[0]?.active[0]?.discoveredLabels).toMatchObject({ __meta_url: `${server.url}/sd?all=1` });
  for (const [listener, words] of [
    [json([], 500), 'answered /sd?all=1 with HTTP 500'], [json([], 200, 'text/html'), 'with application/json'],
    [json({}), 'it is no list of target groups'], [json([{ targets: [1] }]), 'no list of texts'],
    [json([{ targets: ['x'.repeat(9 * 2 ** 20)] }]), 'more than 8 MiB'],
  ] as const) {
    answer = listener;
    await expect.poll(() => problems.get('discovery:tsdb:0')?.[0]).toContain(words);
    expect(urls()).toEqual(['http://a:1']);
  }
  answer = json([]);
  await expect.poll(urls).toEqual([]);
  expect(problems.get('discovery:tsdb:0')).toEqual([]);
});

it('credentials of an endpoint are in no problem', async () => {
  const server = await served((request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`no: ${request.headers.authorization ?? ''}`);
  });
  const authorization = { type: 'Bearer', credentials: 'very-secret-token' };
  const source = new HttpSource({ url: server.url, path: '/', authorization }, 1000);
  closers.push(() => { source.close(); });
  const { problems } = await source.read();
  expect(problems[0]).toContain('HTTP 403');
  expect(problems[0]).not.toContain('secret');
});

const TARGETS = {
  status: 'success',
  data: {
    activeTargets: [
      {
        labels: { job: 'prom', instance: 'localhost:9090' }, scrapePool: 'prom', health: 'up',
        scrapeUrl: 'http://localhost:9090/p/metrics', discoveredLabels: {},
      },
      {
        labels: { job: 'thanos', instance: 'thanos-0', 'bad-name': 'x', __hidden: 'y' }, scrapePool: 'thanos',
        health: 'down', scrapeUrl: 'https://thanos.example:443/metrics?team=a&team=b',
      },
      { labels: { job: 'node', instance: 'n:9' }, scrapePool: 'node', health: 'up', scrapeUrl: 'http://n:9/metrics' },
      { labels: {}, scrapePool: 'odd', scrapeUrl: 'not an address' }, null, 7,
    ],
  },
};
const DATABASES = {
  status: 'success',
  data: { resultType: 'vector', result: [{ metric: { job: 'thanos', instance: 'thanos-0' }, value: [1, '1'] }, null] },
};

it('Prometheus: its targets by job, or those that are databases by their metrics', async () => {
  const server = await served((request, response) => {
    json((request.url ?? '').startsWith('/base/api/v1/query') ? DATABASES : TARGETS)(request, response);
  });
  const read = async (jobs: string[], url = server.url): Promise<Record<string, string>[]> => {
    const source = new PrometheusSource({ url, path: '/base' }, jobs, 60_000);
    closers.push(() => { source.close(); });
    const { found, problems } = await source.read();
    expect(problems).toEqual([]);
    return (found ?? []).map((labels) => Object.fromEntries(labels));
  };
  expect(await read(['prom', 'odd'])).toEqual([{
    job: 'prom', instance: 'localhost:9090', __address__: 'localhost:9090', __scheme__: 'http',
    __metrics_path__: '/p/metrics', __meta_prometheus_scrape_pool: 'prom', __meta_prometheus_health: 'up',
    __meta_prometheus_url: `${server.url}/base`,
  }]);
  expect(await read([])).toEqual([{
    job: 'thanos', instance: 'thanos-0', __address__: 'thanos.example:443', __scheme__: 'https',
    __metrics_path__: '/metrics', __param_team: 'a', __meta_prometheus_scrape_pool: 'thanos',
    __meta_prometheus_health: 'down', __meta_prometheus_url: `${server.url}/base`,
  }]);
  expect(server.asked.some((path) => path.startsWith('/base/api/v1/query?query=group%20by'))).toBe(true);
});

it('Prometheus: the localhost of another host is that host', async () => {
  const server = await served(json(TARGETS));
  // An address of this host that is not a loopback one by its form.
  const near = new PrometheusSource({ url: server.url.replace('127.0.0.1', '0.0.0.0'), path: '' }, ['prom'], 60_000);
  closers.push(() => { near.close(); });
  const { found } = await near.read();
  expect(Object.fromEntries(found?.[0] ?? [])).toMatchObject({ __address__: '0.0.0.0:9090', instance: '0.0.0.0:9090' });
});

it.each([
  [json({ status: 'error', error: 'no' }), 'as a Prometheus does'], [json([]), 'as a Prometheus does'],
  [json({ status: 'success', data: {} }), 'as a Prometheus does'], [json({}, 404), 'HTTP 404'],
])('Prometheus: what is none is a problem (%#)', async (listener, words) => {
  const server = await served(listener);
  const source = new PrometheusSource({ url: server.url, path: '' }, ['a'], 60_000);
  closers.push(() => { source.close(); });
  const { found, problems } = await source.read();
  expect(found).toBe(null);
  expect(problems[0]).toContain(words);
});
