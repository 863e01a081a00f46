/** Drawing tools of a picture: colours, type and a few shapes. Blocks are stacked vertically. */
import type { Faces, FontMetrics } from './fontMetrics.ts';
import type { Palette } from './palette.ts';
import { escaped, fitted, wrapped, type Cut } from './words.ts';

/** A piece of a picture, drawn from its own upper left corner. */
export interface Block { height: number; svg: string }

export type Face = keyof Faces;

export interface TextStyle { sizePx: number; face: Face; ink: string }

/** Type sizes, as on the page. */
export const TYPE = {
  title: { sizePx: 12, face: 'bold', ink: 'ink-soft' },
  finding: { sizePx: 18, face: 'bold', ink: 'ink' },
  findingSmall: { sizePx: 15, face: 'bold', ink: 'ink' },
  body: { sizePx: 12, face: 'sans', ink: 'ink-soft' },
  strong: { sizePx: 12, face: 'bold', ink: 'ink' },
  small: { sizePx: 11, face: 'sans', ink: 'ink-soft' },
  faint: { sizePx: 11, face: 'sans', ink: 'ink-faint' },
  code: { sizePx: 11, face: 'mono', ink: 'ink' },
} as const satisfies Record<string, TextStyle>;

const LINE_HEIGHT = 1.35;
export const SANS_FAMILY = "'IBM Plex Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO_FAMILY = "'IBM Plex Mono', ui-monospace, Menlo, Consolas, monospace";

/** Shorter text has about the same width in every font. */
const MIN_FIXED = 4;

/** Formats with at most two decimals, without trailing zeros. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export class Sheet {
  /** Patterns and clips that the picture uses, by id. */
  private readonly definitions = new Map<string, string>();
  private clips = 0;

  constructor(
    readonly palette: Palette, readonly faces: Faces,
    /** Width of the whole picture, CSS pixels. */
    readonly widthPx: number,
    /** Device pixels per CSS pixel, which limit the detail of lines. */
    readonly perPixel: number,
  ) {}

  get isNarrow(): boolean {
    return this.widthPx < 520;
  }

  /** Returns `fill="..."` of a token, with its opacity. */
  fill(token: string): string {
    const { hex, opacity } = this.palette(token);
    return `fill="${hex}"${opacity === 1 ? '' : ` fill-opacity="${number(opacity)}"`}`;
  }

  stroke(token: string, width: number): string {
    const { hex, opacity } = this.palette(token);
    return `stroke="${hex}"${opacity === 1 ? '' : ` stroke-opacity="${number(opacity)}"`} `
      + `stroke-width="${number(width)}"`;
  }

  rect(x: number, y: number, width: number, height: number, paint: string, radius = 0): string {
    return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" `
      + `height="${number(height)}"${radius === 0 ? '' : ` rx="${radius}"`} ${paint}/>`;
  }

  font(face: Face): FontMetrics {
    return this.faces[face];
  }

  widthOf(text: string, { face, sizePx }: TextStyle): number {
    return this.font(face).widthOf(text, sizePx);
  }

  /** Draws one line of text with its baseline at `y`, cut to `room`. All untrusted text enters a picture here. */
  text(
    x: number, y: number, words: string, style: TextStyle,
    { room = Infinity, anchor = 'start', cut = 'end' }:
    { room?: number; anchor?: 'start' | 'middle' | 'end'; cut?: Cut } = {},
  ): string {
    const line = fitted(words, room, this.font(style.face), { sizePx: style.sizePx, cut });
    if (line === '') return '';
    const family = style.face === 'mono' ? ` font-family="${MONO_FAMILY}"` : '';
    const weight = style.face === 'bold' ? ' font-weight="600"' : '';
    const place = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
    // A viewer without the font scales another one to the same width, so text does not overlap its neighbours.
    const length = line.length < MIN_FIXED ? ''
      : ` textLength="${number(this.widthOf(line, style))}" lengthAdjust="spacingAndGlyphs"`;
    return `<text x="${number(x)}" y="${number(y)}" font-size="${style.sizePx}"${family}${weight}${place}${length} `
      + `${this.fill(style.ink)}>${escaped(line)}</text>`;
  }

  /** Draws a paragraph from the top, wrapped to `room`. */
  paragraph(words: string, style: TextStyle, room: number, maxLines: number): Block {
    const step = Math.round(style.sizePx * LINE_HEIGHT);
    const lines = wrapped(words, room, this.font(style.face), { sizePx: style.sizePx, maxLines });
    return {
      height: lines.length * step,
      svg: lines.map((line, i) => this.text(0, i * step + style.sizePx, line, style)).join(''),
    };
  }

  /** Returns `url(#...)` of diagonal lines over a fill; `lean` 1 to the right, -1 to the left. */
  hatch(ground: string, line: string, lean: 1 | -1 = 1): string {
    const id = `ts-hatch-${ground}-${line}${lean === 1 ? '' : '-l'}`;
    this.definitions.set(id, `<pattern id="${id}" width="7" height="7" patternUnits="userSpaceOnUse" `
      + `patternTransform="rotate(${45 * lean})">`
      + `<rect width="7" height="7" ${this.fill(ground)}/><rect width="1.4" height="7" ${this.fill(line)}/></pattern>`);
    return `fill="url(#${id})"`;
  }

  /** Returns an attribute that clips to a rectangle. */
  clip(x: number, y: number, width: number, height: number): string {
    const id = `ts-clip-${this.clips++}`;
    const area = `x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}"`;
    this.definitions.set(id, `<clipPath id="${id}"><rect ${area}/></clipPath>`);
    return `clip-path="url(#${id})"`;
  }

  defs(): string {
    return this.definitions.size === 0 ? '' : `<defs>${[...this.definitions.values()].join('')}</defs>`;
  }
}

/** Stacks blocks with `gap` between them; those without height are skipped. */
export function stacked(blocks: readonly Block[], gap: number): Block {
  let height = 0;
  const parts: string[] = [];
  for (const block of blocks) {
    if (block.height === 0) continue;
    if (height > 0) height += gap;
    parts.push(placed(block.svg, 0, height));
    height += block.height;
  }
  return { height, svg: parts.join('') };
}

export function placed(svg: string, x: number, y: number): string {
  return `<g transform="translate(${number(x)} ${number(y)})">${svg}</g>`;
}
