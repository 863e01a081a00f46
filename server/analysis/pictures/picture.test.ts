import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type {
  BenchmarkReport, DiffFlameGraph, DrawnBase, DrawnName, FlameGraph, PanelName, PictureSubject,
} from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { benchmarkReport } from '../benchmarks/report.ts';
import { benchText, reportOf } from '../../../testdata/benchmarks/reports.ts';
import { answerOf } from '../../../testdata/answers.ts';
import { cpuSplitAnswer } from '../../../testdata/cpuSplitAnswer.ts';
import { bundledFaces, FONT_FILES } from './bundledFonts.ts';
import { errorPicture, pictureOf } from './picture.ts';
import type { PictureStyle, PictureTheme } from './pictureTypes.ts';
import { png } from './rasterize.ts';

const STORED = join(import.meta.dirname, '..', '..', '..', 'testdata', 'pictures');
const IS_UPDATE = process.env['UPDATE_PICTURES'] === '1';
const faces = bundledFaces();
const graphs = JSON.parse(gunzipSync(readFileSync(join(STORED, 'graphs.json.gz'))).toString()) as
  { flamegraph: FlameGraph; diff: DiffFlameGraph };
const scrapes = answerOf('scrapes');
const nothing = answerOf('empty')['gc-cpu'];

function benchmarkOf(before: string, after: string): BenchmarkReport {
  return reportOf([before, after].map((name) => ({ name: name.replace('.txt', ''), text: benchText(name) })));
}

const panel = (
  name: DrawnName, answer: DrawnBase = answerOf(name as PanelName)
): PictureSubject => ({ kind: 'panel', panel: name, target: 'prom-eu-1', answer });
const SUBJECTS: Record<string, PictureSubject> = {
  'gc-cpu': panel('gc-cpu'), 'compaction': panel('compaction'), 'wal-replay': panel('wal-replay'),
  'memory': panel('memory'), 'scrapes': panel('scrapes'),
  'empty': panel('gc-cpu', nothing),
  'cpu-by-subsystem': panel('cpu-by-subsystem', cpuSplitAnswer()),
  'flamegraph': { kind: 'flamegraph', title: 'seed-wal/before.cpu', answer: graphs.flamegraph },
  'diff': { kind: 'diff', title: 'seed-wal/before.cpu -> after.cpu', answer: graphs.diff },
  'benchmark': { kind: 'benchmark', title: 'old against new', answer: benchmarkOf('old.txt', 'new.txt') },
  'time': { kind: 'benchmark', title: 'S2', answer: benchmarkOf('before.time.txt', 'after.time.txt') },
};
const THEMES: PictureTheme[] = ['light', 'dark'];
const DATA_TIME_MS = Date.UTC(2026, 10, 20, 16, 47, 47);

function style(theme: PictureTheme, more: Partial<PictureStyle> = {}): PictureStyle {
  return { widthPx: 560, theme, scale: 1, format: 'svg', dataTimeMs: DATA_TIME_MS, frozen: false, ...more };
}

function svgOf(subject: PictureSubject, theme: PictureTheme, more: Partial<PictureStyle> = {}): string {
  return pictureOf(subject, style(theme, more), DATA_TIME_MS + 12_000, faces);
}

/** Returns the stored file, which an update writes first. */
function stored(file: string, now: Uint8Array): Buffer {
  const path = join(STORED, file);
  if (IS_UPDATE) writeFileSync(path, now);
  return readFileSync(path);
}

describe('a picture is the stored one, as text', () => {
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    for (const theme of THEMES) {
      it(`${name}, ${theme}`, () => {
        const svg = svgOf(subject, theme);
        expect(svg).toBe(stored(`${name}-${theme}.svg`, Buffer.from(svg)).toString());
      });
    }
  }
});

/** Returns the RGB of an indexed PNG with filter 0, as `palettePng` writes it. */
function pixelsOf(file: Uint8Array): { width: number; height: number; rgb: Uint8Array } {
  const view = Buffer.from(file);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at))
    chunks.set(view.toString('latin1', at + 4, at + 8), view.subarray(at + 8, at + 8 + view.readUInt32BE(at)));
  const [header, palette, data] =
    ['IHDR', 'PLTE', 'IDAT'].map((type) => chunks.get(type) ?? Buffer.alloc(0)) as [Buffer, Buffer, Buffer];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(data);
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0, out = 0; row < height; row++) {
    for (let column = 0; column < width; column++, out += 3) rgb.set(
      palette.subarray(
        3 * (rows[row * (width + 1) + 1 + column] ?? 0), 3 * (rows[row * (width + 1) + 1 + column] ?? 0) + 3
      ),
      out
    );
  }
  return { width, height, rgb };
}

