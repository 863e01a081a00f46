import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embed, EmbedData, Envelope, OEmbed, ProfileInfo, Target } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import schemas from '../../core/contract/schemas.json' with { type: 'json' };
import { startTestTarget, type TestTarget } from '../testdata/testTarget.ts';
import { openLocalDataStore } from '../worker/data/localDataStore.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const HOUR_MS = 3_600_000;
const BASIC = { Authorization: `Basic ${Buffer.from('oncall:secret').toString('base64')}` };
const { dataDir, remove } = newDataDir();
const configFile = join(dataDir, 'config.yml');
const oldStartMs = Date.now() - 5 * HOUR_MS;
const oldRange = { start: oldStartMs / 1000, end: oldStartMs / 1000 + 60 };
let scope: Tsdbscope;
let target: TestTarget;
let profiles: string[];

let scrapes = 0;
function exposition(): string {
  scrapes += 1;
  return [
    '# TYPE process_cpu_seconds_total counter', `process_cpu_seconds_total ${scrapes / 10}`,
    '# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${100e6 + scrapes * 1000}`,
    '# TYPE go_memstats_heap_inuse_bytes gauge', `go_memstats_heap_inuse_bytes ${50e6 + scrapes * 900}`,
    '# TYPE prometheus_build_info gauge', 'prometheus_build_info{version="2.42.0",goversion="go1.19.8"} 1', '',
  ].join('\n');
}

/** A minute that was recorded five hours ago. */
async function recordOld(): Promise<void> {
  const opened = await openLocalDataStore({ dataDir, retentionMs: 30 * 24 * HOUR_MS, retentionBytes: 2 ** 30 });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.putTarget({ name: 'old', url: 'http://127.0.0.1:1', recording: false, labels: {} });
  for (let i = 0; i < 60; i++) {
    const body = new TextEncoder().encode(exposition());
    await opened.value.record(
      'old',
      {
        startMs: oldStartMs + i * 1000, durationSeconds: 0.01, status: 200, body, contentType: 'text/plain',
        error: null, extras: {},
      }
    );
  }
  await opened.value.close();
}

function writeConfig(more: string): void {
  writeFileSync(
    configFile, `auth: {username: oncall, password: secret}\nembed: {frame_ancestors: `
      + `["http://wiki.example:8080"]}\n${more}`
  );
}

beforeAll(async () => {
  await recordOld();
  target = await startTestTarget(
    (_req, res) => { res.setHeader('Content-Type', 'text/plain; version=0.0.4').end(exposition()); }
  );
  writeConfig(`targets: [{name: live, url: "${target.url}"}]\n`);
  scope = await startTsdbscope(['--config', configFile], dataDir);
  await eventually(
    'scrapes', 60_000, () => api<Target[]>('GET', '/targets'),
    (targets) => targets.some(({ name, lastScrape }) => name === 'live' && lastScrape?.error === null)
  );
  profiles = [];
  for (const side of ['before', 'after']) {
    const bytes = readFileSync(join(import.meta.dirname, `../../public/demo/compaction.${side}.cpu.pb.gz`));
    const [info] = await api<ProfileInfo[]>('POST', `/profiles?name=${side}`, bytes);
    profiles.push(info?.id ?? '');
  }
}, 120_000);
afterAll(async () => {
  await scope.stop();
  await target.close();
  remove();
});

async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) };
  const answer =
    (await (await scope.fetch(`/api/v1${path}`, { method, headers: BASIC, ...sent })).json()) as Envelope<T>;
  if (answer.status === 'error') throw new Error(`${answer.errorType}: ${answer.error}`);
  return answer.data;
}
const make = (asked: EmbedRequest): Promise<Embed> => api<Embed>('POST', '/embeds', asked);
const pathOf = (url: string): string => url.slice(new URL(url).origin.length);
/** As anyone with the link: without a password. */
const open = (url: string, suffix = ''): Promise<Response> => scope.fetch(`${pathOf(url)}${suffix}`);
const dataOf = async (embed: Embed): Promise<EmbedData> => (await (await open(embed.url, '/data')).json()) as EmbedData;

