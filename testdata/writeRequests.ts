/**
 * Reads what remote write sends, by the written formats alone: an oracle for the encoders, and a receiver's decoder.
 */

/** https://github.com/google/snappy/blob/main/format_description.txt */
export function unsnappy(bytes: Uint8Array): Uint8Array {
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  const out = new Uint8Array(size);
  let length = 0;
  const number = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value += (bytes[at++] ?? 0) * 2 ** (8 * i);
    return value;
  };
  while (at < bytes.length) {
    const tag = bytes[at++] ?? 0;
    const kind = tag & 3;
    if (kind === 0) {
      const count = 1 + (tag >> 2 < 60 ? tag >> 2 : number((tag >> 2) - 59));
      if (at + count > bytes.length || length + count > size) throw new RangeError('a literal beyond the end');
      out.set(bytes.subarray(at, at + count), length);
      at += count;
      length += count;
      continue;
    }
    const count = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const offset = kind === 1 ? ((tag >> 5) << 8) + number(1) : number(kind === 2 ? 2 : 4);
    if (offset === 0 || offset > length || length + count > size) throw new RangeError('a copy from outside');
    for (let i = 0; i < count; i++, length++) out[length] = out[length - offset] ?? 0;
  }
  if (length !== size) throw new RangeError('shorter than it says');
  return out;
}

export interface ReceivedSample { time: number; value: number; isStale: boolean }
export interface ReceivedSeries { labels: [name: string, value: string][]; samples: ReceivedSample[] }

type Field = { field: number; bytes: Uint8Array } | { field: number; number: bigint };

function* fields(bytes: Uint8Array): Generator<Field> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const field = key >> 3;
    if ((key & 7) === 0) yield { field, number: varint() };
    else if ((key & 7) === 1) {
      yield { field, number: view.getBigUint64(at, true) };
      at += 8;
    } else if ((key & 7) === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new RangeError('a field beyond the end');
      yield { field, bytes: bytes.subarray(at, at + length) };
      at += length;
    } else throw new RangeError(`wire type ${key & 7}`);
  }
}

const text = (field: Field | undefined): string => ('bytes' in (field ?? {}) ? new TextDecoder().decode(
  (field as { bytes: Uint8Array }).bytes
) : '');
const inner = (bytes: Uint8Array, field: number): Uint8Array[] =>
  [...fields(bytes)].flatMap((one) => (one.field === field && 'bytes' in one ? [one.bytes] : []));

function sample(bytes: Uint8Array): ReceivedSample {
  const all = [...fields(bytes)];
  const number = (field: number): bigint => all.flatMap((one) => (one.field === field && 'number' in one
    ? [one.number] : []))[0] ?? 0n;
  const bits = number(1);
  const value = new Float64Array(new BigUint64Array([bits]).buffer)[0] ?? 0;
  return { time: Number(number(2)), value, isStale: bits === 0x7ff0000000000002n };
}

/** `prometheus.WriteRequest`. */
export function readRequest1(bytes: Uint8Array): ReceivedSeries[] {
  return inner(bytes, 1).map((series) => ({
    labels: inner(series, 1).map((label) => {
      const [name, value] = [1, 2].map((wanted) => [...fields(label)].find(({ field }) => field === wanted));
      return [text(name), text(value)];
    }),
    samples: inner(series, 2).map(sample),
  }));
}

/** `io.prometheus.write.v2.Request`. */
export function readRequest2(bytes: Uint8Array): ReceivedSeries[] {
  const symbols = inner(bytes, 4).map((symbol) => new TextDecoder().decode(symbol));
  if (symbols[0] !== '') throw new RangeError('the first symbol must be empty');
  return inner(bytes, 5).map((series) => {
    const refs = inner(series, 1).flatMap(packed).map((ref) => {
      const symbol = symbols[ref];
      if (symbol === undefined) throw new RangeError(`there is no symbol ${ref}`);
      return symbol;
    });
    const labels = Array.from(
      { length: refs.length / 2 }, (_, i): [string, string] => [refs[2 * i] ?? '', refs[2 * i + 1] ?? '']
    );
    return { labels, samples: inner(series, 2).map(sample) };
  });
}

function packed(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    numbers.push(value);
  }
  return numbers;
}
