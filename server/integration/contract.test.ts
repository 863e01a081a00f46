import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompactionPanel, GcCpuPanel, PanelFinding, ProfileInfo, SampleSeries, ScrapesPanel, Target, WalReplayPanel } from '../../core/contract/contract.ts';
import { ROUTES } from '../api/http/openapi.ts';
import { demoOpened, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;
let profiles: ProfileInfo[];

beforeAll(async () => {
  scope = await startTsdbscope(['--demo'], dataDir);
  profiles = await demoOpened(scope);
});
afterAll(async () => {
  await scope.stop();
  remove();
});

function sideOf(side: 'before' | 'after', label: RegExp): string {
  return profiles.find((profile) => profile.pair?.side === side && label.test(profile.pair.label))?.id ?? '';
}

/** The whole answer, held against the schema that openapi.json gives for its route. */
async function checked(path: string, route: string): Promise<unknown> {
  const document = (await (await scope.fetch('/api/v1/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema: object }> }> } }>;
    components: object;
  };
  const schema = document.paths[route]?.get.responses['200']?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`openapi.json does not describe ${route}`);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile({ ...schema, components: document.components });
  const answer = await (await scope.fetch(`/api/v1${path}`)).json() as unknown;
  const valid = validate(answer);
  expect({ path, valid, errors: validate.errors?.slice(0, 5) ?? null }).toEqual({ path, valid: true, errors: null });
  return (answer as { data: unknown }).data;
}

describe('every answer matches openapi.json', () => {
  it('for each JSON route, on the demo', async () => {
    const before = sideOf('before', /WAL/);
    const after = sideOf('after', /WAL/);
    const fill: Record<string, string> = { '{target}': 'demo-incident', '{id}': before };
    const query: Record<string, string> = {
      '/profiles/{id}/callers': '?function=runtime.scanobject',
      '/profiles/{id}/lines': '?function=runtime.scanobject',
      '/profiles/{id}/search': '?search=runtime',
      '/diff/callers': '&function=runtime.scanobject',
      '/diff/lines': '&function=runtime.scanobject',
      '/diff/search': '&search=runtime',
      '/targets/{target}/samples': '?match=process_cpu_seconds_total',
    };
    const routes = ROUTES.filter((route) => route.method === 'get' && route.data !== undefined && route.path !== '/captures/{id}' && route.path !== '/replays/{id}');
    expect(routes.length).toBeGreaterThan(14);
    for (const route of routes) {
      const path = route.path.replace(/\{\w+\}/g, (name) => fill[name] ?? name);
      const sides = route.path.startsWith('/diff/') ? `?before=${before}&after=${after}` : '';
      await checked(path + sides + (query[route.path] ?? ''), route.path);
    }
    await checked('/targets/demo-wal-replay/panels/wal-replay', '/targets/{target}/panels/wal-replay');
  });
});

describe('what stands beside the API', () => {
  it('is described with it, and is there', async () => {
    const { paths } = (await (await scope.fetch('/api/v1/openapi.json')).json()) as { paths: Record<string, { servers?: { url: string }[]; get?: { responses: Record<string, { content: object }> } }> };
    const beside = Object.entries(paths).filter(([, { servers }]) => servers !== undefined);
    expect(beside.map(([path]) => path)).toEqual(['/healthz', '/readyz', '/metrics', '/embed/{token}', '/embed/{token}.svg', '/embed/{token}.png', '/oembed']);
    for (const [path, { servers, get }] of beside) {
      expect(servers).toEqual([{ url: '/' }]);
      const answer = await scope.fetch(path.replace('{token}', 'none'));
      // A token that is none, and an address that is none.
      expect(answer.status).toBe(path.startsWith('/embed') ? 401 : path === '/oembed' ? 404 : 200);
      expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual([(answer.headers.get('content-type') ?? '').split(';')[0]]);
    }
  });
});

describe('an address that is none', () => {
  const asked = async (path: string, method = 'GET'): Promise<[number, string, string | null]> => {
    const answer = await scope.fetch(path, { method });
    return [answer.status, (answer.headers.get('content-type') ?? '').split(';')[0] ?? '', answer.headers.get('allow')];
  };

  it('of the API is never answered with the page', async () => {
    expect(await asked('/api/v2/targets')).toEqual([404, 'application/json', null]);
    expect(await asked('/api/targets')).toEqual([404, 'application/json', null]);
    expect(await asked('/api/v1/targets', 'PUT')).toEqual([405, 'application/json', 'GET, HEAD']);
    expect(await asked('/api/v1/recordings')).toEqual([405, 'application/json', 'POST']);
    expect(await asked('/healthz', 'POST')).toEqual([405, 'application/json', 'GET, HEAD']);
  });

  it('of a file is not there, and any other is the page, which says so', async () => {
    expect(await asked('/favicon.ico')).toEqual([404, 'application/json', null]);
    expect(await asked('/nowhere')).toEqual([200, 'text/html', null]);
  });
});

describe('a window that ends before it starts', () => {
  it('is told with where it ends when nothing is said', async () => {
    const answer = await scope.fetch('/api/v1/targets/demo-incident/panels/memory?start=2026-12-01');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ status: 'error', errorType: 'bad_data', error: '"end" must be later than "start"; left out, it is where the recording ends.' });
  });
});

