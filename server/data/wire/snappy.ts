/**
 * Compresses to the Snappy block format, which remote write requires. Own encoder: the packages are native, or have
 * neither types nor a recent release. Format: https://github.com/google/snappy/blob/main/format_description.txt
 */

/** Maximum distance of copies, so that each fits in three bytes. */
const BLOCK_BYTES = 1 << 16;
const TABLE_BITS = 14;
/** No match starts in this many last bytes of a block. */
const MARGIN = 15;
const MULTIPLIER = 0x1e35a7bd;
const LITERAL = 0, COPY_1 = 1, COPY_2 = 2;
const LONGEST_COPY = 64;

const table = new Uint16Array(1 << TABLE_BITS);

export function snappy(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Output(source);
  for (let from = 0; from < source.length; from += BLOCK_BYTES)
    compressBlock(source, from, Math.min(from + BLOCK_BYTES, source.length), out);
  return out.finish();
}

function compressBlock(source: Uint8Array, from: number, to: number, out: Output): void {
  table.fill(0);
  const limit = to - MARGIN;
  let literal = from;
  let at = from + 1;
  while (at < limit) {
    const candidate = nextMatch(source, from, at, limit);
    if (candidate === null) break;
    at = candidate.at;
    let length = 4;
    while (at + length < to && source[at + length] === source[candidate.earlier + length]) length++;
    out.literal(literal, at);
    out.copy(at - candidate.earlier, length);
    at += length;
    literal = at;
    if (at < limit) table[hash(four(source, at - 1))] = at - 1 - from;
  }
  out.literal(literal, to);
}

/** Returns the next place whose four bytes occurred earlier in the block; null if none is left. */
function nextMatch(
  source: Uint8Array, from: number, start: number, limit: number
): { at: number; earlier: number } | null {
  // The longer no match is found, the fewer places are tried.
  let skip = 32;
  for (let at = start; at < limit; at += skip++ >> 5) {
    const bytes = four(source, at);
    const slot = hash(bytes);
    const earlier = from + (table[slot] ?? 0);
    table[slot] = at - from;
    if (earlier < at && four(source, earlier) === bytes) return { at, earlier };
  }
  return null;
}

function four(source: Uint8Array, at: number): number {
  return (source[at] ?? 0) | ((source[at + 1] ?? 0) << 8) | ((source[at + 2] ?? 0) << 16)
    | ((source[at + 3] ?? 0) << 24);
}

function hash(bytes: number): number {
  return Math.imul(bytes, MULTIPLIER) >>> (32 - TABLE_BITS);
}

class Output {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private length = 0;

  constructor(private readonly source: Uint8Array) {
    // Same reserve as Snappy: a literal of 64 KiB needs three bytes more.
    this.bytes = new Uint8Array(32 + source.length + Math.ceil(source.length / 6));
    let rest = source.length;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.put((rest & 0x7f) | 0x80);
    this.put(rest);
  }

  literal(from: number, to: number): void {
    if (from === to) return;
    const last = to - from - 1;
    if (last < 60) this.put((last << 2) | LITERAL);
    else if (last < 256) this.put((60 << 2) | LITERAL, last);
    else this.put((61 << 2) | LITERAL, last & 0xff, last >> 8);
    this.bytes.set(this.source.subarray(from, to), this.length);
    this.length += to - from;
  }

  copy(offset: number, length: number): void {
    let left = length;
    for (; left >= LONGEST_COPY + 4; left -= LONGEST_COPY) this.copyTwo(offset, LONGEST_COPY);
    // The rest must not be shorter than the shortest copy.
    if (left > LONGEST_COPY) {
      this.copyTwo(offset, LONGEST_COPY - 4);
      left -= LONGEST_COPY - 4;
    }
    if (left >= 12 || offset >= 2048) this.copyTwo(offset, left);
    else this.put(((offset >> 8) << 5) | ((left - 4) << 2) | COPY_1, offset & 0xff);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private copyTwo(offset: number, length: number): void {
    this.put(((length - 1) << 2) | COPY_2, offset & 0xff, offset >> 8);
  }

  private put(...bytes: number[]): void {
    for (const byte of bytes) this.bytes[this.length++] = byte;
  }
}
