import { Resvg } from '@resvg/resvg-js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundledFaces, FONT_FILES } from './bundledFonts.ts';
import { readFontMetrics } from './fontMetrics.ts';
import { paletteOf } from './palette.ts';
import { palettePng } from './palettePng.ts';
import { png } from './rasterize.ts';
import { SEVERITY_WORDS } from './severityMark.ts';
import { cleaned, escaped, fitted, wrapped } from './words.ts';

const { sans, bold, mono } = bundledFaces();

describe('the width of text', () => {
  it('is what the renderer makes of it', () => {
    for (
      const [
        face, family, weight,
      ] of [[sans, 'IBM Plex Sans', 400], [bold, 'IBM Plex Sans', 600], [mono, 'IBM Plex Mono', 400]] as const
    ) {
      for (const words of ['HHHHHHHHHH', 'GC cycles take 0.42 ± 0.06 cores', 'tsdb.(*Head).processWALSamples']) {
        // Between two bars, which excludes the bearings of the first and last letter.
        const box = (text: string): number => new Resvg(
          '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="40"><text x="0" y="20" font-size="20" '
            + `font-family="${family}" font-weight="${weight}">|${text}|</text></svg>`,
          { font: { loadSystemFonts: false, fontFiles: FONT_FILES } }
        ).getBBox()?.width ?? 0;
        expect(Math.abs(box(words) - box('') - face.widthOf(words, 20)), `${family} ${weight} ${words}`)
          .toBeLessThan(words.length * 0.15);
      }
    }
  });
  it('of figures is the same for each, so that columns stand in line', () => {
    expect(new Set([...'0123456789'].map((figure) => sans.widthOf(figure, 12))).size).toBe(1);
  });
  it('of a character the face lacks is an em', () => {
    expect(sans.widthOf('目🎯', 10)).toBe(20);
  });
  it('cannot be read from what is no font', () => {
    expect(() => readFontMetrics(new Uint8Array(64))).toThrow('the font has no table');
  });
});

describe('text', () => {
  it.each([
    ['control characters are dropped, line breaks become spaces', 'a\u0000b\u001b[0m\r\nc\td\u009f', 'ab[0m c d'],
    ['marks that turn the direction are dropped', '\u202eabc\u2066\u200f\ufeff', 'abc'],
    ['half of a pair is dropped, a whole pair stays', '\ud83d x 🎯', ' x 🎯'],
  ])('%s', (_name, text, clean) => { expect(cleaned(text)).toBe(clean); });
  it('has no character of markup left', () => {
    expect(escaped('<a href="x">&\'')).toBe('&#60;a href=&#34;x&#34;&#62;&#38;&#39;');
  });
  it('is cut to its room, at the end or in the middle, and never wider', () => {
    const name = 'github.com/prometheus/prometheus/tsdb.(*Head).processWALSamples';
    for (const room of [5, 20, 60, 133, 300]) for (const cut of ['end', 'middle'] as const) {
      const text = fitted(name, room, mono, { sizePx: 11, cut });
      expect(mono.widthOf(text, 11)).toBeLessThanOrEqual(room);
      if (text !== '') expect(text).toContain('…');
    }
    expect(fitted(name, 133, mono, { sizePx: 11, cut: 'middle' })).toMatch(/^github.+….+Samples$/);
    expect(fitted('short', 133, mono, { sizePx: 11 })).toBe('short');
  });
  it('is wrapped at spaces; the last line says that there is more', () => {
    expect(wrapped('one two three', sans.widthOf('one two', 12), sans, { sizePx: 12, maxLines: 5 }))
      .toEqual(['one two', 'three']);
    const lines = wrapped('word '.repeat(200), 100, sans, { sizePx: 12, maxLines: 3 });
    expect([lines.length, lines.at(-1)?.endsWith('…')]).toEqual([3, true]);
    expect(wrapped('', 100, sans, { sizePx: 12, maxLines: 3 })).toEqual([]);
    for (const line of wrapped(`a ${'x'.repeat(3000)} b`, 100, sans, { sizePx: 12, maxLines: 3 }))
      expect(sans.widthOf(line, 12)).toBeLessThanOrEqual(100);
  });
  it('of a word longer than a line is wrapped where a name of a function has its joints', () => {
    const name = 'github.com/prometheus/prometheus/tsdb.(*Head).processWALSamples';
    const lines = wrapped(`most of all ${name} (new)`, 150, sans, { sizePx: 12, maxLines: 9 });
    expect(lines)
      .toEqual(['most of all', 'github.com/prometheus/', 'prometheus/tsdb.(*Head)', '.processWALSamples', '(new)']);
    for (const line of lines) expect(sans.widthOf(line, 12)).toBeLessThanOrEqual(150);
  });
});

