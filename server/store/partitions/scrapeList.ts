/** The scrapes of a head partition, columnar: 27 bytes each, where objects take more than 100. */
import type { ScrapeError, ScrapeRow } from '../../metrics/series.ts';
import { grownCapacity, movedTo } from './columnGrowth.ts';

export type StoredScrape = ScrapeRow;

/** One value of each column per scrape; `errors` by place in them. */
export interface ScrapeColumns {
  startMs: Float64Array;
  durationSeconds: Float64Array;
  status: Uint16Array;
  bytes: Float64Array;
  repeated: Uint8Array;
  errors: [place: number, error: ScrapeError][];
}

const FIRST_CAPACITY = 64;

export class ScrapeList implements Iterable<StoredScrape> {
  length = 0;
  private startMs = new Float64Array(FIRST_CAPACITY);
  private durationSeconds = new Float64Array(FIRST_CAPACITY);
  private status = new Uint16Array(FIRST_CAPACITY);
  private bytes = new Float64Array(FIRST_CAPACITY);
  private repeated = new Uint8Array(FIRST_CAPACITY);
  private readonly errors = new Map<number, ScrapeError>();
  private lastError: ScrapeError | null = null;

  push({ startMs, durationSeconds, status, bytes, error, repeated }: StoredScrape): void {
    const at = this.length++;
    if (at === this.startMs.length) this.resize(grownCapacity(at));
    this.startMs[at] = startMs;
    this.durationSeconds[at] = durationSeconds;
    this.status[at] = status;
    this.bytes[at] = bytes;
    this.repeated[at] = repeated ? 1 : 0;
    if (error === null) return;
    // A target that is down fails for hours with the same words.
    const isSame = error.kind === this.lastError?.kind && error.message === this.lastError.message;
    this.lastError = isSame ? this.lastError : error;
    this.errors.set(at, this.lastError ?? error);
  }

  last(): StoredScrape | undefined {
    return this.at(this.length - 1);
  }

  /** Undefined where there is none. */
  at(at: number): StoredScrape | undefined {
    if (at < 0 || at >= this.length) return undefined;
    return {
      startMs: this.startMs[at] ?? NaN, durationSeconds: this.durationSeconds[at] ?? NaN, status: this.status[at] ?? 0,
      bytes: this.bytes[at] ?? NaN, error: this.errors.get(at) ?? null, repeated: this.repeated[at] === 1,
    };
  }

  /** Those from ordinal `from` on, up to but excluding `to`. */
  slice(from = 0, to = this.length): StoredScrape[] {
    const some: StoredScrape[] = [];
    for (let at = from; at < to; at++) {
      const one = this.at(at);
      if (one !== undefined) some.push(one);
    }
    return some;
  }

  [Symbol.iterator](): Iterator<StoredScrape> {
    return this.slice()[Symbol.iterator]();
  }

  /** Copies of the columns from ordinal `from` on. */
  columns(from: number): ScrapeColumns {
    const { length } = this;
    return {
      startMs: this.startMs.slice(from, length), durationSeconds: this.durationSeconds.slice(from, length),
      status: this.status.slice(from, length), bytes: this.bytes.slice(from, length),
      repeated: this.repeated.slice(from, length),
      errors: [...this.errors].filter(([at]) => at >= from).map(([at, error]) => [at - from, error]),
    };
  }

  private resize(capacity: number): void {
    this.startMs = movedTo(this.startMs, new Float64Array(capacity));
    this.durationSeconds = movedTo(this.durationSeconds, new Float64Array(capacity));
    this.status = movedTo(this.status, new Uint16Array(capacity));
    this.bytes = movedTo(this.bytes, new Float64Array(capacity));
    this.repeated = movedTo(this.repeated, new Uint8Array(capacity));
  }
}
