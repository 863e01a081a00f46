import { TraceError } from './traceError.ts';

/**
 * Reads unsigned LEB128 numbers with every bound checked. They become doubles: exact to 2^53, and every count, id and
 * time of a real trace is below that. The id "none" (2^64 - 1) reads as `NONE`.
 */
export class Numbers {
  constructor(readonly bytes: Uint8Array, public at: number, public end: number) {}

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.at >= this.end) throw new TraceError(`it is cut off at byte ${this.at}`);
    return this.bytes[this.at++] ?? 0;
  }

  next(): number {
    const { bytes, end } = this;
    let at = this.at;
    if (at < end) {
      const first = bytes[at] ?? 0;
      if (first < 0x80) {
        this.at = at + 1;
        return first;
      }
    }
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      if (at >= end) throw new TraceError(`a number is cut off at byte ${this.at}`);
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        this.at = at;
        return value;
      }
      scale *= 128;
    }
    throw new TraceError(`a number of more than 10 bytes at byte ${this.at}`);
  }
}

/** "No thread", "no P", "no goroutine". */
export const NONE = 2 ** 64;
