import { request } from 'node:http';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embed, OEmbed } from '../../../../core/contract/contract.ts';
import schemas from '../../../../core/contract/schemas.json' with { type: 'json' };
import { EMBED_REQUESTS, EmbedLab, pathOf } from '../lab/embedLab.ts';

const lab = new EmbedLab();
const { api, make, open, dataOf } = lab;
beforeAll(() => lab.start(), 120_000);
afterAll(() => lab.stop());

const ajv = new Ajv({ strict: false });
/** What the schema has against a value; null when nothing. */
function mistakes(type: 'Embed' | 'EmbedData' | 'OEmbed', value: unknown): unknown {
  const validate = ajv.compile({ $ref: `#/definitions/${type}`, definitions: schemas });
  return validate(value) ? null : validate.errors?.slice(0, 3);
}

describe('an embed', () => {
  it.each(EMBED_REQUESTS)('of %s opens as page, data, pictures and oEmbed for anyone', async (_name, asked) => {
    const embed = await make(asked(lab));
    const page = await open(embed.url);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self' http://wiki.example:8080");
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(html).toContain(`<meta property="og:image" content="${embed.imageUrl}">`);
    expect(html).not.toContain('<b>');
    for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await lab.scope.fetch(asset ?? '')).status).toBe(200);
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
    const frozen = await make({ panel: 'memory', target: 'old', range: lab.oldRange, frozen: true, expires: '10m' });
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

  it('is refused to oEmbed for an address that is none of ours, and as XML', async () => {
    const { url, oembedUrl } = await make({ panel: 'scrapes', target: 'live' });
    expect((await open(oembedUrl.replace('format=json', 'format=xml'))).status).toBe(501);
    for (const other of ['https://wiki.example/embed/a.b.c', url.replace('/embed/', '/'), 'not an address', '']) {
      expect((await lab.scope.fetch(`/oembed?url=${encodeURIComponent(other)}`)).status).toBe(404);
    }
    const madeUp = encodeURIComponent(`${lab.scope.url}/embed/a.b.c`);
    expect((await lab.scope.fetch(`/oembed?url=${madeUp}`)).status).toBe(401);
  });

  it('is named by the scheme that a proxy in front tells', async () => {
    const answer = await lab.scope.fetch(
      '/api/v1/embeds',
      {
        method: 'POST', headers: { ...lab.basic, 'X-Forwarded-Proto': 'https' },
        body: JSON.stringify({ panel: 'scrapes', target: 'live' }),
      }
    );
    const { data } = (await answer.json()) as { data: Embed };
    expect(data.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/embed\//);
    expect(await (await open(data.url)).text()).toContain('<div id="embed">');
  });

  it('opens behind any name and beside a password that guards the rest', async () => {
    const embed = await make({ panel: 'gc-cpu', target: 'live', range: { last: '1m' } });
    expect((await lab.scope.fetch('/api/v1/targets')).status).toBe(401);
    expect((await lab.scope.fetch('/api/v1/embeds')).status).toBe(401);
    expect(await statusWithHost(pathOf(embed.url), 'wiki.example')).toBe(200);
    expect(await statusWithHost('/api/v1/targets', 'wiki.example')).toBe(403);
    expect(
      (
        await lab.scope.fetch(
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
      const answer = await lab.scope.fetch(`${path ?? ''}${suffix}?${query}`);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      if (suffix === '.png') expect(body.slice(1, 4)).toBe('PNG');
      else if (suffix === '.svg') expect(body).toContain('<svg');
      else expect(body.replaceAll('&quot;', '"').replaceAll('\\"', '"')).toMatch(sentence);
    }
  });

  // What else is refused: the unit tests of embedRequest.ts.
  it.each<[string, unknown, RegExp]>([
    ['no object', [], /^bad_data: Send a JSON object/],
    ['an unknown target', { panel: 'memory', target: 'nobody' }, /^not_found: There is no target "nobody"; known are/],
    [
      'a window of nothing, frozen', { panel: 'memory', target: 'old', range: { start: 10, end: 20 }, frozen: true },
      /nothing to freeze/,
    ],
    ['a profile that is not there', { panel: 'flamegraph', profile: { ids: ['0'.repeat(64)] } }, /^not_found: /],
    ['a benchmark without benchmarks', { panel: 'benchmark', benchmark: { before: 'x', after: 'y' } }, /^bad_data: /],
  ])('is not made of %s', async (_name, asked, sentence) => {
    await expect(api('POST', '/embeds', asked)).rejects.toThrow(sentence);
  });
});

function statusWithHost(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(lab.scope.url + path, { headers: { ...lab.basic, Host: host } }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    req.on('error', reject);
    req.end();
  });
}
