/** Counts the events of a Java Flight Recorder file by kind, without reading their stacks. Pure. */

/** Events of one kind; `seconds` together, and the shortest and the longest, of a kind that has a duration. */
export interface JfrKind { count: number; seconds: number; least: number; most: number }
export interface JfrSummary {
  kinds: Map<string, JfrKind>;
  /** Time from the first start to the last end of the read chunks. */
  seconds: number;
  startSeconds: number;
  /** False if the file goes on after what was read. */
  isWhole: boolean;
}

const HEADER = 68;
const MAX_STRINGS = 50_000;
const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 12;
/** Bit of the header for integers of variable length, which all writers of version 2 set. */
const COMPRESSED = 1;

class Reader {
  readonly #bytes: Uint8Array;
  at: number;
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }
  byte(): number {
    const value = this.#bytes[this.at];
    if (value === undefined) throw new RangeError('The part of the file ends.');
    this.at += 1;
    return value;
  }
  /** Reads an integer of up to nine bytes, the last of which has eight bits. */
  int(): number {
    let value = 0;
    for (let i = 0; i < 9; i++) {
      const byte = this.byte();
      value += (i === 8 ? byte : byte % 128) * 2 ** (7 * i);
      if (byte < 128) break;
    }
    return value;
  }
  string(): string {
    const encoding = this.byte();
    if (encoding === 2) this.int();
    if (encoding < 3) return '';
    const length = this.int();
    if (length > this.#bytes.length) throw new RangeError('A string is longer than the part of the file.');
    // Characters of UTF-16, each an integer: what the JVM writes.
    if (encoding === 4) return Array.from({ length }, () => String.fromCharCode(this.int())).join('');
    const end = this.at + length;
    if (end > this.#bytes.length) throw new RangeError('A string is longer than the part of the file.');
    const text = new TextDecoder(encoding === 3 ? 'utf-8' : 'latin1').decode(this.#bytes.subarray(this.at, end));
    this.at = end;
    return text;
  }
}

interface Element { name: string; attributes: Map<string, string>; children: Element[] }
interface Kind { name: string; hasDuration: boolean }

/** Reads an element of the metadata and those below it. Throws a RangeError for one that cannot be. */
function elementOf(reader: Reader, strings: readonly string[], left: { elements: number }, depth: number): Element {
  left.elements -= 1;
  if (left.elements < 0 || depth > MAX_DEPTH) throw new RangeError('The metadata are too large.');
  const element: Element = { name: strings[reader.int()] ?? '', attributes: new Map(), children: [] };
  const attributes = reader.int();
  for (let i = 0; i < attributes; i++) {
    const key = strings[reader.int()] ?? '';
    element.attributes.set(key, strings[reader.int()] ?? '');
  }
  const children = reader.int();
  for (let i = 0; i < children; i++) element.children.push(elementOf(reader, strings, left, depth + 1));
  return element;
}

/** Returns the kinds of events by their number, from the metadata at an offset. */
function kindsAt(bytes: Uint8Array, offset: number): Map<number, Kind> {
  const reader = new Reader(bytes, offset);
  // Size, type, start, duration and number of the metadata.
  for (let i = 0; i < 5; i++) reader.int();
  const count = reader.int();
  if (count > MAX_STRINGS) throw new RangeError('The metadata are too large.');
  const strings = Array.from({ length: count }, () => reader.string());
  const root = elementOf(reader, strings, { elements: MAX_ELEMENTS }, 0);
  const kinds = new Map<number, Kind>();
  for (const part of root.children) for (const { name, attributes, children } of part.children) {
    if (name !== 'class') continue;
    const [first, second] = children.flatMap((child) => (child.name === 'field' ? [child.attributes.get('name')] : []));
    kinds.set(Number(attributes.get('id')), {
      name: attributes.get('name') ?? '', hasDuration: first === 'startTime' && second === 'duration',
    });
  }
  return kinds;
}

/** Returns what the chunks in these bytes hold; null if none can be read, as of another version. */
export function readJfr(bytes: Uint8Array, isCut: boolean): JfrSummary | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kinds = new Map<string, JfrKind>();
  let [start, end, at, isWhole] = [Infinity, 0, 0, !isCut];
  try {
    while (at + HEADER <= bytes.length) {
      const [size, metadata] = [Number(view.getBigUint64(at + 8)), Number(view.getBigUint64(at + 24))];
      const ticks = Number(view.getBigUint64(at + 56));
      if (view.getUint32(at) !== 0x46_4c_52_00 || view.getUint16(at + 4) !== 2 || size < HEADER
        || (view.getUint32(at + 64) & COMPRESSED) === 0) {
        isWhole = false;
        break;
      }
      // Metadata behind the chunk would let many chunks share them, and each read them again.
      const names = kindsAt(bytes.subarray(0, at + size), at + metadata);
      const from = Number(view.getBigUint64(at + 32)) / 1e9;
      start = Math.min(start, from);
      end = Math.max(end, from + Number(view.getBigUint64(at + 40)) / 1e9);
      isWhole = countEvents(bytes, { from: at + HEADER, to: at + size, names, ticks, kinds }) && isWhole;
      at += size;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    isWhole = false;
  }
  return kinds.size === 0 ? null : { kinds, seconds: end - start, startSeconds: start, isWhole };
}

interface Chunk { from: number; to: number; names: Map<number, Kind>; ticks: number; kinds: Map<string, JfrKind> }

/** Counts the events of a chunk; returns false if the bytes end before it, or one has no size. */
function countEvents(bytes: Uint8Array, { from, to, names, ticks, kinds }: Chunk): boolean {
  const reader = new Reader(bytes, from);
  const last = Math.min(to, bytes.length);
  while (reader.at < last) {
    const begin = reader.at;
    const size = reader.int();
    if (size < 2 || begin + size > last) return false;
    const kind = names.get(reader.int());
    if (kind !== undefined && kind.name.includes('.')) {
      const own = kinds.get(kind.name) ?? { count: 0, seconds: 0, least: Infinity, most: 0 };
      kinds.set(kind.name, own);
      own.count += 1;
      if (kind.hasDuration && ticks > 0) {
        reader.int();
        const seconds = reader.int() / ticks;
        own.seconds += seconds;
        own.least = Math.min(own.least, seconds);
        own.most = Math.max(own.most, seconds);
      }
    }
    reader.at = begin + size;
  }
  return to <= bytes.length;
}