const ajv = new Ajv({ strict: false });
/** What the schema has against a value; null when nothing. */
function mistakes(type: 'Embed' | 'EmbedData' | 'OEmbed', value: unknown): unknown {
  const validate = ajv.compile({ $ref: `#/definitions/${type}`, definitions: schemas });
  return validate(value) ? null : validate.errors?.slice(0, 3);
}

const requests: [name: string, asked: () => EmbedRequest][] = [
  ['a moving window', () => ({ panel: 'gc-cpu', target: 'live', range: { last: '1m' }, theme: 'dark' })],
  ['a fixed window', () => ({ panel: 'memory', target: 'old', range: oldRange })],
  [
    'a frozen window',
    () => ({ panel: 'memory', target: 'old', range: oldRange, frozen: true, title: 'Memory <b>"then"</b>' }),
  ],
  ['a flame graph', () => ({ panel: 'flamegraph', profile: { ids: profiles.slice(0, 1), query: { focus: 'tsdb' } } })],
  [
    'a diff',
    () => (
      {
        panel: 'diff', diff: { before: profiles.slice(0, 1), after: profiles.slice(1), query: { normalize: 'total' } },
      }
    ),
  ],
  [
    'a benchmark',
    () => ({ panel: 'benchmark', benchmark: { before: 'BenchmarkA 1 100 ns/op\n', after: 'BenchmarkA 1 90 ns/op\n' } }),
  ],
];

