/** Puts a TargetWindow together from partitions: sealed files, and the head with what is not on disk yet. */
import type { ScrapeTable, TargetWindow, WindowSeries } from '../metrics/series.ts';
import { ChangeCursor } from './changeCodec.ts';
import { PRESENT } from './changeTail.ts';
import type { ChangeTail } from './changeTail.ts';
import { seriesKey } from './headPartition.ts';
import type { StoredSeries } from './headPartition.ts';
import type { PlacedScrape } from './partitionRead.ts';
import type { Chunk } from './partitionSchema.ts';

/** A partition as a window read sees it. */
export interface PartitionSource {
  scrapes(startMs: number, endMs: number): Promise<PlacedScrape[]>;
  /** By id. */
  series(): Promise<readonly StoredSeries[]>;
  chunks(ids: readonly number[] | null, lastScrape: number): Promise<Chunk[]>;
  /** Changes after all chunks; null for a sealed partition. */
  tail: ChangeTail | null;
}

export type SeriesFilter = (series: StoredSeries) => boolean;

/**
 * What was scraped with `startMs <= start < endMs`, of the series that pass the filter and were there at least once.
 * Sources ascend in time and do not overlap. Scrapes come out ascending and unique even where the clock was set back.
 */
export async function readWindow(
  sources: readonly PartitionSource[], startMs: number, endMs: number, filter: SeriesFilter,
): Promise<TargetWindow> {
  const parts: { source: PartitionSource; scrapes: PlacedScrape[] }[] = [];
  for (const source of sources) {
    const scrapes = await source.scrapes(startMs, endMs);
    if (scrapes.length > 0) parts.push({ source, scrapes });
  }
  const placed = inOrder(parts.flatMap(({ scrapes }, part) => scrapes.map((scrape) => ({ part, scrape }))));
  const scrapes = scrapeTable(placed.map(({ scrape }) => scrape));
  const byKey = new Map<string, WindowSeries>();
  for (const [part, { source }] of parts.entries()) {
    const places = new Places(placed, part, scrapes);
    await fillFrom(source, places, filter, scrapes.length, byKey);
  }
  const series = [...byKey.values()].filter((one) => one.present.includes(1));
  return { startMs, endMs, scrapes, series };
}

interface Placed { part: number; scrape: PlacedScrape }

function inOrder(placed: Placed[]): Placed[] {
  const ascends = placed.every((one, i) => i === 0 || (placed[i - 1]?.scrape.startMs ?? 0) < one.scrape.startMs);
  if (ascends) return placed;
  return placed.sort((a, b) => a.scrape.startMs - b.scrape.startMs)
    .filter((one, i, all) => i === 0 || all[i - 1]?.scrape.startMs !== one.scrape.startMs);
}

function scrapeTable(scrapes: readonly PlacedScrape[]): ScrapeTable {
  return {
    length: scrapes.length,
    startMs: Float64Array.from(scrapes, (scrape) => scrape.startMs),
    durationSeconds: Float64Array.from(scrapes, (scrape) => scrape.durationSeconds),
    status: Uint16Array.from(scrapes, (scrape) => scrape.status),
    bytes: Float64Array.from(scrapes, (scrape) => scrape.bytes),
    error: scrapes.map((scrape) => scrape.error),
    repeated: Uint8Array.from(scrapes, (scrape) => (scrape.repeated ? 1 : 0)),
  };
}

/** Where the scrapes of one partition stand in the window. */
class Places {
  readonly first: number;
  readonly last: number;
  /** Place by ordinal minus `first`; -1 outside the window. */
  readonly place: Int32Array;
  /** By place: 1 where the scrape gave samples. */
  readonly good: Uint8Array;

  constructor(placed: readonly Placed[], part: number, table: ScrapeTable) {
    let first = Infinity;
    let last = -1;
    for (const one of placed) {
      if (one.part !== part) continue;
      first = Math.min(first, one.scrape.ordinal);
      last = Math.max(last, one.scrape.ordinal);
    }
    this.first = last < 0 ? 0 : first;
    this.last = last;
    this.place = new Int32Array(Math.max(0, last - this.first + 1)).fill(-1);
    for (const [place, one] of placed.entries()) if (one.part === part) this.place[one.scrape.ordinal - this.first] = place;
    this.good = Uint8Array.from(table.error, (error) => (error ? 0 : 1));
  }
}

async function fillFrom(
  source: PartitionSource, places: Places, filter: SeriesFilter, length: number, byKey: Map<string, WindowSeries>,
): Promise<void> {
  const all = await source.series();
  const fills = new Map<number, SeriesFill>();
  for (const [id, series] of all.entries()) {
    if (!filter(series)) continue;
    const key = seriesKey(series, series.extra);
    let window = byKey.get(key);
    if (!window) {
      window = { name: series.name, labels: series.labels, values: new Float64Array(length).fill(NaN), present: new Uint8Array(length) };
      byKey.set(key, window);
    }
    fills.set(id, new SeriesFill(window, places, series.extra));
  }
  if (fills.size === 0) return;
  const ids = fills.size === all.length ? null : [...fills.keys()];
  const chunks = await source.chunks(ids, places.last);
  for (const [index, chunk] of chunks.entries()) {
    const next = chunks[index + 1];
    // A chunk needs none before it, so what ends before the window is not decoded.
    if (next && next.series === chunk.series && next.firstScrape <= places.first) continue;
    fills.get(chunk.series)?.applyChunk(chunk);
  }
  if (source.tail) applyTail(source.tail, fills, places.last);
  for (const fill of fills.values()) fill.finish();
}

function applyTail(tail: ChangeTail, fills: Map<number, SeriesFill>, last: number): void {
  const { scrape, series, value, state } = tail;
  for (let row = 0; row < tail.length; row++) {
    const at = scrape[row] ?? 0;
    if (at > last) return;
    fills.get(series[row] ?? 0)?.apply(at, value[row] ?? NaN, state[row] === PRESENT);
  }
}

/** Carries one series' changes forward over the scrapes of the window. */
class SeriesFill {
  private from: number;
  private value = NaN;
  private present = false;

  constructor(private readonly window: WindowSeries, private readonly places: Places, private readonly extra: boolean) {
    this.from = places.first;
  }

  applyChunk(chunk: Chunk): void {
    const cursor = new ChangeCursor(chunk.data, chunk.firstScrape);
    while (cursor.next()) {
      if (cursor.scrape > this.places.last) return;
      this.apply(cursor.scrape, cursor.value, cursor.present);
    }
  }

  apply(scrape: number, value: number, present: boolean): void {
    this.carryTo(scrape);
    this.value = value;
    this.present = present;
  }

  finish(): void {
    this.carryTo(this.places.last + 1);
  }

  private carryTo(end: number): void {
    if (end <= this.from) return;
    if (this.present) {
      const { values, present } = this.window;
      const { first, place, good } = this.places;
      for (let ordinal = this.from; ordinal < end; ordinal++) {
        const at = place[ordinal - first] ?? -1;
        if (at < 0 || (good[at] === 0 && !this.extra)) continue;
        values[at] = this.value;
        present[at] = 1;
      }
    }
    this.from = end;
  }
}
