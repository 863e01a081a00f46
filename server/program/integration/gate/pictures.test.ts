/** What the routes of pictures add to the drawing, which the unit tests of pictures/ hold. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, newDataDir, startTsdbscope } from '../lab/tsdbscopeProcess.ts';
import { demo, walPair } from './sharedDemo.ts';

let before: string;
let after: string;
beforeAll(async () => { ({ before, after } = await walPair()); });

interface Picture { status: number; type: string; bytes: Buffer; headers: Headers }

async function picture(path: string, headers: Record<string, string> = {}): Promise<Picture> {
  const answer = await demo.fetch(`/api/v1${path}`, { headers });
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

const PANEL = '/targets/demo-incident/panels/scrapes';

describe('pictures by URL', () => {
  it('a panel, flame graph and diff as SVG and PNG, with the sentence of the page', async () => {
    const svg = await picture(`${PANEL}.svg`);
    expect([svg.status, svg.type]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    const { finding } = await demo.get<{ finding: { sentence: string } }>(PANEL);
    // Wrapped over lines, some spaces unbroken, so compared without any.
    expect(svg.bytes.toString().replace(/<[^>]*>|\s/g, ''))
      .toContain(finding.sentence.replace(/\s/g, '').replaceAll('<', '&#60;').slice(0, 40));
    const png = await picture(`${PANEL}.png?width=600`);
    expect([png.status, png.type, sizeOf(png.bytes)[0]]).toEqual([200, 'image/png', 600]);
    expect(png.bytes.length).toBeLessThan(60_000);
    for (const path of [`/profiles/${before}/flamegraph`, `/diff/flamegraph`]) {
      const sides = path.startsWith('/diff') ? `?before=${before}&after=${after}` : '';
      expect((await picture(`${path}.svg${sides}`)).bytes.toString()).toContain('<desc>');
      expect(sizeOf((await picture(`${path}.png${sides}`)).bytes)[0]).toBe(800);
    }
  });

  it('width, theme and scale are those asked for', async () => {
    const [light, dark] = await Promise.all(
      ['light', 'dark'].map((theme) => picture(`${PANEL}.svg?width=1200&theme=${theme}`))
    );
    expect(light?.bytes.toString()).toContain('width="1200"');
    expect(light?.bytes.equals(dark?.bytes ?? Buffer.alloc(0))).toBe(false);
    const [width, height] = sizeOf((await picture(`${PANEL}.png?width=400`)).bytes);
    expect(sizeOf((await picture(`${PANEL}.png?width=400&scale=2`)).bytes))
      .toEqual([2 * width, 2 * height]);
  });

  it('the window is that of start, end and last', async () => {
    const { recorded } = await demo.get<{ recorded: { start: number; end: number } }>('/targets/demo-incident');
    const whole = (await picture(`${PANEL}.svg`)).bytes.toString();
    const last = (await picture(`${PANEL}.svg?last=5m`)).bytes.toString();
    const span = `start=${(recorded.end - 299.999).toFixed(3)}&end=${(recorded.end + 0.001).toFixed(3)}`;
    const given = (await picture(`${PANEL}.svg?${span}`)).bytes.toString();
    const scrapes = (svg: string): number => Number(/([\d,]+) scrapes ·/.exec(svg)?.[1]?.replace(',', ''));
    expect(scrapes(whole)).toBeGreaterThan(1000);
    expect([scrapes(last), scrapes(given)]).toEqual([300, 300]);
  });

  it.each([
    ['an unknown panel', 404, '/targets/demo-incident/panels/nothing', 'There is no panel'],
    ['a diff without a side', 400, '/diff/flamegraph', '&#34;before&#34; is missing'],
    ['a width out of bounds', 400, PANEL, '280 to 2400', '?width=99999'],
    ['a theme that is none', 400, PANEL, 'light, dark', '?theme=pink'],
    ['a time before all dates', 400, PANEL, 'further back', '?last=99999999999999999999'],
    ['last and start at once', 400, PANEL, 'say the same', '?start=10&last=1h'],
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

  it('is kept by a browser as long as it holds, and asked for again by its tag', async () => {
    const panel = await picture(`${PANEL}.png`);
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
    expect((await picture(`${PANEL}.svg`)).headers.get('Content-Security-Policy'))
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
});
