/** Reads what ByteWriter wrote, except protobuf. Throws RangeError if the bytes end too early. */
export class ByteReader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.view.getUint8(this.at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  float64(): number {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  lengthAndText(): string {
    const length = this.varint();
    const from = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new RangeError('a text is cut off');
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, length).toString('utf8');
  }
}
