/** Reads the page's colours from its CSS tokens, in the form that SVG needs: `#rrggbb` and an opacity. Pure. */
import flameCss from '../../../core/look/flame.css?raw';
import tokensCss from '../../../core/look/tokens.css?raw';
import type { PictureTheme } from './pictureTypes.ts';

export interface Colour { hex: string; opacity: number }

/** Returns a colour by its CSS variable without dashes: `mark-cpu`, `flame-less-4`. Throws for an unknown token. */
export type Palette = (name: string) => Colour;

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** Returns the declarations; a value may span several lines. */
function declarations(css: string): [string, string][] {
  const found = css.matchAll(/--([\w-]+):\s*([^;]+);/g);
  return [...found].map(([, name = '', value = '']) => [name, value.trim().replaceAll(/\s+/g, ' ')]);
}

/** Returns the declarations of the first block that `selector` opens and that sets `--page` or a flame colour. */
function block(css: string, selector: string, sets: string): string {
  for (let at = css.indexOf(selector); at >= 0; at = css.indexOf(selector, at + 1)) {
    const body = css.slice(css.indexOf('{', at) + 1, css.indexOf('}', at));
    if (body.includes(sets)) return body;
  }
  throw new Error(`the style sheet has no block ${selector} with ${sets}`);
}

/** Returns all colours of a theme, each resolved once. */
export function paletteOf(theme: PictureTheme): Palette {
  const values = new Map([
    ...declarations(block(tokensCss, `[data-mantine-color-scheme='${theme}']`, '--page')),
    ...declarations(block(flameCss, '[data-flame]', '--flame-same')),
  ]);
  const known = new Map<string, Colour>();
  const valueOf = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`--${name} is not a token`);
    return value;
  };
  return (name) => {
    const colour = known.get(name) ?? asColour(read(valueOf(name), valueOf));
    known.set(name, colour);
    return colour;
  };
}

function asColour([red, green, blue, alpha]: Rgba): Colour {
  return { hex: `#${[red, green, blue].map(hexByte).join('')}`, opacity: alpha };
}

function hexByte(channel: number): string {
  return Math.round(Math.max(0, Math.min(255, channel))).toString(16).padStart(2, '0');
}

/** Parses all forms in the tokens: `#rrggbb`, `rgb(r g b / a%)`, `var(--name)`, `color-mix(in oklab, A p%, B)`. */
function read(text: string, valueOf: (name: string) => string): Rgba {
  const hex = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex !== undefined)
    return [parseInt(hex.slice(0, 2), 16), parseInt(hex.slice(2, 4), 16), parseInt(hex.slice(4), 16), 1];
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (rgb !== null) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100];
  const name = /^var\(--([\w-]+)\)$/.exec(text)?.[1];
  if (name !== undefined) return read(valueOf(name), valueOf);
  const mix = /^color-mix\(in oklab, (.+) (\d+)%, (.+)\)$/.exec(text);
  if (mix !== null) return mixed(read(mix[1] ?? '', valueOf), read(mix[3] ?? '', valueOf), Number(mix[2]) / 100);
  throw new Error(`${text} is not a colour that a picture supports`);
}

function mixed(a: Rgba, b: Rgba, shareOfA: number): Rgba {
  const [from, to] = [oklabOf(a), oklabOf(b)];
  const at = (i: number): number => (from[i] ?? 0) * shareOfA + (to[i] ?? 0) * (1 - shareOfA);
  return rgbOf([at(0), at(1), at(2)], a[3] * shareOfA + b[3] * (1 - shareOfA));
}

// https://www.w3.org/TR/css-color-4/#color-conversion-code (sRGB to and from OKLab, after Björn Ottosson)
function oklabOf([red, green, blue]: Rgba): [number, number, number] {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOf([lightness, a, b]: [number, number, number], alpha: number): Rgba {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(
    (share) => 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055)
  ) as [number, number, number];
  return [red, green, blue, alpha];
}
