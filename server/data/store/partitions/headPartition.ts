/**
 * The partition being written, in memory: its scrapes, its series, and the changes since the last cut. State only;
 * headFile.ts makes it durable.
 *
 *   scrape 0   1   2   3   4        a value is stored where it differs from the previous one (`c`), so
 *   a      c=1 .   c=2 .   .        reading carries each forward; a failed scrape (`!`) masks all but extras;
 *   b      c=5 .   -   !   c=5      `-` marks that a successful scrape no longer has the series
 */
import { randomUUID } from 'node:crypto';
import type { Steps } from '../../../../core/steps.ts';
import { scrapeAt, type ScrapeTable } from '../../metrics/series.ts';
import { labelsLength } from '../../metrics/seriesKey.ts';
import type { SampleChanges } from '../../metrics/exposition/expositionTypes.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { ChangeEncoder } from './changeCodec.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import { ABSENT, ChangeTail, LastValues } from './changeTail.ts';
import { ChunkList, type Chunk } from './chunkList.ts';
import { storedBytes } from './memoryShare.ts';
import { ScrapeList, type StoredScrape } from './scrapeList.ts';

/**
 * New series beyond this many in one partition are dropped: a target with unbounded names must not exhaust the memory.
 */
const MAX_SERIES = 500_000;

/** Series, and characters of them, that are looked up in one step: a few milliseconds when all are new. */
const MET_AT_ONCE = 1000;
const MET_CHARACTERS = 2 ** 18;

export interface StoredSeries {
  name: string;
  labels: Labels;
  /** True if added by the collector, thus present for failed scrapes too. */
  extra: boolean;
}

/** One scrape's samples: `values[i]` belongs to `series[i]`. The first of two equal series wins, as in Prometheus. */
export interface SampleBatch {
  series: readonly { name: string; labels: Labels }[];
  values: ArrayLike<number>;
  /** How it differs from an earlier batch of the same `series`; absent or null: not known. */
  changes?: SampleChanges | null;
}

/** Amount of a head that is on disk; `changes` counts from the last cut. */
export interface Kept { scrapes: number; series: number; changes: number }

/** Additions to a head from scrape `firstScrape` on. `previousMs`: time of the scrape before; null for none. */
export interface HeadAddition {
  firstScrape: number;
  firstSeries: number;
  previousMs: number | null;
  scrapes: readonly StoredScrape[];
  series: readonly StoredSeries[];
  changes: ChangeTail;
}

export class HeadPartition {
  /** Distinguishes it from every other head, also from the same partition opened again. */
  id: string = randomUUID();
  readonly scrapes = new ScrapeList();
  readonly series: StoredSeries[] = [];
  readonly tail = new ChangeTail();
  /** Chunks in the order in which they were cut. */
  readonly cutChunks = new ChunkList();
  /** Changes cut so far. */
  cutChanges = 0;
  /** Amount of each on disk; for chunks, whether all are. */
  committed = { scrapes: 0, series: 0, changes: 0, chunks: true };
  /** Amount in the journal, which may be more. */
  journalled: Kept = { scrapes: 0, series: 0, changes: 0 };
  /** Ordinal after the last cut; chunks hold everything before it. */
  cutScrape = 0;
  seriesRefused = 0;
  /** Estimated memory of its series; new ones that exceed `maxBytes` are dropped. */
  seriesBytes = 0;
  maxBytes = Infinity;

  private readonly idByKey = new Map<string, number>();
  /** Ids by identity of the parsers' cached series, which avoids computing the key; falls back to the key. */
  private idByIdentity = new WeakMap<object, number>();
  /** Series of the next scrape that were refused for lack of room, not to be looked up again. */
  private refusedNow = new WeakSet<object>();
  /** The last registered list of series, and the ids of all of them, each once. */
  private met: { series: SampleBatch['series']; ids: Uint32Array } | null = null;
  /** The last batch that was added, if all its series have an id: its values are the last ones of these, and all. */
  private added: { series: SampleBatch['series']; number: number } | null = null;
  private readonly last = new LastValues(this.tail);
  private readonly extraIds: number[] = [];

  constructor(readonly startMs: number, readonly endMs: number) {}

