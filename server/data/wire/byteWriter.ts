/** Writes the protobuf wire format, and records of the same parts, fast enough for tens of megabytes. */
const BYTES = 2;
const DOUBLE = 1;
const utf8 = new TextEncoder();

export class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  private inner: ByteWriter | null = null;
  private length = 0;

  /** Starts over, reusing its memory. */
  clear(): void {
    this.length = 0;
  }

  /** Writes a whole number of at least 0. */
  varint(value: number): void {
    this.reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  /** Writes 64 bits, little-endian. */
  float64(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Writes like float64, for a NaN whose bits matter. */
  bits64(high: number, low: number): void {
    this.reserve(8);
    this.view.setUint32(this.length, low, true);
    this.view.setUint32(this.length + 4, high, true);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the text's length in bytes, then the text. */
  lengthAndText(text: string): void {
    this.lengthAnd(utf8.encode(text));
  }

  number(field: number, value: number): void {
    this.varint(field * 8);
    this.varint(value);
  }

  doubleKey(field: number): void {
    this.varint(field * 8 + DOUBLE);
  }

  text(field: number, text: string): void {
    this.block(field, utf8.encode(text));
  }

  message(field: number, write: (message: ByteWriter) => void): void {
    const inner = this.inner ??= new ByteWriter();
    inner.clear();
    write(inner);
    this.block(field, inner.written());
  }

  packed(field: number, write: (numbers: ByteWriter) => void): void {
    this.message(field, write);
  }

  block(field: number, bytes: Uint8Array): void {
    this.varint(field * 8 + BYTES);
    this.lengthAnd(bytes);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private lengthAnd(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.written());
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