/** Returns the share of pixels that differ visibly. */
function differing(a: Uint8Array, b: Uint8Array): number {
  const [one, other] = [pixelsOf(a), pixelsOf(b)];
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let count = 0;
  for (let i = 0; i < one.rgb.length; i += 3)
    if ([0, 1, 2].some((channel) => Math.abs((one.rgb[i + channel] ?? 0) - (other.rgb[i + channel] ?? 0)) > 32))
    count++;
  return count / (one.rgb.length / 3);
}

describe('as PNG it is the stored one, by pixel', () => {
  for (
    const [
      name, theme,
    ] of [['gc-cpu', 'light'], ['gc-cpu', 'dark'], ['diff', 'light'], ['diff', 'dark'], ['benchmark', 'dark']] as const
  ) {
    it(`${name}, ${theme}`, () => {
      const drawn = png(svgOf(SUBJECTS[name] ?? panel('gc-cpu'), theme), 1, FONT_FILES);
      expect(differing(drawn, stored(`${name}-${theme}.png`, drawn))).toBeLessThan(0.002);
    });
  }

  it('and another picture is not taken for it', () => {
    const [light, dark] = THEMES.map((theme) => png(svgOf(panel('scrapes'), theme), 1, FONT_FILES));
    expect(differing(light ?? Buffer.alloc(0), dark ?? Buffer.alloc(0))).toBeGreaterThan(0.5);
  });
});