describe('an embed', () => {
  it.each(requests)('of %s opens as page, data, pictures and oEmbed for anyone with its link', async (_name, asked) => {
    const embed = await make(asked());
    const page = await open(embed.url);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self' http://wiki.example:8080");
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(html).toContain(`<meta property="og:image" content="${embed.imageUrl}">`);
    expect(html).not.toContain('<b>');
    for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await scope.fetch(asset ?? '')).status).toBe(200);
    const data = await dataOf(embed);
    expect(data.subject?.kind).toBe(['flamegraph', 'diff', 'benchmark'].includes(embed.panel) ? embed.panel : 'panel');
    expect(data)
      .toMatchObject({ frozen: embed.frozen, theme: embed.theme, expires: embed.expires, title: embed.title });
    expect(data.finding?.sentence.length).toBeGreaterThan(10);
    expect(data.error).toBeUndefined();
    expect([mistakes('Embed', embed), mistakes('EmbedData', data)]).toEqual([null, null]);
    for (
      const [url, type, magic] of [
        [embed.svgUrl, 'image/svg+xml; charset=utf-8', '<svg'], [embed.imageUrl, 'image/png', '\u0089PNG'],
      ] as const
    ) {
      const picture = await open(url);
      expect(picture.headers.get('content-type')).toBe(type);
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(Buffer.from(await picture.arrayBuffer()).toString('latin1').slice(0, 200)).toContain(magic);
    }
    const oembed = (await (await open(embed.oembedUrl)).json()) as OEmbed;
    expect(oembed).toMatchObject({ version: '1.0', type: 'rich', width: 720, title: embed.title });
    expect(oembed.html).toContain(`src="${embed.url}"`);
    expect(mistakes('OEmbed', oembed)).toBeNull();
    const { headers } = await open(embed.oembedUrl, '&maxwidth=400');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    // Its addresses are the request's own: a cache must not give them to who came by others.
    expect(headers.get('vary')).toMatch(/Host, X-Forwarded-Proto, Origin/);
  });

  it('caches are told how long: shortly when live, immutable when frozen, never beyond its expiry', async () => {
    const moving = await make({ panel: 'gc-cpu', target: 'live', range: { last: '1h' } });
    expect((await open(moving.imageUrl)).headers.get('cache-control')).toBe('public, max-age=5, must-revalidate');
    const frozen = await make({ panel: 'memory', target: 'old', range: oldRange, frozen: true, expires: '10m' });
    const age = /^public, max-age=(\d+), immutable$/.exec(
      (await open(frozen.imageUrl)).headers.get('cache-control') ?? ''
    )?.[1];
    expect(Number(age)).toBeGreaterThan(500);
    expect(Number(age)).toBeLessThanOrEqual(600);
    const etag = (await open(frozen.imageUrl)).headers.get('etag') ?? '';
    const again = await fetch(frozen.imageUrl, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('cache-control')])
      .toEqual([304, 0, expect.stringMatching(/immutable$/)]);
  });

  it('shares one stream with the others of a page', async () => {
    const embeds = await Promise.all(
      Array.from(
        { length: 20 },
        (_, i) => make({ panel: i % 2 === 0 ? 'gc-cpu' : 'scrapes', target: 'live', range: { last: '1m' } })
      )
    );
    const tokens = embeds.map(({ url }) => url.split('/').at(-1) ?? '');
    // Each goes on to newer data, however slowly the machine scrapes.
    const movesOn = (events: StreamEvent[]): boolean => {
      const times = events.map(({ dataTime }) => dataTime ?? NaN);
      return times.length > 1 && (times.at(-1) ?? NaN) > (times[0] ?? NaN);
    };
    const stream = await readStream(`/embed/stream?tokens=${[...tokens, 'no.such.token'].join(',')}`, (events) => (
      tokens.every((token) => movesOn(events.filter((event) => event.token === token)))
        && events.some(({ name }) => name === 'gone')
    ));
    expect(stream.filter(({ name }) => name === 'gone')).toEqual([expect.objectContaining({ token: 'no.such.token' })]);
    for (const embed of embeds) await api('DELETE', `/embeds/${embed.id}`);
  });

  it('told of in the stream as gone once it is revoked', async () => {
    const embed = await make({ panel: 'gc-cpu', target: 'live', range: { last: '1m' } });
    const token = embed.url.split('/').at(-1) ?? '';
    let revoked = false;
    const stream = await readStream(`/embed/stream?tokens=${token}`, (events) => {
      if (events.length > 0 && !revoked) {
        revoked = true;
        void api('DELETE', `/embeds/${embed.id}`);
      }
      return events.some(({ name }) => name === 'gone');
    });
    expect(stream.at(-1)).toMatchObject({ name: 'gone', token });
  });

  it('takes no place in the streams from others with a token that opens nothing', async () => {
    for (const headers of [{ 'Accept-Encoding': 'identity' }, { 'Accept-Encoding': 'gzip' }]) {
      const answer = await scope.fetch('/embed/stream?tokens=made.up.one,made.up.two', { headers });
      // To its end: the server says what there is to say, and closes.
      const text = await answer.text();
      expect(text.match(/^event: gone$/gm)).toHaveLength(2);
    }
    await eventually(
      'no stream is counted', 30_000,
      () => scope.fetch('/metrics', { headers: BASIC }).then((answer) => answer.text()),
      (text) => /^tsdbscope_embed_streams 0$/m.test(text)
    );
  });

  it('is refused to oEmbed for an address that is none of ours, and as XML', async () => {
    const { url, oembedUrl } = await make({ panel: 'scrapes', target: 'live' });
    expect((await open(oembedUrl.replace('format=json', 'format=xml'))).status).toBe(501);
    for (const other of ['https://wiki.example/embed/a.b.c', url.replace('/embed/', '/'), 'not an address', '']) {
      expect((await scope.fetch(`/oembed?url=${encodeURIComponent(other)}`)).status).toBe(404);
    }
    expect((await scope.fetch(`/oembed?url=${encodeURIComponent(`${scope.url}/embed/a.b.c`)}`)).status).toBe(401);
  });

  it('is named by the scheme that a proxy in front tells', async () => {
    const answer = await scope.fetch(
      '/api/v1/embeds',
      {
        method: 'POST', headers: { ...BASIC, 'X-Forwarded-Proto': 'https' },
        body: JSON.stringify({ panel: 'scrapes', target: 'live' }),
      }
    );
    const { data } = (await answer.json()) as { data: Embed };
    expect(data.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/embed\//);
    expect(await (await open(data.url)).text()).toContain('<div id="embed">');
  });

  it('is not followed with more than 64 others in one stream', async () => {
    expect(
      (await scope.fetch(`/embed/stream?tokens=${Array.from({ length: 65 }, (_, i) => `t${i}`).join(',')}`)).status
    ).toBe(400);
    expect((await scope.fetch('/embed/stream')).status).toBe(400);
  });

  it('opens behind any name and beside a password that guards the rest', async () => {
    const embed = await make({ panel: 'gc-cpu', target: 'live', range: { last: '1m' } });
    expect((await scope.fetch('/api/v1/targets')).status).toBe(401);
    expect((await scope.fetch('/api/v1/embeds')).status).toBe(401);
    expect(await statusWithHost(pathOf(embed.url), 'wiki.example')).toBe(200);
    expect(await statusWithHost('/api/v1/targets', 'wiki.example')).toBe(403);
    expect(
      (
        await scope.fetch(
          '/api/v1/targets', { headers: { Authorization: `Bearer ${embed.url.split('/').at(-1) ?? ''}` } }
        )
      ).status
    ).toBe(401);
    expect((await api<Embed[]>('GET', '/embeds')).find(({ id }) => id === embed.id)).toEqual({ ...embed });
  });
});

