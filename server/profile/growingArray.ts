/** A number list that grows in place; typed, so that ten million entries cost 40 to 80 MB and no more. */
export class GrowingUint32 {
  private data: Uint32Array;
  length = 0;

  constructor(capacity = 1024) { this.data = new Uint32Array(capacity); }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  get(index: number): number { return this.data[index] ?? 0; }

  /** A copy of exactly the right size. */
  toArray(): Uint32Array { return this.data.slice(0, this.length); }
}

export class GrowingFloat64 {
  private data: Float64Array;
  length = 0;

  constructor(capacity = 1024) { this.data = new Float64Array(capacity); }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  add(index: number, value: number): void { this.data[index] = (this.data[index] ?? 0) + value; }
  get(index: number): number { return this.data[index] ?? 0; }
  toArray(): Float64Array { return this.data.slice(0, this.length); }
}
