/**
 * Measures text in a TrueType font without a browser. Reads the `cmap` and `hmtx` tables; ignores kerning, which the
 * fonts used here hardly have.
 * https://learn.microsoft.com/typography/opentype/spec/cmap and .../hmtx
 */
export interface FontMetrics {
  /** Returns the width in pixels at a size of `sizePx`. A character that the font lacks counts as wide as an em. */
  widthOf(text: string, sizePx: number): number;
}

/** The faces of a picture. */
export interface Faces { sans: FontMetrics; bold: FontMetrics; mono: FontMetrics }

/** Parses a font. Throws on bytes that are not a TrueType font with a Unicode `cmap`. */
export function readFontMetrics(font: Uint8Array): FontMetrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = tableOffsets(view);
  const at = (name: string): number => {
    const offset = tables.get(name);
    if (offset === undefined) throw new Error(`the font has no table ${name}`);
    return offset;
  };
  const unitsPerEm = view.getUint16(at('head') + 18);
  const advances = view.getUint16(at('hhea') + 34);
  const hmtx = at('hmtx');
  const glyphOf = glyphMap(view, at('cmap'));
  const known = new Map<string, number>();
  const advanceOf = (character: string): number => {
    const cached = known.get(character);
    if (cached !== undefined) return cached;
    const glyph = glyphOf(character.codePointAt(0) ?? 0);
    const advance = glyph === 0 ? 1 : view.getUint16(hmtx + 4 * Math.min(glyph, advances - 1)) / unitsPerEm;
    if (known.size < 4096) known.set(character, advance);
    return advance;
  };
  return {
    widthOf: (text, sizePx) => {
      let width = 0;
      for (const character of text) width += advanceOf(character);
      return width * sizePx;
    },
  };
}

function tableOffsets(view: DataView): Map<string, number> {
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + 16 * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(record + k)));
    tables.set(tag, view.getUint32(record + 8));
  }
  return tables;
}

const UNICODE_PLATFORM = 0;
const WINDOWS_PLATFORM = 3;

/** Returns a map from code point to glyph, 0 if there is none: reads the subtable of format 4, for the basic plane. */
function glyphMap(view: DataView, cmap: number): (code: number) => number {
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const record = cmap + 4 + 8 * i;
    const subtable = cmap + view.getUint32(record + 4);
    if ([UNICODE_PLATFORM, WINDOWS_PLATFORM].includes(view.getUint16(record)) && view.getUint16(subtable) === 4) {
      return (code) => (code > 0xffff ? 0 : glyphInSegments(view, subtable, code));
    }
  }
  throw new Error('the font has no character map of format 4');
}

function glyphInSegments(view: DataView, subtable: number, code: number): number {
  const doubled = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  for (let segment = 0; segment < doubled; segment += 2) {
    if (view.getUint16(ends + segment) < code) continue;
    const start = view.getUint16(starts + segment);
    if (start > code) return 0;
    const delta = view.getUint16(starts + doubled + segment);
    const rangePlace = starts + 2 * doubled + segment;
    const range = view.getUint16(rangePlace);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(rangePlace + range + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
