/** The changes of a head partition since its last cut, columnar, in the order of their scrapes. */

export const ABSENT = 0;
export const PRESENT = 1;

export class ChangeTail {
  length = 0;
  scrape = new Uint32Array(1024);
  series = new Uint32Array(1024);
  /** NaN where the state is ABSENT. */
  value = new Float64Array(1024);
  state = new Uint8Array(1024);

  push(scrape: number, series: number, value: number, state: number): void {
    const at = this.length++;
    if (at === this.scrape.length) this.resize(at * 2);
    this.scrape[at] = scrape;
    this.series[at] = series;
    this.value[at] = value;
    this.state[at] = state;
  }

  /** Forgets the oldest `count` rows. */
  dropFirst(count: number): void {
    this.scrape.copyWithin(0, count, this.length);
    this.series.copyWithin(0, count, this.length);
    this.value.copyWithin(0, count, this.length);
    this.state.copyWithin(0, count, this.length);
    this.length -= count;
    if (this.length < this.scrape.length / 8) this.resize(Math.max(1024, this.length * 2));
  }

  /** A tail of its own with the rows from `first`. */
  copyFrom(first: number): ChangeTail {
    const copy = new ChangeTail();
    for (let row = first; row < this.length; row++) {
      copy.push(this.scrape[row] ?? 0, this.series[row] ?? 0, this.value[row] ?? NaN, this.state[row] ?? ABSENT);
    }
    return copy;
  }

  private resize(capacity: number): void {
    const grow = <A extends Uint32Array | Float64Array | Uint8Array>(from: A, to: A): A => {
      to.set(from.subarray(0, Math.min(from.length, capacity)));
      return to;
    };
    this.scrape = grow(this.scrape, new Uint32Array(capacity));
    this.series = grow(this.series, new Uint32Array(capacity));
    this.value = grow(this.value, new Float64Array(capacity));
    this.state = grow(this.state, new Uint8Array(capacity));
  }
}