describe('the demo', () => {
  it('opens as recorded targets with kind and version', async () => {
    const targets = await scope.get<Target[]>('/targets');
    expect(targets.map(({ name, state, kind, version }) => ({ name, state, kind, version }))).toEqual(expect.arrayContaining([
      { name: 'demo-incident', state: 'recorded', kind: 'prometheus', version: '2.42.0+ds' },
      { name: 'demo-wal-replay', state: 'recorded', kind: 'prometheus', version: '2.42.0+ds' },
    ]));
  });

  it('has something to show in every panel', async () => {
    const panel = <T>(target: string, name: string): Promise<T> => scope.get<T>(`/targets/${target}/panels/${name}`);
    const gc = await panel<GcCpuPanel>('demo-incident', 'gc-cpu');
    expect(gc.cycles.length).toBeGreaterThan(30);
    expect(gc.correlation.pearson).toBeGreaterThan(0.5);
    const compaction = await panel<CompactionPanel>('demo-incident', 'compaction');
    expect(compaction.blockRangeSeconds).toBe(120);
    expect(compaction.compactions).toHaveLength(10);
    expect(compaction.alignment.aligned).toBe(true);
    const scrapes = await panel<ScrapesPanel>('demo-incident', 'scrapes');
    expect(scrapes.scrapes).toMatchObject({ total: 1210, failed: 4 });
    const replay = await panel<WalReplayPanel>('demo-wal-replay', 'wal-replay');
    expect(replay.state).toBe('done');
    expect(replay.totalDurationSeconds).toBeGreaterThan(60);
    expect(replay.totalDurationSeconds).toBeLessThan(70);
    const findings = await scope.get<PanelFinding[]>('/targets/demo-incident/findings');
    expect(findings.length).toBeGreaterThan(0);
    for (const { sentence } of findings) expect(sentence).toMatch(/\.$/);
  });

  it('gives back what was scraped', async () => {
    const [series] = await scope.get<SampleSeries[]>('/targets/demo-incident/samples?match=go_gc_duration_seconds_count');
    expect(series?.values).toHaveLength(1206);
    expect(series?.values[0]?.[1]).toBe(4);
    expect(series?.values.at(-1)?.[1]).toBe(45);
  });

  it('diffs the shipped pair with the numbers of go tool pprof', async () => {
    const diff = await scope.get<{ totals: { before: number; after: number }; rows: { function: string; flat: { delta: number } }[] }>(
      `/diff/top?before=${sideOf('before', /WAL/)}&after=${sideOf('after', /WAL/)}&limit=0`,
    );
    expect(diff.totals).toEqual({ before: 75_160_000_000, after: 51_030_000_000 });
    expect(diff.rows.find((row) => row.function === 'runtime.scanobject')?.flat.delta).toBe(1_850_000_000 - 8_990_000_000);
  });

  it('opens an exported window again as the same recording', async () => {
    const [target] = (await scope.get<Target[]>('/targets')).filter(({ name }) => name === 'demo-incident');
    const start = (target?.recorded?.start ?? 0) + 100;
    const file = await (await scope.fetch(`/api/v1/targets/demo-incident/recording?start=${start}&end=${start + 60}`)).arrayBuffer();
    const posted = await scope.fetch('/api/v1/recordings?name=again', { method: 'POST', body: file });
    expect(posted.status).toBe(201);
    const query = `samples?match=${encodeURIComponent('{__name__=~"go_.*|process_.*"}')}&start=${start}&end=${start + 60}`;
    expect(await scope.get(`/targets/again/${query}`)).toEqual(await scope.get(`/targets/demo-incident/${query}`));
    expect((await scope.fetch('/api/v1/recordings?name=again', { method: 'POST', body: file })).status).toBe(400);
    expect((await scope.fetch('/api/v1/targets/again', { method: 'DELETE' })).status).toBe(200);
  });

  it('refuses a recording that is none, and keeps nothing of it', async () => {
    for (const body of ['<html>nope</html>', '{"path":"/metrics"}\n', Buffer.from([0x1f, 0x8b, 1, 2])]) {
      const answer = await scope.fetch('/api/v1/recordings?name=bad', { method: 'POST', body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(((await answer.json()) as { error: string }).error.length).toBeGreaterThan(20);
    }
    expect((await scope.get<Target[]>('/targets')).map(({ name }) => name)).not.toContain('bad');
  });

  it('takes several profiles in one form', async () => {
    const form = new FormData();
    for (const side of ['before', 'after']) {
      form.append('profile', new Blob([readFileSync(join(import.meta.dirname, `../../public/demo/compaction.${side}.cpu.pb.gz`))]), `${side}.pb.gz`);
    }
    const answer = await scope.fetch('/api/v1/profiles', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
    expect(((await answer.json()) as { data: ProfileInfo[] }).data).toHaveLength(2);
  });
});