/** Returns a colour in OKLab, where distance is about the difference that is seen; 0.02 is just noticeable. */
function oklab(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe('colours', () => {
  const css = readFileSync(join(import.meta.dirname, '..', '..', '..', 'core', 'look', 'tokens.css'), 'utf8');
  it.each(['light', 'dark'] as const)('of %s are the tokens of the page', (theme) => {
    const palette = paletteOf(theme);
    const body = new RegExp(`\\[data-mantine-color-scheme='${theme}'\\] \\{([^}]*--page[^}]*)\\}`).exec(css)?.[1] ?? '';
    const tokens = [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
    expect(tokens.length).toBeGreaterThan(30);
    for (const [, name = '', hex] of tokens) expect([name, palette(name)]).toEqual([name, { hex, opacity: 1 }]);
  });
  it('see through as the tokens do', () => {
    expect(paletteOf('light')('fill-cpu')).toEqual({ hex: '#0072b2', opacity: 0.16 });
  });
  it('mix as a browser mixes them', () => {
    // Colours that Chromium fills a canvas with.
    expect(paletteOf('light')('flame-less-4').hex).toBe('#75a7d1');
    expect(paletteOf('light')('flame-less-3').hex).toBe('#8bb2d2');
    expect(paletteOf('dark')('flame-library').hex).toBe('#283a3a');
  });
  it.each(['light', 'dark'] as const)('of any two subsystems of a TSDB are told apart in %s', (theme) => {
    const palette = paletteOf(theme);
    const fills = [
      'gc', 'allocation', 'scheduler', 'runtime', 'system', 'library', 'compaction', 'wal-replay', 'wal', 'head-append',
      'query', 'scrape', 'rules', 'remote-write', 'tsdb', 'web', 'discovery', 'notifier', 'package-other',
    ].map((name) => ({ name, at: oklab(palette(`flame-${name}`).hex) }));
    const alike = fills.flatMap((one, i) => fills.slice(i + 1).flatMap((other) => {
      const distance = Math.hypot(...one.at.map((value, axis) => value - (other.at[axis] ?? 0)));
      return distance < 0.02 ? [`${one.name} and ${other.name}: ${distance.toFixed(3)}`] : [];
    }));
    expect(alike).toEqual([]);
  });
  it('that are no tokens are a mistake of ours', () => {
    expect(() => paletteOf('dark')('mark-nothing')).toThrow('--mark-nothing is not a token');
  });
});

describe('a PNG of a palette', () => {
  /** Returns its palette and its indices. */
  function read(file: Buffer): { colours: number[][]; rows: Buffer } {
    const at = (
      type: string
    ): Buffer => { const i = file.indexOf(type); return file.subarray(i + 4, i + 4 + file.readUInt32BE(i - 4)); };
    const table = at('PLTE');
    return {
      colours: Array.from({ length: table.length / 3 }, (_, i) => [...table.subarray(3 * i, 3 * i + 3)]),
      rows: inflateSync(at('IDAT')),
    };
  }
  it('keeps up to 256 colours exactly', () => {
    const rgba = new Uint8Array(
      256 * 4
    ).map((_, i) => (i % 4 === 3 ? 255 : i % 4 === 0 ? i / 4 : 255 - Math.floor(i / 4)));
    const { colours, rows } = read(palettePng(rgba, 16, 16));
    for (let i = 0; i < 256; i++)
      expect(colours[rows[Math.floor(i / 16) * 17 + 1 + (i % 16)] ?? 0]).toEqual([...rgba.subarray(4 * i, 4 * i + 3)]);
  });
  it('of more keeps the frequent ones, and takes near ones for the others', () => {
    const count = 4096;
    const channels = [7, 13, 29, 0];
    const rgba = new Uint8Array(
      count * 4
    ).map((_, i) => (i % 4 === 3 ? 255 : i < count * 2 ? 200 : (Math.floor(i / 4) * (channels[i % 4] ?? 0)) % 256));
    const { colours, rows } = read(palettePng(rgba, 64, 64));
    expect(colours.length).toBeLessThanOrEqual(256);
    expect(colours[rows[1] ?? 0]).toEqual([200, 200, 200]);
    for (let i = 0; i < count; i++) {
      const kept = colours[rows[Math.floor(i / 64) * 65 + 1 + (i % 64)] ?? 0] ?? [];
      expect(Math.hypot(...kept.map((channel, k) => channel - (rgba[4 * i + k] ?? 0)))).toBeLessThan(60);
    }
  });
  it('is refused before it takes all memory', () => {
    expect(() => png('<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"/>', 3, FONT_FILES))
      .toThrow('million pixels');
  });
});

it('a severity has the word of the page', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'web', 'ui', 'SeverityWord.tsx'), 'utf8');
  for (const [severity, word] of Object.entries(SEVERITY_WORDS))
    expect(page).toMatch(new RegExp(`${severity}: '${word}'`));
});
