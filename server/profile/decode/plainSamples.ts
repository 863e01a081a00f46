/**
 * Reads the samples of nearly every profile, without a call for each number: packed location ids and packed values of
 * few bytes. The checked reader in decodeSamples.ts reads anything else.
 */
import type { GrowingFloat64, GrowingUint32 } from './growingArray.ts';

/** Key bytes: field number times 8 plus wire type 2 (length-delimited). */
const LOCATION_IDS = (1 << 3) | 2;
const VALUES = (2 << 3) | 2;
const TWO_28 = 2 ** 28;
const NO_LENGTH = -1;

export class PlainSamples {
  /** Position after a short length. */
  private next = 0;

  constructor(
    private readonly bytes: Uint8Array, private readonly rowOf: Int32Array, private readonly typeCount: number,
    private readonly frames: GrowingUint32, private readonly values: GrowingFloat64,
  ) {}

  /**
   * Reads fields of one sample from `start` on while they are plain, into `frames` and `values`. Returns where it
   * stopped: `end`, or the first field that is not plain, of which nothing is kept.
   */
  read(start: number, end: number): number {
    const { bytes } = this;
    let position = start;
    while (position < end) {
      const key = bytes[position];
      if (key !== LOCATION_IDS && key !== VALUES) return position;
      const length = this.shortLength(position + 1, end);
      if (length === NO_LENGTH) return position;
      const from = this.next;
      if (key === LOCATION_IDS ? !this.readIds(from, from + length) : !this.readValues(from, from + length))
        return position;
      position = from + length;
    }
    return position;
  }

  /** Reads a length of one or two bytes that stays within the sample. */
  private shortLength(position: number, end: number): number {
    if (position + 1 >= end) return NO_LENGTH;
    const first = this.bytes[position] ?? 0;
    const second = this.bytes[position + 1] ?? 0;
    if (first >= 0x80 && second >= 0x80) return NO_LENGTH;
    const length = first < 0x80 ? first : (first & 0x7f) | (second << 7);
    this.next = position + (first < 0x80 ? 1 : 2);
    return this.next + length <= end ? length : NO_LENGTH;
  }

  private readIds(start: number, end: number): boolean {
    const { bytes, rowOf, frames } = this;
    const known = rowOf.length;
    const into = frames.room(end - start);
    const before = frames.length;
    let length = before;
    let position = start;
    while (position < end) {
      let id = bytes[position++] ?? 0;
      if (id >= 0x80) {
        // The last byte of the field ends a number, so reads stay within it; the checked reader reports other cases.
        const second = bytes[position++] ?? 0;
        id = (id & 0x7f) | (second & 0x7f) << 7;
        if (second >= 0x80) {
          const third = bytes[position++] ?? 0;
          id |= (third & 0x7f) << 14;
          if (third >= 0x80) {
            const fourth = bytes[position++] ?? 0;
            if (fourth >= 0x80) return false;
            id |= fourth << 21;
          }
        }
      }
      if (id >= known) return false;
      const row = rowOf[id] ?? -1;
      if (row < 0) return false;
      into[length++] = row;
    }
    if (position !== end) return false;
    frames.length = length;
    return true;
  }

  private readValues(start: number, end: number): boolean {
    const { bytes, values } = this;
    if (end - start > this.typeCount * 4 + 64) return false;
    const into = values.room(end - start);
    let length = values.length;
    let position = start;
    while (position < end) {
      let low = 0;
      let high = 0;
      let byte = 0x80;
      for (let shift = 0; byte >= 0x80; shift += 7) {
        // 7 bytes are 49 bits: never negative, always exact.
        if (shift > 42 || position >= end) return false;
        byte = bytes[position++] ?? 0;
        if (shift < 28) low |= (byte & 0x7f) << shift;
        else high |= (byte & 0x7f) << (shift - 28);
      }
      into[length++] = low + high * TWO_28;
    }
    values.length = length;
    return true;
  }
}