describe('a link that does not open', () => {
  it.each<[string, number, RegExp, () => Promise<string>]>([
    [
      'altered', 401, /not signed by this tsdbscope/,
      async () => (await make({ panel: 'scrapes', target: 'live' })).url.replace(
        /(.)$/, (letter) => (letter === 'A' ? 'Q' : 'A')
      ),
    ],
    [
      'asked for another panel', 403, /opens scrapes of "live" and nothing else/,
      async () => `${(await make({ panel: 'scrapes', target: 'live' })).url}?panel=memory`,
    ],
    ['revoked', 410, /was revoked/, async () => {
      const { id, url } = await make({ panel: 'scrapes', target: 'live' });
      await api('DELETE', `/embeds/${id}`);
      return url;
    }],
    ['expired', 410, /expired on/, async () => {
      const { url, expires } = await make({ panel: 'scrapes', target: 'live', expires: '1s' });
      await new Promise((resume) => setTimeout(resume, expires * 1000 - Date.now() + 50));
      return url;
    }],
  ])('that was %s says so as page, data and picture; no cache keeps it', async (_name, status, sentence, urlOf) => {
    const [path, query = ''] = pathOf(await urlOf()).split('?');
    for (const suffix of ['', '/data', '.svg', '.png']) {
      const answer = await scope.fetch(`${path ?? ''}${suffix}?${query}`);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      if (suffix === '.png') expect(body.slice(1, 4)).toBe('PNG');
      else if (suffix === '.svg') expect(body).toContain('<svg');
      else expect(body.replaceAll('&quot;', '"').replaceAll('\\"', '"')).toMatch(sentence);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [], /^bad_data: Send a JSON object/],
    ['an unknown panel', { panel: 'samples' }, /"panel" must be one of/],
    ['no target', { panel: 'memory' }, /"target" is missing/],
    ['an unknown target', { panel: 'memory', target: 'nobody' }, /^not_found: There is no target "nobody"; known are/],
    [
      'a range upside down', { panel: 'memory', target: 'old', range: { start: 20, end: 10 } },
      /"range\.end" must be later/,
    ],
    [
      'a window of nothing, frozen', { panel: 'memory', target: 'old', range: { start: 10, end: 20 }, frozen: true },
      /nothing to freeze/,
    ],
    ['an end that is over', { panel: 'memory', target: 'old', expires: '2020-01-01T00:00:00Z' }, /is over already/],
    ['an end too far away', { panel: 'memory', target: 'old', expires: '20y' }, /ten years/],
    ['an id that is none', { panel: 'flamegraph', profile: { ids: ['../../etc/passwd'] } }, /no id of a profile/],
    ['a profile that is not there', { panel: 'flamegraph', profile: { ids: ['0'.repeat(64)] } }, /^not_found: /],
    [
      'a filter that is none',
      { panel: 'flamegraph', profile: { ids: ['0'.repeat(64)], query: { granularity: 'x' } } }, /granularity/,
    ],
    ['a benchmark without benchmarks', { panel: 'benchmark', benchmark: { before: 'x', after: 'y' } }, /^bad_data: /],
  ])('is not made of %s', async (_name, asked, sentence) => {
    await expect(api('POST', '/embeds', asked)).rejects.toThrow(sentence);
  });
});

