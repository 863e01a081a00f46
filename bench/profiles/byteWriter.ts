/** Writes the protobuf wire format, quickly enough for profiles of some ten megabytes. */
const PACKED_OR_MESSAGE = 2;
const utf8 = new TextEncoder();

export class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;
  private inner: ByteWriter | null = null;

  varint(value: number): void {
    this.reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  number(field: number, value: number): void {
    this.varint(field * 8);
    this.varint(value);
  }

  text(field: number, text: string): void {
    this.block(field, utf8.encode(text));
  }

  message(field: number, write: (message: ByteWriter) => void): void {
    const inner = this.inner ??= new ByteWriter();
    inner.length = 0;
    write(inner);
    this.block(field, inner.written());
  }

  packed(field: number, write: (numbers: ByteWriter) => void): void {
    this.message(field, write);
  }

  finish(): Uint8Array {
    return this.written().slice();
  }

  private written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private block(field: number, bytes: Uint8Array): void {
    this.varint(field * 8 + PACKED_OR_MESSAGE);
    this.varint(bytes.length);
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
