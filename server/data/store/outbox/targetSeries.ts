/** State of one target in the buffer file being written: the next scrape is written as changes to it. */
import type { SampleBatch } from '../partitions/headPartition.ts';
import { seriesKey } from '../partitions/headPartition.ts';
import type { ScrapeRecord, SeriesName } from './outboxRecords.ts';

interface Entry extends SeriesName {
  /** Number in the file; -1 if the file does not have it. */
  ref: number;
  value: number;
  isPresent: boolean;
  /** Number of the last scrape that had it. */
  seenAt: number;
}

export class TargetSeries {
  private entries = new Map<string, Entry>();
  /** Entries by identity of the parsers' cached series, which avoids computing the key. */
  private byIdentity = new WeakMap<object, Entry>();
  private refs = 0;
  private scrape = 0;

  /** `present`: the last series of the previous file; those missing in the next scrape get a staleness marker. */
  constructor(present: readonly SeriesName[] = []) {
    for (const series of present) this.entryOf(series).isPresent = true;
  }

  /** Starts a new file, which has no series yet, and drops series that are gone. */
  restart(): void {
    this.refs = 0;
    this.byIdentity = new WeakMap();
    for (const [key, entry] of this.entries) {
      entry.ref = -1;
      if (!entry.isPresent) this.entries.delete(key);
    }
  }

  /** Returns the record of a whole scrape, from several sources; the first of two samples of a series counts. */
  next(target: number, timeMs: number, batches: readonly SampleBatch[]): ScrapeRecord {
    this.scrape++;
    const met: SeriesName[] = [];
    const changed: Entry[] = [];
    let samples = 0;
    for (const { series, values } of batches) {
      for (let i = 0; i < series.length; i++) {
        const one = series[i];
        if (one === undefined) continue;
        const entry = this.byIdentity.get(one) ?? this.entryOf(one);
        if (entry.seenAt === this.scrape) continue;
        entry.seenAt = this.scrape;
        samples++;
        const value = values[i] ?? NaN;
        if (entry.ref >= 0 && entry.isPresent && Object.is(entry.value, value)) continue;
        this.meet(entry, met);
        entry.isPresent = true;
        entry.value = value;
        changed.push(entry);
      }
    }
    const gone: number[] = [];
    for (const entry of this.entries.values()) {
      if (!entry.isPresent || entry.seenAt === this.scrape) continue;
      this.meet(entry, met);
      entry.isPresent = false;
      gone.push(entry.ref);
    }
    changed.sort((a, b) => a.ref - b.ref);
    return {
      kind: 'scrape', target, timeMs, samples: samples + gone.length, met, gone: gone.sort((a, b) => a - b),
      changed: changed.map(({ ref }) => ref), values: changed.map(({ value }) => value),
    };
  }

  private meet(entry: Entry, met: SeriesName[]): void {
    if (entry.ref >= 0) return;
    entry.ref = this.refs++;
    met.push(entry);
  }

  private entryOf(series: SeriesName): Entry {
    const key = seriesKey(series, false);
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = { name: series.name, labels: series.labels, ref: -1, value: NaN, isPresent: false, seenAt: 0 };
      this.entries.set(key, entry);
    }
    this.byIdentity.set(series, entry);
    return entry;
  }
}
