import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOpened, eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;
let before: string;
let after: string;

beforeAll(async () => {
  scope = await startTsdbscope(['--demo'], dataDir);
  const profiles = await demoOpened(scope);
  [before, after] = (['before', 'after'] as const).map(
    (side) => profiles.find(({ pair }) => pair?.side === side)?.id ?? ''
  ) as [string, string];
});
afterAll(async () => {
  await scope.stop();
  remove();
});

interface Picture { status: number; type: string; bytes: Buffer; headers: Headers }

async function picture(path: string, headers: Record<string, string> = {}): Promise<Picture> {
  const answer = await scope.fetch(`/api/v1${path}`, { headers });
  return {
    status: answer.status, type: answer.headers.get('Content-Type') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers,
  };
}

/** Width and height in the header of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

const panelPath = (
  panel: string
): string => `/targets/${panel === 'wal-replay' ? 'demo-wal-replay' : 'demo-incident'}/panels/${panel}`;

describe('pictures by URL', () => {
  it('every panel, flame graph and diff as SVG and PNG, with the sentence of its page', async () => {
    for (const panel of ['gc-cpu', 'compaction', 'wal-replay', 'memory', 'scrapes']) {
      const svg = await picture(`${panelPath(panel)}.svg`);
      expect([panel, svg.status, svg.type]).toEqual([panel, 200, 'image/svg+xml; charset=utf-8']);
      const { finding } = await scope.get<{ finding: { sentence: string } }>(panelPath(panel));
      // Wrapped over lines, some spaces unbroken, so compared without any.
      expect(svg.bytes.toString().replace(/<[^>]*>|\s/g, ''))
        .toContain(finding.sentence.replace(/\s/g, '').replaceAll('<', '&#60;').slice(0, 40));
      const png = await picture(`${panelPath(panel)}.png?width=600`);
      expect([panel, png.status, png.type, sizeOf(png.bytes)[0]]).toEqual([panel, 200, 'image/png', 600]);
      expect(png.bytes.length).toBeLessThan(60_000);
      expect(svg.bytes.length).toBeLessThan(150_000);
    }
    for (const path of [`/profiles/${before}/flamegraph`, `/diff/flamegraph`]) {
      const sides = path.startsWith('/diff') ? `?before=${before}&after=${after}` : '';
      expect((await picture(`${path}.svg${sides}`)).bytes.toString()).toContain('<desc>');
      expect(sizeOf((await picture(`${path}.png${sides}`)).bytes)[0]).toBe(800);
    }
  });

  it('width, theme and scale are those asked for', async () => {
    const [light, dark] = await Promise.all(
      ['light', 'dark'].map((theme) => picture(`${panelPath('scrapes')}.svg?width=1200&theme=${theme}`))
    );
    expect(light?.bytes.toString()).toContain('width="1200"');
    expect(light?.bytes.equals(dark?.bytes ?? Buffer.alloc(0))).toBe(false);
    const [width, height] = sizeOf((await picture(`${panelPath('scrapes')}.png?width=400`)).bytes);
    expect(sizeOf((await picture(`${panelPath('scrapes')}.png?width=400&scale=2`)).bytes))
      .toEqual([2 * width, 2 * height]);
  });

  it('the window is that of start, end and last', async () => {
    const { recorded } = await scope.get<{ recorded: { start: number; end: number } }>('/targets/demo-incident');
    const whole = (await picture(`${panelPath('scrapes')}.svg`)).bytes.toString();
    const last = (await picture(`${panelPath('scrapes')}.svg?last=5m`)).bytes.toString();
    const span = `start=${(recorded.end - 299.999).toFixed(3)}&end=${(recorded.end + 0.001).toFixed(3)}`;
    const given = (await picture(`${panelPath('scrapes')}.svg?${span}`)).bytes.toString();
    const scrapes = (svg: string): number => Number(/([\d,]+) scrapes ·/.exec(svg)?.[1]?.replace(',', ''));
    expect(scrapes(whole)).toBeGreaterThan(1000);
    expect([scrapes(last), scrapes(given)]).toEqual([300, 300]);
  });

  it.each([
    ['an unknown target', 404, '/targets/nobody/panels/gc-cpu', 'There is no target'],
    ['an unknown panel', 404, '/targets/demo-incident/panels/nothing', 'There is no panel'],
    ['an unknown profile', 404, `/profiles/${'0'.repeat(64)}/flamegraph`, 'profile'],
    ['a diff without a side', 400, '/diff/flamegraph', '&#34;before&#34; is missing'],
    ['a width out of bounds', 400, '/targets/demo-incident/panels/gc-cpu', '280 to 2400', '?width=99999'],
    ['a theme that is none', 400, '/targets/demo-incident/panels/gc-cpu', 'light, dark', '?theme=pink'],
    ['a time that is none', 400, '/targets/demo-incident/panels/gc-cpu', 'is not a time', '?start=yesterday'],
    [
      'a window that ends before it starts', 400, '/targets/demo-incident/panels/gc-cpu', 'must be later',
      '?start=20&end=10',
    ],
    [
      'a time before all dates', 400, '/targets/demo-incident/panels/gc-cpu', 'further back',
      '?last=99999999999999999999',
    ],
    ['last and start at once', 400, '/targets/demo-incident/panels/gc-cpu', 'say the same', '?start=10&last=1h'],
    [
      'hostile text in a name',
      404, `/targets/${encodeURIComponent('<script>alert(1)</script>]]>\u0001')}/panels/gc-cpu`, '&#60;script&#62;',
    ],
  ])('%s is a picture too, with status %i', async (_name, status, path, words, query = '') => {
    const svg = await picture(`${path}.svg${query}`);
    expect([svg.status, svg.type, svg.headers.get('Cache-Control')])
      .toEqual([status, 'image/svg+xml; charset=utf-8', 'no-store']);
    expect(svg.bytes.toString()).toContain('No picture');
    expect(svg.bytes.toString().replace(/<[^>]*>/g, ' ')).toContain(words);
    const png = await picture(`${path}.png${query}`);
    expect([png.status, png.type]).toEqual([status, 'image/png']);
    sizeOf(png.bytes);
  });

  it('a window without samples is a picture that says so', async () => {
    const svg = await picture(`${panelPath('memory')}.svg?start=1000&end=2000`);
    expect([svg.status, svg.bytes.toString().includes('Not enough data')]).toEqual([200, true]);
  });

  it('is kept by a browser as long as it holds, and asked for again by its tag', async () => {
    const panel = await picture(`${panelPath('memory')}.png`);
    expect(panel.headers.get('Cache-Control')).toBe('public, max-age=300, must-revalidate');
    const flame = await picture(`/profiles/${before}/flamegraph.png`);
    expect(flame.headers.get('Cache-Control')).toBe('public, max-age=86400, must-revalidate');
    const again = await picture(
      `/profiles/${before}/flamegraph.png`,
      { 'If-None-Match': flame.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
    );
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('may load and run nothing where it is opened on its own', async () => {
    expect((await picture(`${panelPath('memory')}.svg`)).headers.get('Content-Security-Policy'))
      .toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('of a target that is down says so, and is asked for again soon', async () => {
    const own = newDataDir();
    const down = await startTsdbscope(['http://127.0.0.1:9'], own.dataDir);
    try {
      await eventually(
        'a failed scrape', 60_000, () => down.get<{ state: string; lastScrape: unknown }>('/targets/127.0.0.1:9'),
        ({ state, lastScrape }) => state === 'down' && lastScrape !== null
      );
      const answer = await down.fetch('/api/v1/targets/127.0.0.1:9/panels/memory.svg?last=1h');
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=4, must-revalidate']);
      expect(await answer.text()).toContain('The target is down now');
    } finally {
      await down.stop();
      own.remove();
    }
  });

  it('many asked at once all come', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => picture(`${panelPath('scrapes')}.png?width=${300 + i}`))
    );
    expect(all.map(({ status, bytes }) => [status, sizeOf(bytes)[0]])).toEqual(all.map((_, i) => [200, 300 + i]));
  });
});
