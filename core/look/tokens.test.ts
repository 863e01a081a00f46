import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Returns the `--name: value` pairs of the theme's own block. */
function tokensOf(theme: 'light' | 'dark'): Map<string, string> {
  const block = new RegExp(`\\[data-mantine-color-scheme='${theme}'\\] \\{([^}]*--page[^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']));
}

type Rgb = [number, number, number];

function rgbOf(value: string): { rgb: Rgb; alpha: number } {
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) return { rgb: [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb, alpha: 1 };
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (parts === null) throw new Error(`not a colour this test reads: ${value}`);
  return { rgb: parts.slice(1, 4).map(Number) as Rgb, alpha: Number(parts[4]) / 100 };
}

/** Returns the colour blended over an opaque background. */
function over(top: string, ground: Rgb): Rgb {
  const { rgb, alpha } = rgbOf(top);
  return rgb.map((channel, i) => channel * alpha + (ground[i] ?? 0) * (1 - alpha)) as Rgb;
}

/** Returns the relative luminance by WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

test('the ratio is that of WCAG: black on white is 21, a known grey 4.54', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

test('both themes define the same names', () => {
  expect([...tokensOf('dark').keys()]).toEqual([...tokensOf('light').keys()]);
});

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const tokens = tokensOf(theme);
  const opaque = (name: string): Rgb => rgbOf(tokens.get(name) ?? '').rgb;
  const grounds = ['surface', 'page', 'surface-raised', 'surface-sunken'];
  const names = (prefix: string): string[] => [...tokens.keys()].filter((name) => name.startsWith(prefix));
  const tooFaint = (pairs: [string, string, Rgb, Rgb][], least: number): string[] =>
    pairs.flatMap(
      ([ink, ground, a, b]) => (contrast(a, b) < least ? [`${ink} on ${ground}: ${contrast(a, b).toFixed(2)}`] : [])
    );

  test('every ink is text of 4.5:1 on every ground', () => {
    const inks = ['ink', ...names('ink-'), 'accent'];
    expect(
      tooFaint(
        inks.flatMap(
          (ink) => grounds.map((ground): [string, string, Rgb, Rgb] => [ink, ground, opaque(ink), opaque(ground)])
        ),
        4.5
      )
    ).toEqual([]);
  });
  test('text stays 4.5:1 on the tinted grounds: a chosen row, banners, phases', () => {
    const tints = [...names('fill-'), 'accent-soft'];
    const on = (ink: string, tint: string): [string, string, Rgb, Rgb] =>
      [ink, tint, opaque(ink), over(tokens.get(tint) ?? '', opaque('surface'))];
    expect(tooFaint(tints.flatMap((tint) => ['ink', 'ink-soft'].map((ink) => on(ink, tint))), 4.5)).toEqual([]);
    // A selected row contains links, states and severities.
    expect(tooFaint(names('ink-').map((ink) => on(ink, 'accent-soft')), 4.5)).toEqual([]);
  });
  test('every mark is 3:1 on the ground of a chart', () => {
    const marks = [...names('mark-'), 'focus', 'line-strong', 'diff-less', 'diff-more'];
    expect(
      tooFaint(marks.map((mark): [string, string, Rgb, Rgb] => [mark, 'surface', opaque(mark), opaque('surface')]), 3)
    ).toEqual([]);
  });
  test('function names are 4.5:1 on the soft colours of a diff', () => {
    const softs = ['diff-less-soft', 'diff-more-soft', 'diff-same'];
    expect(
      tooFaint(
        softs.map((soft): [string, string, Rgb, Rgb] => ['flame-ink', soft, opaque('flame-ink'), opaque(soft)]), 4.5
      )
    ).toEqual([]);
  });
});
