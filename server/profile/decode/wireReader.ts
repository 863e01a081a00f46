/**
 * Reads the protobuf wire format with every bound checked. Throws WireError, which decode.ts converts to a Result: the
 * reader is called a few million times for one profile, and a Result each time would cost more than the reading.
 *
 * Not pprof-format 2.3.2, which reads truncated bytes without an error, takes a key for one byte (so fields from 16 on
 * are misread), knows no fixed-width fields, and returns negative numbers as huge unsigned ones. Format:
 * https://protobuf.dev/programming-guides/encoding/
 */
/** `remedy`: what to do, if fetching the profile again does not help. */
export class WireError extends Error {
  constructor(message: string, readonly remedy?: string) { super(message); }
}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

const TWO_32 = 2 ** 32;
/** High word above which a number is no longer exact as a double. */
const SAFE_HIGH = 2 ** 21;

export class WireReader {
  readonly bytes: Uint8Array;
  position = 0;
  end: number;
  /** Set by `nextField`. */
  field = 0;
  wireType = 0;
  /** Low and high word of the last varint, each 0 to 2^32-1. */
  low = 0;
  high = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  /** Moves to the next field of the message; returns false at its end. */
  nextField(): boolean {
    if (this.position >= this.end) return false;
    const at = this.position;
    this.varint();
    this.wireType = this.low & 7;
    this.field = (this.low >>> 3) + this.high * 2 ** 29;
    if (this.field === 0) throw new WireError(`field number 0 at byte ${at}`);
    if (this.wireType !== VARINT && this.wireType !== FIXED64 && this.wireType !== BYTES && this.wireType !== FIXED32) {
      throw new WireError(`wire type ${this.wireType} at byte ${at}, which no profile uses`);
    }
    return true;
  }

  /** Reads one varint of at most 10 bytes into `low` and `high`; drops bits beyond 64, as Go does. */
  varint(): void {
    const { bytes, end } = this;
    const start = this.position;
    let position = start;
    let low = 0;
    let high = 0;
    for (let shift = 0; ; shift += 7) {
      if (shift > 63) throw new WireError(`a number of more than 10 bytes at byte ${start}`);
      if (position >= end) throw new WireError(`a number that is cut off at byte ${start}`);
      const byte = bytes[position++] ?? 0;
      const part = byte & 0x7f;
      if (shift < 28) low |= part << shift;
      else if (shift === 28) {
        low |= part << 28;
        high |= part >>> 4;
      } else high |= part << (shift - 32);
      if (byte < 0x80) break;
    }
    this.position = position;
    this.low = low >>> 0;
    this.high = high >>> 0;
  }

  /** Reads the field's value, a varint, into `low` and `high`. */
  expectVarint(): void {
    if (this.wireType !== VARINT)
      throw new WireError(`field ${this.field} at byte ${this.position} is not written as a number`);
    this.varint();
  }

  /** Enters a length-delimited field: returns its end; the caller reads up to there. */
  expectBytes(): number {
    if (this.wireType !== BYTES)
      throw new WireError(`field ${this.field} at byte ${this.position} is not written as text or message`);
    return this.lengthEnd();
  }

  private lengthEnd(): number {
    const at = this.position;
    this.varint();
    const length = this.high * TWO_32 + this.low;
    if (length > this.end - this.position) {
      throw new WireError(`field ${this.field} at byte ${at} claims more bytes than are left`);
    }
    return this.position + length;
  }

  /** Skips an unknown field. */
  skip(): void {
    if (this.wireType === VARINT) this.varint();
    else if (this.wireType === BYTES) this.position = this.lengthEnd();
    else {
      const length = this.wireType === FIXED64 ? 8 : 4;
      if (length > this.end - this.position) throw new WireError(`a field that is cut off at byte ${this.position}`);
      this.position += length;
    }
  }

  /** Reads a repeated number field in either form, packed or one by one; `take` reads `low` and `high`. */
  repeated(take: () => void): void {
    if (this.wireType === VARINT) {
      this.varint();
      take();
      return;
    }
    const packedEnd = this.expectBytes();
    const outerEnd = this.end;
    this.end = packedEnd;
    while (this.position < packedEnd) {
      this.varint();
      take();
    }
    this.end = outerEnd;
  }

  /** Reads a nested message: calls `take` for each of its fields. */
  message(take: () => void): void {
    const messageEnd = this.expectBytes();
    this.messageTo(this.position, messageEnd, take);
  }

  /** Reads a message whose bounds are known, like `message`. */
  messageTo(position: number, messageEnd: number, take: () => void): void {
    const outerEnd = this.end;
    this.position = position;
    this.end = messageEnd;
    while (this.nextField()) take();
    this.end = outerEnd;
  }

  /** Returns the last varint as int64, nearest double; exact if `isSafe()`. */
  int64(): number {
    return (this.high | 0) * TWO_32 + this.low;
  }

  isSafe(): boolean {
    const high = this.high | 0;
    return high < SAFE_HIGH && (high > -SAFE_HIGH || (high === -SAFE_HIGH && this.low > 0));
  }

  int64Exact(): bigint {
    return BigInt.asIntN(64, this.uint64Exact());
  }

  uint64Exact(): bigint {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** Returns the last varint as a map key: a number if that is exact, else a bigint. */
  id(): number | bigint {
    return this.high < SAFE_HIGH ? this.high * TWO_32 + this.low : this.uint64Exact();
  }

  /** Returns the last varint as an index below `count`; throws if it is outside. */
  index(count: number, what: string): number {
    if (this.high !== 0 || this.low >= count) {
      throw new WireError(`${what} ${this.int64Exact()} does not exist (there are ${count})`);
    }
    return this.low;
  }
}