it('stays readable while its target is down, and with target, profile and window gone', async () => {
  const byName = new Map<string, Embed>();
  for (const [name, asked] of requests) byName.set(name, await make(asked()));
  const embedOf = (name: string): Embed => byName.get(name) ?? (() => { throw new Error(name); })();
  const frozen = await dataOf(embedOf('a frozen window'));
  const fixed = await dataOf(embedOf('a fixed window'));
  expect(fixed.subject).toEqual(frozen.subject);
  expect(frozen.dataTime).toBeCloseTo(oldRange.start + 59, 0);

  await target.close();
  const down = await eventually(
    'the target is down', 60_000, () => dataOf(embedOf('a moving window')), ({ error }) => error !== undefined
  );
  expect(down.error).toMatch(/^"live" does not answer: .*Its newest sample is of \d{4}-/);
  expect(down.subject).not.toBeNull();
  expect((await open(embedOf('a moving window').imageUrl)).status).toBe(200);

  await api('DELETE', `/profiles/${profiles[0] ?? ''}`);
  await scope.stop();
  writeConfig('retention: {time: 1h}\ntargets: [{name: other, url: "http://127.0.0.1:1"}]\n');
  scope = await startTsdbscope(['--config', configFile], dataDir);
  await eventually(
    'retention', 60_000, () => api<Target[]>('GET', '/targets'),
    (targets) => (targets.find(({ name }) => name === 'old')?.recorded ?? null) === null
  );
  const port = scope.url;
  expect(embedOf('a frozen window').url.startsWith(port)).toBe(false);

  expect({ ...await dataOf(embedOf('a frozen window')), serverTime: 0 }).toEqual({ ...frozen, serverTime: 0 });
  const kept = await dataOf(embedOf('a fixed window'));
  expect(kept).toMatchObject({ subject: fixed.subject, dataTime: fixed.dataTime });
  expect(kept.error).toMatch(/Nothing is kept of this window any more|not known/);
  const flame = await dataOf(embedOf('a flame graph'));
  expect(flame.subject?.kind).toBe('flamegraph');
  expect(flame.error).toMatch(/profile/);
  const left = await dataOf(embedOf('a moving window'));
  expect(left.error).toMatch(/"live" is not scraped any more/);
  expect(left.subject).not.toBeNull();
  expect((await dataOf(embedOf('a benchmark'))).error).toBeUndefined();
  for (const embed of byName.values()) expect((await open(embed.imageUrl)).status).toBe(200);
  expect(await (await scope.fetch('/metrics', { headers: BASIC })).text())
    .toMatch(/tsdbscope_embed_requests_total\{route="png",code="200"\} 6\n/);
}, 180_000);

function statusWithHost(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(scope.url + path, { headers: { ...BASIC, Host: host } }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    req.on('error', reject);
    req.end();
  });
}

type StreamEvent = { name: string; token: string; dataTime?: number };

/** The events of a stream until there are enough of them, at most a minute. */
async function readStream(path: string, enough: (events: StreamEvent[]) => boolean): Promise<StreamEvent[]> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => { stop.abort(new Error(`Not enough came of ${path.slice(0, 80)} within a minute.`)); }, 60_000
  );
  const answer = await scope.fetch(path, { signal: stop.signal });
  const events: StreamEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const match = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end));
        text = text.slice(end + 2);
        if (match !== null) events.push({ ...(JSON.parse(match[2] ?? '') as StreamEvent), name: match[1] ?? '' });
      }
      if (enough(events)) return events;
    }
    throw new Error('The stream ended.');
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
