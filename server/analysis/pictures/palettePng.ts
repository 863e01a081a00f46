/**
 * Encodes pixels as a PNG of at most 256 colours: a third of the full size for flat areas, lines and text. Up to 256
 * colours are exact; beyond that, colours are replaced by similar, more frequent ones.
 * https://www.w3.org/TR/png-3/
 */
import { crc32, deflateSync } from 'node:zlib';

const MAX_COLOURS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INDEXED = 3;

/** Returns a PNG. `rgba`: 8 bits per channel, opaque, row by row. */
export function palettePng(rgba: Uint8Array, width: number, height: number): Buffer {
  const colours = packed(rgba);
  const { palette, indexOf } = choose(countsOf(colours));
  const rows = Buffer.alloc((width + 1) * height);
  let last = -1;
  let index = 0;
  let at = 0;
  let out = 0;
  for (let row = 0; row < height; row++) {
    // Filter 0: palette indices of neighbours are unrelated.
    rows[out++] = 0;
    for (let column = 0; column < width; column++) {
      const colour = colours[at++] ?? 0;
      if (colour !== last) {
        last = colour;
        index = indexOf.get(colour) ?? 0;
      }
      rows[out++] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]));
  const data = deflateSync(rows, { level: 6, memLevel: 9 });
  return Buffer.concat(
    [SIGNATURE, chunk('IHDR', header), chunk('PLTE', table), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns each pixel as one number, `0xAABBGGRR`. */
function packed(rgba: Uint8Array): Uint32Array {
  const isAligned = rgba.byteOffset % 4 === 0;
  return isAligned ? new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2)
    : new Uint32Array(rgba.slice().buffer);
}

/** Counts the pixels of each colour by runs, as most of a picture is background. */
function countsOf(colours: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  let start = 0;
  for (let i = 1; i <= colours.length; i++) {
    const colour = colours[start] ?? 0;
    if (i < colours.length && colours[i] === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + i - start);
    start = i;
  }
  return counts;
}

/** Returns the palette, and for each colour the index of the nearest one in it. */
function choose(counts: Map<number, number>): { palette: number[]; indexOf: Map<number, number> } {
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const palette = byCount.length <= MAX_COLOURS ? byCount : spread(byCount);
  const indexOf = new Map(palette.map((colour, i) => [colour, i]));
  for (const colour of byCount) if (!indexOf.has(colour)) indexOf.set(colour, nearest(palette, colour));
  return { palette, indexOf };
}

/** Minimum distance of colours; closer shades at the edge of a letter look the same. */
const MIN_APART = 8;

/** Returns the most frequent colours, far enough apart that at most 256 remain. */
function spread(byCount: readonly number[]): number[] {
  for (let apart = MIN_APART; ; apart += 2) {
    const kept: number[] = [];
    for (const colour of byCount) {
      if (kept.length <= MAX_COLOURS && !hasWithin(kept, colour, apart * apart)) kept.push(colour);
    }
    if (kept.length <= MAX_COLOURS) return kept;
  }
}

function hasWithin(kept: readonly number[], colour: number, least: number): boolean {
  for (const one of kept) if (distance(one, colour) < least) return true;
  return false;
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < palette.length; i++) {
    const far = distance(palette[i] ?? 0, colour);
    if (far < least) {
      best = i;
      least = far;
    }
  }
  return best;
}

function distance(a: number, b: number): number {
  const red = (a & 255) - (b & 255);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = ((a >> 16) & 255) - ((b >> 16) & 255);
  return red * red + green * green + blue * blue;
}
