/** The changes of a head partition since its last cut, columnar, in the order of their scrapes. */
import { grownCapacity, movedTo } from './columnGrowth.ts';

export const ABSENT = 0;
export const PRESENT = 1;

const CAPACITY = 1024;

/** Changes in columns of one length. */
export interface ChangeColumns { scrape: Uint32Array; series: Uint32Array; value: Float64Array; state: Uint8Array }

export class ChangeTail implements ChangeColumns {
  length = 0;
  scrape: Uint32Array;
  series: Uint32Array;
  /** Values; NaN where the state is ABSENT. */
  value: Float64Array;
  state: Uint8Array;

  /** `capacity`: initial number of rows; it grows on demand. */
  constructor(capacity = CAPACITY) {
    this.scrape = new Uint32Array(capacity);
    this.series = new Uint32Array(capacity);
    this.value = new Float64Array(capacity);
    this.state = new Uint8Array(capacity);
  }

  push(scrape: number, series: number, value: number, state: number): void {
    const at = this.length++;
    if (at === this.scrape.length) this.resize(grownCapacity(at));
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
    if (this.length < this.scrape.length / 8) this.resize(Math.max(CAPACITY, this.length * 2));
  }

  /** Adds copies of all rows. */
  append({ scrape, series, value, state }: ChangeColumns): void {
    const length = this.length + scrape.length;
    if (length > this.scrape.length) this.resize(Math.max(length, grownCapacity(this.scrape.length)));
    this.scrape.set(scrape, this.length);
    this.series.set(series, this.length);
    this.value.set(value, this.length);
    this.state.set(state, this.length);
    this.length = length;
  }

  /** Returns copies of the rows from `first`. */
  columns(first = 0): ChangeColumns {
    const { length } = this;
    return {
      scrape: this.scrape.slice(first, length), series: this.series.slice(first, length),
      value: this.value.slice(first, length), state: this.state.slice(first, length),
    };
  }

  /** Returns a copy with the rows from `first`. */
  copyFrom(first: number): ChangeTail {
    const copy = new ChangeTail();
    copy.append(this.columns(first));
    return copy;
  }

  private resize(capacity: number): void {
    this.scrape = movedTo(this.scrape, new Uint32Array(capacity));
    this.series = movedTo(this.series, new Uint32Array(capacity));
    this.value = movedTo(this.value, new Float64Array(capacity));
    this.state = movedTo(this.state, new Uint8Array(capacity));
  }
}

/** The last value is not known, as after a restart: the next one is always written. */
const UNKNOWN = 2;
const SERIES = 256;

/** The last value of each series, by id; writes to a tail what differs. */
export class LastValues {
  private value = new Float64Array(SERIES);
  private state = new Uint8Array(SERIES);
  private seenAt = new Float64Array(SERIES).fill(-1);

  constructor(private readonly tail: ChangeTail) {}

  makeRoom(id: number): void {
    const { length } = this.value;
    if (id < length) return;
    this.value = movedTo(this.value, new Float64Array(2 * length));
    this.state = movedTo(this.state, new Uint8Array(2 * length));
    this.seenAt = movedTo(this.seenAt, new Float64Array(2 * length).fill(-1));
  }

  /** Sets a series' value in a scrape; ignores a second one. */
  see(scrape: number, id: number, value: number): void {
    if (id < 0 || this.seenAt[id] === scrape) return;
    this.seenAt[id] = scrape;
    if (this.state[id] === PRESENT && Object.is(this.value[id], value)) return;
    this.value[id] = value;
    this.state[id] = PRESENT;
    this.tail.push(scrape, id, value, PRESENT);
  }

  /** Ends a series that the scrape was not seen to have. */
  miss(scrape: number, id: number): void {
    if (this.seenAt[id] === scrape || this.state[id] === ABSENT) return;
    this.state[id] = ABSENT;
    this.tail.push(scrape, id, NaN, ABSENT);
  }

  /** Forgets the values of the first `count` series. */
  forget(count: number): void {
    this.state.fill(UNKNOWN, 0, count);
  }
}
