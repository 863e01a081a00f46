import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode } from '../../../profile/decode/encode.ts';
import { timed } from '../../../../testdata/profiles/timedProfile.ts';
import type { BenchmarkOutput, OpenedFiles, ProfileInfo } from '../../../../core/contract/contract.ts';
import { bodyValue, parameterText } from '../../../../testdata/askedAtRandom.ts';
import { demoOpened, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

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

async function uploadedTrace(): Promise<string> {
  const body = readFileSync(new URL('../../../../testdata/traces/short-go1.26.gz', import.meta.url));
  const answer = await scope.fetch('/api/v1/profiles?name=short.trace', { method: 'POST', body });
  const { data: [uploaded] } = await answer.json() as { data: ProfileInfo[] };
  return uploaded?.id ?? '';
}

async function uploadedTimes(): Promise<string> {
  const body = Buffer.from(encode(timed([['main;read 1', 500], ['main;parse 1', 900]])));
  const answer = await scope.fetch('/api/v1/profiles?name=timed.pb', { method: 'POST', body });
  const { data: [uploaded] } = await answer.json() as { data: ProfileInfo[] };
  return uploaded?.id ?? '';
}

async function storedLog(): Promise<string> {
  const body = 'ts=2026-01-02T03:04:05Z caller=main.go:1 level=info msg="Starting TSDB ..."\n';
  const answer = await scope.fetch('/api/v1/open?name=x.log', { method: 'POST', body });
  const { data } = await answer.json() as { data: OpenedFiles };
  return data.files[0]?.log ?? '';
}

async function storedOutput(): Promise<string> {
  const answer = await scope.fetch(
    '/api/v1/benchmark-outputs?name=old.txt', { method: 'POST', body: 'BenchmarkA-2 1 10 ns/op\n' }
  );
  const { data } = await answer.json() as { data: BenchmarkOutput };
  return data.id;
}

interface Content { content: Record<string, { schema: object }> }
interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Document {
  paths: Record<string, Partial<Record<string, Operation>> & { servers?: object[] }>; components: object
}

let document: Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
/** Of parameters, which come as text. */
const ajvOfTexts = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: 'array' });

beforeAll(async () => {
  document = await (await scope.fetch('/api/v1/openapi.json')).json() as Document;
});

/** Whatever the server answers, held against what openapi.json says of the route; its JSON, if it is some. */
async function asDescribed(
  route: string, method: string, path: string, init: RequestInit = {}
): Promise<{ status: number; json: unknown }> {
  const operation = document.paths[route]?.[method];
  if (operation === undefined) throw new Error(`openapi.json does not describe ${method} ${route}`);
  const answer = await scope.fetch(
    `${document.paths[route]?.servers === undefined ? '/api/v1' : ''}${path}`,
    { ...init, method: method.toUpperCase() }
  );
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const { content } = (answer.ok ? operation.responses[answer.status] : operation.responses['default'])
    ?? { content: {} };
  const { status } = answer;
  const bytes = await answer.text();
  // 501 is oEmbed's own word for a format that it is not answered in.
  const isServerError = status >= 500 && status !== 501;
  expect({ path, status, type, isServerError, isDescribed: type in content })
    .toEqual({ path, status, type, isServerError: false, isDescribed: true });
  if (type !== 'application/json') return { status, json: null };
  const validate = ajv.compile({ ...content[type]?.schema, components: document.components });
  const json = JSON.parse(bytes) as unknown;
  const valid = validate(json);
  expect({ path, valid, errors: validate.errors?.slice(0, 5) ?? null }).toEqual({ path, valid: true, errors: null });
  return { status, json };
}