describe('what stands in a picture', () => {
  it('title, severity, finding, units and legend in words, window in UTC, age, mark', () => {
    const svg = svgOf(panel('scrapes'), 'light');
    for (
      const words of [
        'prom-eu-1 · Scrapes', 'Warning', '4 of 300 scrapes failed', 'milliseconds', 'scrape duration', 'GC cycle',
        'not scraped', '2026-11-20 16:27:38 to 16:32:38 UTC · 300 scrapes', 'UTC</text>',
        'Data until 2026-11-20 16:47:47 UTC, 12 s old when drawn', 'tsdbscope',
      ]
    ) expect(svg).toContain(words);
  });
  it('a frozen one says since when it stands still', () => {
    expect(svgOf(panel('scrapes'), 'light', { frozen: true })).toContain('Frozen at 2026-11-20 16:47:47 UTC');
  });
  it('a sentence given takes the place of its own; a note stands under it', () => {
    const svg = svgOf(
      SUBJECTS['diff'] ?? panel('scrapes'), 'dark',
      {
        finding: finding({ code: 'test', severity: 'ok', claim: [{ text: 'CPU fell.' }] }),
        note: 'The target is down now',
      }
    );
    for (const words of ['CPU fell.', '>OK<', 'The target is down now']) expect(svg).toContain(words);
  });
  it('a window without samples says so, with the sentence of the panel', () => {
    expect(svgOf(panel('gc-cpu', nothing), 'light')).toContain('No samples in this window');
  });
  it('nothing in it is loaded or run', () => {
    for (const subject of Object.values(SUBJECTS)) expect(
      svgOf(subject, 'light')
    ).not.toMatch(/<script|<style|<image|<foreignObject|<use|href|@import|url\((?!#)|\son\w+=/i);
  });
  it('the same answer at the same moment gives the same bytes', () => {
    expect(svgOf(panel('memory'), 'dark')).toBe(svgOf(panel('memory'), 'dark'));
  });
});

describe('size', () => {
  for (const widthPx of [280, 390, 800, 1440, 2400]) {
    it(`${widthPx} px: every subject fits, below 150 kB`, () => {
      for (const [name, subject] of Object.entries(SUBJECTS)) {
        const svg = svgOf(subject, 'light', { widthPx });
        expect(svg, name)
          .toMatch(new RegExp(`^<svg [^>]*width="${widthPx}" height="\\d+" viewBox="0 0 ${widthPx} \\d+"`));
        expect(svg.length, name).toBeLessThan(150_000);
        expect(svg, name).not.toMatch(/NaN|Infinity|undefined|null/);
        expect(widestText(svg), name).toBeLessThanOrEqual(widthPx);
      }
    });
  }
  it('a width out of bounds is brought to the nearer one', () => {
    expect(svgOf(panel('scrapes'), 'light', { widthPx: 5 })).toContain('width="280"');
    expect(svgOf(panel('scrapes'), 'light', { widthPx: 99_999 })).toContain('width="2400"');
  });
  it('a PNG has `scale` pixels for each of them', () => {
    expect(pixelsOf(png(svgOf(panel('scrapes'), 'light'), 2, FONT_FILES)).width).toBe(1120);
  });
});

/** Returns the width of the longest text: none may be wider than the picture. */
function widestText(svg: string): number {
  const texts = [
    ...svg.matchAll(/<text [^>]*?font-size="(\d+)"( font-family="[^"]*Mono[^"]*")?( font-weight="600")?[^>]*>([^<]*)</g)
  ];
  expect(texts.length).toBeGreaterThan(5);
  return Math.max(
    ...texts.map(([, size, mono, bold, words = '']) =>
      faces[mono !== undefined ? 'mono' : bold !== undefined ? 'bold' : 'sans'].widthOf(
        words.replace(/&#\d+;/g, '.'), Number(size)
      ))
  );
}

const HOSTILE = [
  '<script>alert(1)</script>', ']]><svg onload=alert(1)>', '"\'&amp;&lt;', 'a\u0000b\u001b[31mc\u0007',
  '\u202ereversed\u2066', 'line\nbreak\ttab', '\ud800lone', '<!--', '&#x3c;img src=x&#x3e;',
  'x'.repeat(5000), 'Пример 目标 🎯', '',
];

describe('hostile names', () => {
  const wellFormed = (svg: string): void => {
    // Every tag is one of ours.
    for (const tag of svg.matchAll(/<\/?([^\s/>]+)/g)) expect(
      ['svg', 'title', 'desc', 'defs', 'pattern', 'clipPath', 'rect', 'g', 'path', 'text', 'circle']
    ).toContain(tag[1]);
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(Buffer.from(svg).toString()).toBe(svg);
    expect(svg).not.toMatch(/&(?!#\d+;)/);
    // Strictest available reader: it refuses anything but XML.
    expect(() => png(svg, 1, FONT_FILES)).not.toThrow();
  };
  for (const name of HOSTILE) {
    it(`${JSON.stringify(name.slice(0, 30))} as a target, a title, a function, a benchmark, an error`, () => {
      wellFormed(
        pictureOf(
          {
            kind: 'panel', panel: 'scrapes', target: name,
            answer: { ...scrapes, finding: { ...scrapes.finding, claim: [{ text: name }] } },
          },
          style('light'), DATA_TIME_MS, faces
        )
      );
      const graph: FlameGraph = {
        unit: name, sampleType: name, total: 10, nodes: 2, culledNodes: 0,
        root: { name: 'root', value: 10, self: 0, children: [{ name, value: 10, self: 10, children: [] }] },
      };
      wellFormed(pictureOf({ kind: 'flamegraph', title: name, answer: graph }, style('dark'), DATA_TIME_MS, faces));
      const report = benchmarkReport([
        { name, text: `goos: ${name}\nBenchmarkX${name.replace(/\s/g, '')}-2 10 5 ns/op\n` },
        { name: 'after', text: `Benchmark${name.replace(/\s/g, '')}-2 10 6 ns/op\n` },
      ]);
      if (report.ok) wellFormed(
        pictureOf({ kind: 'benchmark', title: name, answer: report.value }, style('light'), DATA_TIME_MS, faces)
      );
      wellFormed(errorPicture(name, { widthPx: 400, theme: 'dark', scale: 1, format: 'svg' }, faces));
    });
  }

  it('a graph of 60,000 deep and narrow frames is drawn in bounds', () => {
    let root: FlameGraph['root'] = { name: 'leaf', value: 1, self: 1, children: [] };
    for (let i = 0; i < 1000; i++) root = {
      name: `f${i}`, value: 60 + root.value, self: 0,
      children: [root, ...Array.from({ length: 60 }, (_, k) => ({ name: `n${k}`, value: 1, self: 1, children: [] }))],
    };
    const svg = pictureOf(
      {
        kind: 'flamegraph', title: 'deep',
        answer: { unit: 'count', sampleType: 'samples', total: root.value, nodes: 61_000, culledNodes: 0, root },
      },
      style('light'), DATA_TIME_MS, faces
    );
    expect(svg.length).toBeLessThan(400_000);
    expect(svg).toContain('are omitted');
  });
});

describe('an error', () => {
  it('is a picture of the width and theme asked for', () => {
    const svg = errorPicture(
      'There is no target "x"; known are "a".', { widthPx: 400, theme: 'dark', scale: 1, format: 'svg' }, faces
    );
    for (
      const words of ['width="400"', 'No picture', 'There is no target &#34;x&#34;; known are &#34;a&#34;.', '#161b20']
    ) expect(svg).toContain(words);
  });
});
