/** Reads the values of a Java Flight Recorder chunk, each checked against the end of the chunk. Pure. */

/** Thrown if a chunk cannot be read; the message fits in the middle of a sentence. `isCut`: only its end is missing. */
export class JfrError extends Error {
  constructor(message: string, readonly isCut = false) { super(message); }
}

/** A key of a constant pool: a bigint only where a double is not exact. */
export type JfrId = number | bigint;

/** A text; null for none; `pool` is its key in the constant pool of strings. */
export type JfrText = string | null | { pool: JfrId };

const MAX_INT_BYTES = 9;
/** Bytes of a text that are decoded, which is what writers keep of one. */
const MAX_TEXT_BYTES = 8192;
const UTF8 = new TextDecoder('utf-8');
const LATIN1 = new TextDecoder('latin1');
/** Encodings of a text. */
const [EMPTY, POOLED, AS_UTF8, AS_CHARACTERS, AS_LATIN1] = [1, 2, 3, 4, 5];

export class JfrBytes {
  at: number;
  readonly end: number;

  constructor(private readonly bytes: Uint8Array, at: number, end = bytes.length) {
    this.at = at;
    this.end = Math.min(end, bytes.length);
    if (!(at >= 0 && at <= this.end)) throw new JfrError(`the chunk names byte ${at}, which it does not have`);
  }

  get left(): number { return this.end - this.at; }

  byte(): number {
    const value = this.at < this.end ? this.bytes[this.at] : undefined;
    if (value === undefined) throw new JfrError(`a value at byte ${this.at} is cut off`);
    this.at += 1;
    return value;
  }

  /** Reads an integer of up to nine bytes, seven bits in each, eight in the ninth; unsigned. */
  int(): number {
    let value = 0;
    for (let i = 0; i < MAX_INT_BYTES; i++) {
      const byte = this.byte();
      value += (i === MAX_INT_BYTES - 1 ? byte : byte % 128) * 2 ** (7 * i);
      if (byte < 128) break;
    }
    return value;
  }

  /** Reads an integer whose every bit counts. */
  id(): JfrId {
    const from = this.at;
    const value = this.int();
    if (value < 2 ** 53) return value;
    let exact = 0n;
    for (let i = 0; from + i < this.at; i++) {
      const byte = this.bytes[from + i] ?? 0;
      exact += BigInt(i === MAX_INT_BYTES - 1 ? byte : byte % 128) << BigInt(7 * i);
    }
    return exact;
  }

  /** Reads the number of elements that follow, each of which takes a byte or more. */
  count(): number {
    const count = this.int();
    if (count > this.left) throw new JfrError(`a list at byte ${this.at} has more elements than bytes follow`);
    return count;
  }

  skip(bytes: number): void {
    if (bytes > this.left) throw new JfrError(`a value at byte ${this.at} is cut off`);
    this.at += bytes;
  }

  text(): JfrText {
    const encoding = this.byte();
    if (encoding === 0) return null;
    if (encoding === EMPTY) return '';
    if (encoding === POOLED) return { pool: this.id() };
    const length = this.count();
    if (encoding === AS_CHARACTERS) {
      let text = '';
      for (let i = 0; i < length; i++) {
        const unit = this.int();
        if (i < MAX_TEXT_BYTES) text += String.fromCharCode(unit);
      }
      return text;
    }
    if (encoding !== AS_UTF8 && encoding !== AS_LATIN1)
      throw new JfrError(`a text at byte ${this.at} has the unknown encoding ${encoding}`);
    const from = this.at;
    this.skip(length);
    const own = this.bytes.subarray(from, from + Math.min(length, MAX_TEXT_BYTES));
    return (encoding === AS_UTF8 ? UTF8 : LATIN1).decode(own);
  }

  /** Passes over a text without decoding it. */
  skipText(): void {
    const encoding = this.byte();
    if (encoding <= EMPTY) return;
    if (encoding === POOLED) {
      this.int();
      return;
    }
    const length = this.count();
    if (encoding === AS_CHARACTERS) for (let i = 0; i < length; i++) this.int();
    else if (encoding === AS_UTF8 || encoding === AS_LATIN1) this.skip(length);
    else throw new JfrError(`a text at byte ${this.at} has the unknown encoding ${encoding}`);
  }
}