/** The data of a good answer to a good question: both held against openapi.json. */
async function checked(path: string, route: string): Promise<unknown> {
  const { parameters = [] } = document.paths[route]?.['get'] ?? {};
  const { searchParams } = new URL(path, 'http://localhost');
  const missing = parameters.filter(
    ({ name, required, in: place }) => place === 'query' && required && !searchParams.has(name)
  );
  expect({ path, missing }).toEqual({ path, missing: [] });
  for (const [name, text] of searchParams) {
    const schema = parameters.find((one) => one.name === name)?.schema;
    expect({ path, name, valid: schema !== undefined && ajvOfTexts.validate(schema, text) })
      .toEqual({ path, name, valid: true });
  }
  const { status, json } = await asDescribed(route, 'get', path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return (json as { data: unknown }).data;
}

describe('every answer matches openapi.json', () => {
  it('for each JSON route, on the demo', async () => {
    const before = sideOf('before', /WAL/);
    const after = sideOf('after', /WAL/);
    const fill: Record<string, string> = { '{target}': 'demo-incident', '{id}': before };
    const query: Record<string, string> = {
      '/profiles/{id}/callers': '?function=runtime.scanobject',
      '/profiles/{id}/lines': '?function=runtime.scanobject',
      '/profiles/{id}/assembly': '?function=runtime.scanobject',
      '/profiles/{id}/search': '?search=runtime',
      '/diff/callers': '&function=runtime.scanobject',
      '/diff/lines': '&function=runtime.scanobject',
      '/diff/search': '&search=runtime',
      '/targets/{target}/samples': '?match=process_cpu_seconds_total',
      '/targets/{target}/profile/callers': '&function=runtime.mallocgc',
      '/targets/{target}/profile/lines': '&function=runtime.mallocgc',
      '/targets/{target}/profile/search': '&search=runtime',
    };
    const own = profiles.find(({ kind, time, source }) => kind === 'cpu' && time !== null && 'target' in source);
    const ofSpan = `?kind=cpu&start=${(own?.time ?? 1) - 1}&end=${(own?.time ?? 1) + (own?.durationSeconds ?? 0) + 1}`;
    // Recordings are not profiled.
    const others = [
      '/captures/{id}', '/replays/{id}', '/openapi.json', '/targets/{target}/profiling',
      // The demo has no execution trace: asked below.
      '/profiles/{id}/execution-trace',
      // Its samples carry no time: asked below.
      '/profiles/{id}/timeline',
      // Nothing is stored before somebody shares it: asked below.
      '/benchmark-outputs/{id}', '/logs/{id}', '/logs/{id}/errors',
    ];
    const routes = Object.entries(document.paths).flatMap(([path, { get, servers }]) => (
      get?.responses['200']?.content['application/json'] !== undefined && servers === undefined ? [path] : []
    )).filter((path) => !others.includes(path));
    expect(routes.length).toBeGreaterThan(30);
    for (const route of routes) {
      const isSpan = /^\/targets\/\{target\}\/profile(\/|$)/.test(route);
      const filled = isSpan && own?.source.target !== undefined ? { ...fill, '{target}': own.source.target } : fill;
      const path = route.replace(/\{\w+\}/g, (name) => filled[name] ?? name);
      const sides = route.startsWith('/diff/') ? `?before=${before}&after=${after}` : isSpan ? ofSpan : '';
      await checked(path + sides + (query[route] ?? ''), route);
    }
    await checked(`/profiles/${await uploadedTimes()}/timeline?from=0&to=1`, '/profiles/{id}/timeline');
    await checked(`/profiles/${await uploadedTrace()}/execution-trace`, '/profiles/{id}/execution-trace');
    await checked(`/benchmark-outputs/${await storedOutput()}`, '/benchmark-outputs/{id}');
    const log = await storedLog();
    await checked(`/logs/${log}`, '/logs/{id}');
    await checked(`/logs/${log}/errors`, '/logs/{id}/errors');
    await checked('/targets/demo-wal-replay/panels/wal-replay', '/targets/{target}/panels/wal-replay');
  });
});

describe('whatever is asked', () => {
  /** Streams do not end, and a layout of the call graph takes its time. */
  const LEFT_OUT = /\/(live|stream|graph)$/;
  /** The same hundred each time, unless TSDBSCOPE_CONTRACT_CALLS asks for a number of random ones. */
  const GIVEN = process.env['TSDBSCOPE_CONTRACT_CALLS'];
  const CALLS = Number(GIVEN ?? 100);

  it('is answered as openapi.json says, and never with a server\'s failure', async () => {
    const ids = fc.constantFrom(sideOf('before', /WAL/), sideOf('after', /WAL/));
    const names: Record<string, fc.Arbitrary<string>> = {
      target: fc.constantFrom('demo-incident', 'demo-wal-replay'), id: ids, before: ids, after: ids,
    };
    const operations = Object.entries(document.paths)
      .flatMap(([route, methods]) => ['get', 'post', 'patch'].flatMap((method) => {
      const operation = methods[method];
      const isBytes = operation?.requestBody !== undefined && !('application/json' in operation.requestBody.content);
      return operation === undefined || isBytes || LEFT_OUT.test(route) ? [] : [{ route, method, operation }];
    }));
    const request = fc.constantFrom(...operations).chain(({ route, method, operation }) => {
      const text = ({ name, schema }: Operation['parameters'][number]): fc.Arbitrary<string> => (fc.oneof(
        { weight: 9, arbitrary: names[name] ?? parameterText(schema) },
        { weight: 1, arbitrary: parameterText(schema) }
      ));
      const inPath = operation.parameters.filter((one) => one.in === 'path');
      const inQuery = operation.parameters.filter((one) => one.in === 'query');
      const body = operation.requestBody?.content['application/json']?.schema;
      return fc.record({
        route: fc.constant(route), method: fc.constant(method),
        path: fc.record(Object.fromEntries(inPath.map((one) => [one.name, text(one)]))),
        query: fc.record(
          Object.fromEntries(inQuery.map((one) => [one.name, text(one)])),
          { requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) }
        ),
        body: body === undefined ? fc.constant(undefined) : bodyValue(body),
      });
    });
    const statuses = new Map<number, number>();
    await fc.assert(fc.asyncProperty(request, async ({ route, method, path, query, body }) => {
      // "." and ".." lead elsewhere, and a lone "%" or surrogate is not an address at all.
      const filled = route.replace(
        /\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name]).replace(/^\.+|\p{Cs}/gu, 'x'))
      );
      const search = new URLSearchParams(query).toString();
      const json = body === undefined ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const { status } = await asDescribed(route, method, `${filled}?${search}`, json);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }), { numRuns: CALLS, ...(GIVEN === undefined ? { seed: 1 } : {}) });
    // Many are good questions, and many are not.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(CALLS / 10);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(CALLS / 20);
  });
});

