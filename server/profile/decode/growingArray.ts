/** A number list that grows in place; typed, so that ten million entries cost 40 to 80 MB. */
export class GrowingUint32 {
  private data: Uint32Array;
  length = 0;

  constructor(capacity = 1024) { this.data = new Uint32Array(capacity); }

  push(value: number): void {
    if (this.length === this.data.length) this.room(1);
    this.data[this.length++] = value;
  }

  /** Returns the array with room for `more` after `length`, for loops that write many; they then set `length`. */
  room(more: number): Uint32Array {
    if (this.length + more > this.data.length) {
      const larger = new Uint32Array(Math.max(this.data.length * 2, this.length + more));
      larger.set(this.data.subarray(0, this.length));
      this.data = larger;
    }
    return this.data;
  }

  set(index: number, value: number): void { this.data[index] = value; }
  get(index: number): number { return this.data[index] ?? 0; }

  /** Returns a copy of exactly the right size. */
  toArray(): Uint32Array { return this.data.slice(0, this.length); }
}

export class GrowingFloat64 {
  private data = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) this.room(1);
    this.data[this.length++] = value;
  }

  /** Same as GrowingUint32's. */
  room(more: number): Float64Array {
    if (this.length + more > this.data.length) {
      const larger = new Float64Array(Math.max(this.data.length * 2, this.length + more));
      larger.set(this.data.subarray(0, this.length));
      this.data = larger;
    }
    return this.data;
  }

  add(index: number, value: number): void { this.data[index] = (this.data[index] ?? 0) + value; }
  get(index: number): number { return this.data[index] ?? 0; }
  toArray(): Float64Array { return this.data.slice(0, this.length); }
}

/** Returns pairs of words, low then high, as 64-bit integers, without creating BigInts. */
export function int64s(words: GrowingUint32): BigInt64Array {
  return new BigInt64Array(words.toArray().buffer);
}
