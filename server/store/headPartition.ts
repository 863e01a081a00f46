/**
 * The partition being written, in memory: its scrapes, its series, and the changes since the last cut. Pure state;
 * headFile.ts makes it durable.
 *
 *   scrape 0   1   2   3   4        a value is kept where it differs from the one before (`c`), so
 *   a      c=1 .   c=2 .   .        reading carries each forward; a failed scrape (`!`) masks all but extras;
 *   b      c=5 .   -   !   c=5      `-` is the mark that a good scrape no longer held the series
 */
import type { Labels, ScrapeError } from '../metrics/series.ts';
import { ABSENT, ChangeTail, PRESENT } from './changeTail.ts';

/** New series past this many in one partition are not kept: a target that invents names must not eat the memory. */
export const MAX_SERIES = 500_000;

export interface StoredSeries {
  name: string;
  labels: Labels;
  /** Added by the collector itself, thus known for failed scrapes too. */
  extra: boolean;
}

export interface StoredScrape {
  startMs: number;
  durationSeconds: number;
  status: number;
  bytes: number;
  error: ScrapeError | null;
  repeated: boolean;
}

/** One scrape's samples: `values[i]` belongs to `series[i]`. The first of two equal series wins, as in Prometheus. */
export interface SampleBatch {
  series: readonly { name: string; labels: Labels }[];
  values: ArrayLike<number>;
}

/** Not known what the series was last, e.g. after a restart: the next scrape writes it whatever it is. */
const UNKNOWN = 2;

export class HeadPartition {
  readonly scrapes: StoredScrape[] = [];
  readonly series: StoredSeries[] = [];
  readonly tail = new ChangeTail();
  /** How much of each is on disk. */
  committed = { scrapes: 0, series: 0, changes: 0 };
  /** Ordinal after the last cut; chunks on disk hold what comes before. */
  cutScrape = 0;
  seriesRefused = 0;

  private readonly idByKey = new Map<string, number>();
  /** By identity of the parser's cached series, which spares the key; falls back to the key. */
  private idByIdentity = new WeakMap<object, number>();
  private lastValue = new Float64Array(256);
  private lastState = new Uint8Array(256);
  private seenAt = new Float64Array(256).fill(-1);

  constructor(readonly startMs: number, readonly endMs: number) {}

  /** `samples` is null for a failed scrape. */
  add(scrape: StoredScrape, samples: SampleBatch | null, extras: Readonly<Record<string, number>>): void {
    const ordinal = this.scrapes.length;
    this.scrapes.push(scrape);
    if (samples) {
      for (let i = 0; i < samples.series.length; i++) {
        const series = samples.series[i];
        if (series) this.see(ordinal, this.idOf(series, false), samples.values[i] ?? NaN);
      }
    }
    for (const name of Object.keys(extras)) {
      this.see(ordinal, this.idOf({ name, labels: {} }, true), extras[name] ?? NaN);
    }
    for (let id = 0; id < this.series.length; id++) {
      const masked = !samples && !this.series[id]?.extra;
      if (masked || this.seenAt[id] === ordinal || this.lastState[id] === ABSENT) continue;
      this.lastState[id] = ABSENT;
      this.tail.push(ordinal, id, NaN, ABSENT);
    }
  }

  hasPending(): boolean {
    return this.committed.scrapes < this.scrapes.length;
  }

  /** Takes back a state read from disk. What each series was last is not looked up but written again. */
  restore(scrapes: StoredScrape[], series: StoredSeries[], changes: ChangeTail, cutScrape: number): void {
    this.scrapes.push(...scrapes);
    for (const one of series) this.register(one, seriesKey(one, one.extra));
    for (let i = 0; i < changes.length; i++) {
      this.tail.push(changes.scrape[i] ?? 0, changes.series[i] ?? 0, changes.value[i] ?? NaN, changes.state[i] ?? ABSENT);
    }
    this.committed = { scrapes: scrapes.length, series: series.length, changes: changes.length };
    this.cutScrape = cutScrape;
    this.forgetLastValues();
  }

  /** The file is lost: everything still in memory is to be written to a new one. */
  restartFile(): void {
    this.committed = { scrapes: 0, series: 0, changes: 0 };
    this.forgetLastValues();
  }

  private forgetLastValues(): void {
    this.lastState.fill(UNKNOWN, 0, this.series.length);
  }

  private see(ordinal: number, id: number, value: number): void {
    if (id < 0 || this.seenAt[id] === ordinal) return;
    this.seenAt[id] = ordinal;
    if (this.lastState[id] === PRESENT && Object.is(this.lastValue[id], value)) return;
    this.lastValue[id] = value;
    this.lastState[id] = PRESENT;
    this.tail.push(ordinal, id, value, PRESENT);
  }

  private idOf(series: { name: string; labels: Labels }, extra: boolean): number {
    if (extra) return this.idOfKey(series, true);
    const known = this.idByIdentity.get(series);
    if (known !== undefined) return known;
    const id = this.idOfKey(series, false);
    if (id >= 0) this.idByIdentity.set(series, id);
    return id;
  }

  private idOfKey(series: { name: string; labels: Labels }, extra: boolean): number {
    const key = seriesKey(series, extra);
    const known = this.idByKey.get(key);
    if (known !== undefined) return known;
    if (this.series.length >= MAX_SERIES) {
      this.seriesRefused++;
      return -1;
    }
    return this.register({ name: series.name, labels: series.labels, extra }, key);
  }

  private register(series: StoredSeries, key: string): number {
    const id = this.series.push(series) - 1;
    this.idByKey.set(key, id);
    if (id >= this.lastValue.length) this.grow();
    return id;
  }

  private grow(): void {
    const capacity = this.lastValue.length * 2;
    const value = new Float64Array(capacity);
    value.set(this.lastValue);
    const state = new Uint8Array(capacity);
    state.set(this.lastState);
    const seen = new Float64Array(capacity).fill(-1);
    seen.set(this.seenAt);
    this.lastValue = value;
    this.lastState = state;
    this.seenAt = seen;
  }
}

/** Equal exactly for series of equal name, labels (in any order) and origin. */
export function seriesKey(series: { name: string; labels: Labels }, extra: boolean): string {
  return JSON.stringify([extra, series.name, ...Object.keys(series.labels).sort().flatMap((key) => [key, series.labels[key]])]);
}
