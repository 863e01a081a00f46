/** Recognizes pprof messages and gperftools profiles by their structure. */

/** The wire type that each field of a Profile may have: 0 varint, 2 bytes. Repeated numbers may be packed. */
const WIRE: readonly (readonly number[])[] = [
  [], [2], [2], [2], [2], [2], [2], [0], [0], [0], [0], [2], [0], [0, 2], [0], [0],
];
const MIN_FIELDS = 3;
const MAX_FIELDS = 200;

/**
 * Whether the bytes are fields of a pprof Profile, with sample types, samples, locations or strings among them.
 * `isCut`: the last field may continue after the bytes.
 */
export function looksPprof(bytes: Uint8Array, isCut: boolean): boolean {
  const seen = new Set<number>();
  let at = 0;
  let count = 0;
  while (at < bytes.length && count < MAX_FIELDS) {
    const key = varint(bytes, at);
    if (key === null) break;
    const field = Math.floor(key.value / 8);
    const wire = key.value % 8;
    if (WIRE[field]?.includes(wire) !== true) return false;
    const value = varint(bytes, key.end);
    if (value === null) break;
    if (wire === 2 && value.end + value.value > bytes.length) {
      if (!isCut || count === 0) return false;
      break;
    }
    at = wire === 2 ? value.end + value.value : value.end;
    seen.add(field);
    count += 1;
  }
  return count >= MIN_FIELDS && [1, 2, 3, 4, 5, 6].filter((field) => seen.has(field)).length >= 2;
}

/** Reads a varint; null if the bytes end first, or it has more than ten bytes. */
function varint(bytes: Uint8Array, from: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = 0; at < 10; at++) {
    const byte = bytes[from + at];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { value, end: from + at + 1 };
  }
  return null;
}

/** Finds the header of a gperftools CPU profile: 0, 3, 0, period, 0 as 32- or 64-bit words in either byte order. */
export function looksGperftools(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [4, 8].some((size) => [true, false].some((little) => {
    if (bytes.length < 5 * size) return false;
    const words = [0, 1, 2, 3, 4].map((word) => (size === 4 ? view.getUint32(word * 4, little)
      : Number(view.getBigUint64(word * 8, little))));
    return words[0] === 0 && words[1] === 3 && words[2] === 0 && (words[3] ?? 0) > 0 && (words[3] ?? 0) < 1e9
      && words[4] === 0;
  }));
}