describe('what stands beside the API', () => {
  it('is described with it, and is there', async () => {
    const { paths } = (await (await scope.fetch('/api/v1/openapi.json')).json()) as {
      paths: Record<string, { servers?: { url: string }[]; get?: { responses: Record<string, { content: object }> } }>
    };
    const beside = Object.entries(paths).filter(([, { servers }]) => servers !== undefined);
    expect(beside.map(([path]) => path)).toEqual([
      '/healthz', '/readyz', '/-/healthy', '/-/ready', '/metrics', '/-/reload', '/embed/stream',
      '/embed/{token}/data', '/embed/{token}.svg', '/embed/{token}.png', '/embed/{token}', '/oembed',
    ]);
    for (const [path, { servers, get }] of beside) {
      expect(servers).toEqual([{ url: '/' }]);
      if (get === undefined) continue;
      const answer = await scope.fetch(path.replace('{token}', 'none').replace('stream', 'stream?tokens=none'));
      // A token that is none, and an address that is none.
      expect(answer.status).toBe(path.startsWith('/embed/{') ? 401 : path === '/oembed' ? 404 : 200);
      expect(Object.keys(get.responses['200']?.content ?? {}))
        .toEqual([(answer.headers.get('content-type') ?? '').split(';')[0]]);
    }
    // It changes what is watched, so it is off without --web.enable-lifecycle.
    const { status, json } = await asDescribed('/-/reload', 'post', '/-/reload');
    expect(status).toBe(403);
    expect((json as { error: string }).error).toContain('--web.enable-lifecycle');
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
    expect(await asked('/api/v1/targets', 'PUT')).toEqual([405, 'application/json', 'GET, HEAD, POST']);
    expect(await asked('/api/v1/recordings')).toEqual([405, 'application/json', 'POST']);
    expect(await asked('/healthz', 'POST')).toEqual([405, 'application/json', 'GET, HEAD']);
  });

  it('of a file is not there, and any other is the page, which says so', async () => {
    expect(await asked('/favicon.ico')).toEqual([404, 'application/json', null]);
    expect(await asked('/nowhere')).toEqual([200, 'text/html', null]);
  });
});

describe('a window that ends before it starts', () => {
  it('is answered up to its end when no range is given', async () => {
    const answer = await scope.fetch('/api/v1/targets/demo-incident/panels/memory?start=2026-12-01');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      status: 'error', errorType: 'bad_data',
      error: '"end" must be later than "start"; its default is where the recording ends.',
      requestId: answer.headers.get('x-request-id'),
    });
  });
});