  /** Looks up and registers the series of a scrape that `add` is about to add, in steps. */
  *meeting({ series }: SampleBatch): Steps<void> {
    if (this.met?.series === series) return;
    this.met = null;
    const refused = new WeakSet<object>();
    this.refusedNow = refused;
    const ids = new Uint32Array(series.length);
    const isTaken = new Set<number>();
    let isWhole = true;
    let [count, characters] = [0, 0];
    for (let i = 0; i < series.length; i++) {
      const one = series[i];
      if (one !== undefined && !this.idByIdentity.has(one)) characters += labelsLength(one.labels);
      const id = one === undefined ? -1 : this.idOf(one, false);
      if (id >= 0 && !isTaken.has(id)) ids[i] = id;
      else isWhole = false;
      isTaken.add(id);
      if (id < 0 && one !== undefined) refused.add(one);
      if (++count < MET_AT_ONCE && characters < MET_CHARACTERS) continue;
      [count, characters] = [0, 0];
      yield;
    }
    if (isWhole) this.met = { series, ids };
  }

  /** Adds a scrape. `samples` is null if it failed; `beside`: series from another source, such as node_exporter. */
  add(
    scrape: StoredScrape, samples: SampleBatch | null, extras: Readonly<Record<string, number>>,
    beside: SampleBatch | null = null
  ): void {
    const ordinal = this.scrapes.length;
    this.scrapes.push(scrape);
    const mayLackOwn = samples !== null && !this.addSamples(ordinal, samples);
    if (beside) {
      for (let i = 0; i < beside.series.length; i++) {
        const series = beside.series[i];
        if (series) this.last.see(ordinal, this.idOf(series, true), beside.values[i] ?? NaN);
      }
    }
    for (const name of Object.keys(extras)) {
      this.last.see(ordinal, this.idOfKey({ name, labels: {} }, true), extras[name] ?? NaN);
    }
    this.refusedNow = new WeakSet();
    if (mayLackOwn) for (let id = 0; id < this.series.length; id++) this.last.miss(ordinal, id);
    else for (const id of this.extraIds) this.last.miss(ordinal, id);
  }

  /** Adds the samples; returns true if it has the series of the one before, all and no others. */
  private addSamples(ordinal: number, { series, values, changes }: SampleBatch): boolean {
    const { met, added } = this;
    if (met?.series !== series) {
      this.added = null;
      for (let i = 0; i < series.length; i++) {
        const one = series[i];
        if (one && !this.refusedNow.has(one)) this.last.see(ordinal, this.idOf(one, false), values[i] ?? NaN);
      }
      return false;
    }
    const { ids } = met;
    const next = changes && added?.series === series && added.number === changes.since ? changes : null;
    this.added = changes ? { series, number: changes.number } : null;
    if (next !== null) {
      for (let i = 0; i < next.length; i++)
        this.last.see(ordinal, ids[next.places[i] ?? 0] ?? 0, next.values[i] ?? NaN);
    } else for (let i = 0; i < ids.length; i++) this.last.see(ordinal, ids[i] ?? 0, values[i] ?? NaN);
    return next !== null;
  }

  /** Returns why new series were dropped, as the predicate of a sentence about the target; null if none were. */
  refused(): string | null {
    if (this.seriesRefused === 0) return null;
    return this.series.length >= MAX_SERIES
      ? `exposes more than ${MAX_SERIES} series within two hours; further new series are dropped.`
      : 'exposes more series within two hours than there is memory for; new series are dropped.';
  }

  /** Amount that would survive a crash: in its file, or in the journal. */
  get kept(): Kept {
    return this.journalled.scrapes > this.committed.scrapes ? this.journalled : this.committed;
  }

  hasPending(): boolean {
    return this.committed.scrapes < this.scrapes.length || !this.committed.chunks;
  }

  /** Encodes the first `rows` changes of the tail as chunks, one per changed series. */
  encodeTail(rows: number): Chunk[] {
    const { scrape, series, value, state } = this.tail;
    const encoders = new Map<number, ChangeEncoder>();
    for (let row = 0; row < rows; row++) {
      const id = series[row] ?? 0;
      const at = scrape[row] ?? 0;
      let encoder = encoders.get(id);
      if (!encoder) encoders.set(id, encoder = new ChangeEncoder(at));
      if (state[row] === ABSENT) encoder.gone(at);
      else encoder.value(at, value[row] ?? NaN);
    }
    return [...encoders].sort((a, b) => a[0] - b[0])
      .map(([id, encoder]) => ({ series: id, firstScrape: encoder.firstScrape, data: encoder.finish() }));
  }

