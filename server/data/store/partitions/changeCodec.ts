/**
 * Encodes the changes of one series inside one partition.
 *
 *   chunk  = record*                      first record relative to `firstScrape`, later ones to the record before
 *   record = varint(scrapeDelta * 4 + op) payload
 *   op 0 GONE    the series was not in this scrape, nothing follows
 *   op 1 DELTA   zigzag varint: mantissa minus the mantissa before; value = mantissa / 10^exponent
 *   op 2 SCALE   one byte exponent, zigzag varint mantissa; sets both
 *   op 3 RAW     eight bytes, little-endian double: everything that is not a short decimal (NaN, Inf, -0, long sums)
 *
 * A chunk is self-contained: decoding needs no earlier chunk. Counters take two to three bytes per change instead of
 * sixteen as columns, which keeps a day of one target in a few dozen megabytes.
 */

const GONE = 0;
const DELTA = 1;
const SCALE = 2;
const RAW = 3;
/** Mantissas stay below 2^51 so that a difference and its zigzag form are exact in a double. */
const MAX_MANTISSA = 2 ** 51;
const MAX_EXPONENT = 12;
const POWERS = Array.from({ length: MAX_EXPONENT + 1 }, (_, exponent) => 10 ** exponent);

/** Collects the changes of one series in scrape order. */
export class ChangeEncoder {
  private bytes = new Uint8Array(64);
  private view = new DataView(this.bytes.buffer);
  private length = 0;
  private scrape: number;
  private exponent = 0;
  private mantissa = 0;

  constructor(readonly firstScrape: number) {
    this.scrape = firstScrape;
  }

  /** Adds a value. `scrape` never decreases. Values are stored exactly, except that every NaN is the same NaN. */
  value(scrape: number, value: number): void {
    const exponent = exponentOf(value, this.exponent);
    if (exponent < 0) {
      this.head(scrape, RAW);
      this.reserve(8);
      this.view.setFloat64(this.length, value, true);
      this.length += 8;
      return;
    }
    const mantissa = Math.round(value * (POWERS[exponent] ?? 1));
    if (exponent === this.exponent) {
      this.head(scrape, DELTA);
      this.zigzag(mantissa - this.mantissa);
    } else {
      this.head(scrape, SCALE);
      this.reserve(1);
      this.bytes[this.length++] = exponent;
      this.zigzag(mantissa);
    }
    this.exponent = exponent;
    this.mantissa = mantissa;
  }

  gone(scrape: number): void {
    this.head(scrape, GONE);
  }

  /** Returns a copy of the bytes written so far. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private head(scrape: number, op: number): void {
    this.varint((scrape - this.scrape) * 4 + op);
    this.scrape = scrape;
  }

  private zigzag(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  private varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  private reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    grown.set(this.bytes);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}

/** Returns the smallest exponent, not below `from`, at which `value` is an exact short decimal; -1 if there is none. */
function exponentOf(value: number, from: number): number {
  if (!Number.isFinite(value) || Object.is(value, -0)) return -1;
  for (let exponent = from; exponent <= MAX_EXPONENT; exponent++) {
    const power = POWERS[exponent] ?? 1;
    const mantissa = Math.round(value * power);
    if (Math.abs(mantissa) >= MAX_MANTISSA) return -1;
    // A tiny negative value may round to -0, which the division keeps; Object.is distinguishes it from 0.
    if (Object.is(mantissa / power, value)) return exponent;
  }
  return -1;
}

/** Walks one chunk: `while (cursor.next()) use(cursor.scrape, cursor.value, cursor.present)`. */
export class ChangeCursor {
  scrape: number;
  value = NaN;
  present = false;
  private offset = 0;
  private exponent = 0;
  private mantissa = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array, firstScrape: number) {
    this.scrape = firstScrape;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves to the next change; false at the end. Throws RangeError on bytes that no encoder wrote. */
  next(): boolean {
    if (this.offset >= this.bytes.length) return false;
    const head = this.varint();
    const op = head % 4;
    this.scrape += Math.floor(head / 4);
    this.present = op !== GONE;
    if (op === GONE) {
      this.value = NaN;
    } else if (op === RAW) {
      this.value = this.view.getFloat64(this.offset, true);
      this.offset += 8;
    } else {
      if (op === SCALE) {
        this.exponent = this.byte();
        this.mantissa = 0;
      }
      const zigzag = this.varint();
      this.mantissa += zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
      this.value = this.mantissa / (POWERS[this.exponent] ?? NaN);
    }
    return true;
  }

  private varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  private byte(): number {
    const byte = this.bytes[this.offset++];
    if (byte === undefined) throw new RangeError('A stored chunk of changes ends in the middle of a record.');
    return byte;
  }
}
