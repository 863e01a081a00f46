/** Counts how many of each are active over time, as sums over time bins that grow with the trace. */

export const QUANTITIES = ['dedicated', 'fractional', 'idle', 'assist', 'sweep', 'runnable', 'running'] as const;
export type Quantity = typeof QUANTITIES[number];

const BINS = 2048;
const FIRST_WIDTH_NS = 500_000;

/** A step function of time: its total, its sums over bins, its maximum in each. */
class Level {
  total = 0;
  value = 0;
  readonly sums = new Float64Array(BINS);
  readonly most = new Float64Array(BINS);
  private sinceNs = 0;

  /** Adds up to `toNs`; bins are `widthNs` wide, and all before `toNs` exist. */
  upTo(toNs: number, widthNs: number): void {
    const { value, sinceNs } = this;
    if (value !== 0 && toNs > sinceNs) {
      this.total += value * (toNs - sinceNs);
      let from = sinceNs;
      let bin = Math.floor(from / widthNs);
      while (from < toNs) {
        const until = Math.min(toNs, (bin + 1) * widthNs);
        this.sums[bin] = (this.sums[bin] ?? 0) + value * (until - from);
        this.most[bin] = Math.max(this.most[bin] ?? 0, value);
        from = until;
        bin++;
      }
    }
    this.sinceNs = toNs;
  }

  add(change: number, bin: number): void {
    this.value = Math.max(0, this.value + change);
    this.most[bin] = Math.max(this.most[bin] ?? 0, this.value);
  }
}

/** Halves the bins in place: twice as wide, half as many. */
function halve(values: Float64Array, join: (a: number, b: number) => number): void {
  for (let i = 0; i < BINS / 2; i++) values[i] = join(values[2 * i] ?? 0, values[2 * i + 1] ?? 0);
  values.fill(0, BINS / 2);
}

const plus = (a: number, b: number): number => a + b;

/** Levels over time, in ns since the trace began; times never decrease. */
export class Levels {
  widthNs = FIRST_WIDTH_NS;
  nowNs = 0;
  /** Largest heap in each bin, bytes; 0: none was reported in it. */
  readonly heap = new Float64Array(BINS);
  readonly goal = new Float64Array(BINS);
  private readonly levels = new Map<Quantity, Level>(QUANTITIES.map((name) => [name, new Level()]));

  at(ns: number): void {
    if (ns <= this.nowNs) return;
    while (ns >= BINS * this.widthNs) {
      for (const level of this.levels.values()) {
        level.upTo(this.nowNs, this.widthNs);
        halve(level.sums, plus);
        halve(level.most, Math.max);
      }
      halve(this.heap, Math.max);
      halve(this.goal, Math.max);
      this.widthNs *= 2;
    }
    this.nowNs = ns;
  }

  add(name: Quantity, change: number): void {
    const level = this.of(name);
    level.upTo(this.nowNs, this.widthNs);
    level.add(change, this.bin);
  }

  setHeap(bytes: number): void {
    this.heap[this.bin] = Math.max(this.heap[this.bin] ?? 0, bytes);
  }

  setGoal(bytes: number): void {
    this.goal[this.bin] = bytes;
  }

  /** Returns the integral until now: for running work, core-seconds. */
  seconds(name: Quantity): number {
    const level = this.of(name);
    level.upTo(this.nowNs, this.widthNs);
    return level.total / 1e9;
  }

  /** Returns mean and maximum per bin, `count` bins of `seconds` each; the last may be shorter. */
  series(name: Quantity): { mean: number[]; most: number[] } {
    const level = this.of(name);
    level.upTo(this.nowNs, this.widthNs);
    const mean = Array.from({ length: this.count }, (_, i) => {
      const width = Math.min(this.widthNs, this.nowNs - i * this.widthNs);
      return width > 0 ? (level.sums[i] ?? 0) / width : 0;
    });
    return { mean, most: Array.from(level.most.subarray(0, this.count)) };
  }

  get count(): number {
    return Math.min(BINS, Math.floor(this.nowNs / this.widthNs) + 1);
  }

  private get bin(): number {
    return Math.floor(this.nowNs / this.widthNs);
  }

  private of(name: Quantity): Level {
    const level = this.levels.get(name);
    if (level === undefined) throw new RangeError(`no level ${name}`);
    return level;
  }
}