  /** Replaces the first `rows` changes, of the scrapes before `cutScrape`, by `chunks`. */
  cut(chunks: readonly Chunk[], rows: number, cutScrape: number): void {
    this.cutChunks.add(chunks);
    this.tail.dropFirst(rows);
    this.cutChanges += rows;
    this.committed = { ...this.committed, changes: this.committed.changes - rows };
    this.journalled = { ...this.journalled, changes: this.journalled.changes - rows };
    this.cutScrape = cutScrape;
  }

  /** Restores a state read from disk. The last value of each series is not looked up but written again. */
  restore(
    { scrapes, series, chunks, changes }: {
      scrapes: ScrapeTable; series: StoredSeries[]; chunks: Chunk[]; changes: ChangeTail;
    }
  ): void {
    for (let row = 0; row < scrapes.length; row++) this.scrapes.push(scrapeAt(scrapes, row));
    for (const one of series) this.register(one, seriesKey(one, one.extra));
    this.tail.append(changes.columns());
    this.committed = { scrapes: scrapes.length, series: series.length, changes: changes.length, chunks: true };
    this.cut(chunks, 0, changes.scrape[0] !== undefined && changes.length > 0 ? changes.scrape[0] : scrapes.length);
    this.forgetLastValues();
  }

  /**
   * Adds what the journal has and its file lacks. Adds nothing if they do not match: the file was set aside since, or a
   * scrape is missing in between.
   */
  resume({ firstScrape, firstSeries, previousMs, ...added }: HeadAddition): void {
    const known = this.scrapes.length - firstScrape;
    const lastMs = this.scrapes.last()?.startMs ?? null;
    if (known < 0 || known >= added.scrapes.length || this.series.length < firstSeries) return;
    if (lastMs !== (known === 0 ? previousMs : added.scrapes[known - 1]?.startMs)) return;
    const from = this.scrapes.length;
    for (const one of added.series.slice(this.series.length - firstSeries))
      this.register(one, seriesKey(one, one.extra));
    for (const scrape of added.scrapes.slice(known)) this.scrapes.push(scrape);
    const { changes } = added;
    this.tail.append(changes.columns(countBelow(changes.length, (row) => changes.scrape[row] ?? 0, from)));
    this.forgetLastValues();
  }

  /** Replaces all chunks, because the spooled ones cannot be read. Readers start over. */
  replaceChunks(chunks: readonly Chunk[]): void {
    this.cutChunks.clear();
    this.cutChunks.add(chunks);
    this.id = randomUUID();
  }

  /** Marks everything as unwritten, because the file is lost: a new one gets all data, which is still in memory. */
  restartFile(): void {
    this.committed = { scrapes: 0, series: 0, changes: 0, chunks: this.cutChunks.length === 0 };
    this.journalled = { scrapes: 0, series: 0, changes: 0 };
  }

  private forgetLastValues(): void {
    this.last.forget(this.series.length);
    this.added = null;
  }

  private idOf(series: { name: string; labels: Labels }, extra: boolean): number {
    const known = this.idByIdentity.get(series);
    if (known !== undefined) return known;
    const id = this.idOfKey(series, extra);
    if (id >= 0) this.idByIdentity.set(series, id);
    return id;
  }

  private idOfKey(series: { name: string; labels: Labels }, extra: boolean): number {
    const key = seriesKey(series, extra);
    const known = this.idByKey.get(key);
    if (known !== undefined) return known;
    if (this.series.length >= MAX_SERIES || this.seriesBytes + storedBytes(key) > this.maxBytes) {
      this.seriesRefused++;
      return -1;
    }
    return this.register({ name: series.name, labels: series.labels, extra }, key);
  }

  private register(series: StoredSeries, key: string): number {
    const id = this.series.push(series) - 1;
    this.idByKey.set(key, id);
    this.seriesBytes += storedBytes(key);
    if (series.extra) this.extraIds.push(id);
    this.last.makeRoom(id);
    return id;
  }
}

/** Returns a key that is equal if and only if name, labels (in any order) and origin are equal. */
export function seriesKey(series: { name: string; labels: Labels }, extra: boolean): string {
  return JSON.stringify(
    [extra, series.name, ...Object.keys(series.labels).sort().flatMap((key) => [key, series.labels[key]])]
  );
}
