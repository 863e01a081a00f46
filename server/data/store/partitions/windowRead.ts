/** Builds a TargetWindow from partitions: sealed files, and the head with what is not on disk yet. */
import { elementAt } from '../../../../core/elementAt.ts';
import {
  copyScrape, newScrapeTable, type ScrapeTable, type TargetWindow, type WindowSeries,
} from '../../metrics/series.ts';
import { ChangeCursor } from './changeCodec.ts';
import { PRESENT } from './changeTail.ts';
import type { ChangeTail } from './changeTail.ts';
import { seriesKey } from './headPartition.ts';
import type { Chunk } from './chunkList.ts';
import type { StoredSeries } from './headPartition.ts';

/** A partition as the source of a window read. */
export interface PartitionSource {
  /** Every scrape of the partition; its index is its ordinal. Must not be changed. */
  scrapes(): Promise<ScrapeTable>;
  /** Returns the series by id. */
  series(): Promise<readonly StoredSeries[]>;
  chunks(ids: readonly number[] | null, lastScrape: number): Promise<Chunk[]>;
  /** Changes after all chunks; null for a sealed partition. */
  tail: ChangeTail | null;
}

export type SeriesFilter = (series: StoredSeries) => boolean;

/**
 * Returns scrapes with `startMs <= start < endMs` and the series in them that pass the filter. Sources ascend in time
 * and do not overlap. Scrapes are ascending and unique even where the clock was set back.
 */
export async function readWindow(
  sources: readonly PartitionSource[], startMs: number, endMs: number, filter: SeriesFilter,
): Promise<TargetWindow> {
  let placed: Placed[] = [];
  const tables: ScrapeTable[] = [];
  for (const [part, source] of sources.entries()) {
    const table = await source.scrapes();
    tables.push(table);
    for (const [ordinal, time] of table.startMs.entries())
      if (time >= startMs && time < endMs) placed.push({ part, ordinal, startMs: time });
  }
  placed = inOrder(placed);
  const scrapes = newScrapeTable(placed.length);
  for (const [at, { part, ordinal }] of placed.entries()) copyScrape(elementAt(tables, part), ordinal, scrapes, at);
  const failed = scrapes.error.flatMap((error, place) => (error ? [place] : []));
  const byKey = new Map<string, WindowSeries>();
  for (const [part, source] of sources.entries()) {
    const places = placesOf(placed, part, failed);
    if (places) await fillFrom(source, places, filter, scrapes.length, byKey);
  }
  const series = [...byKey.values()].filter((one) => one.present.includes(1));
  return { startMs, endMs, scrapes, series };
}

interface Placed { part: number; ordinal: number; startMs: number }

function inOrder(placed: Placed[]): Placed[] {
  for (let i = 1; i < placed.length; i++) {
    if ((placed[i - 1]?.startMs ?? 0) < (placed[i]?.startMs ?? 0)) continue;
    return placed.sort((a, b) => a.startMs - b.startMs)
      .filter((one, at, all) => at === 0 || all[at - 1]?.startMs !== one.startMs);
  }
  return placed;
}

/** Maps the scrapes of one partition to their places in the window. */
interface Places {
  /** Lowest and highest ordinal of the partition in the window. */
  first: number;
  last: number;
  /** Place by ordinal minus `first`, -1 outside the window. null: consecutive from `offset`. */
  place: Int32Array | null;
  offset: number;
  /** Places, of any partition, whose scrape has no samples. */
  failed: readonly number[];
}

function placesOf(placed: readonly Placed[], part: number, failed: readonly number[]): Places | null {
  let first = Infinity;
  let last = -1;
  let offset: number | null = null;
  let straight = true;
  for (const [at, one] of placed.entries()) {
    if (one.part !== part) continue;
    offset ??= at - one.ordinal;
    straight &&= at - one.ordinal === offset;
    first = Math.min(first, one.ordinal);
    last = Math.max(last, one.ordinal);
  }
  if (offset === null) return null;
  if (straight) return { first, last, place: null, offset: offset + first, failed };
  const place = new Int32Array(last - first + 1).fill(-1);
  for (const [at, one] of placed.entries()) if (one.part === part) place[one.ordinal - first] = at;
  return { first, last, place, offset: 0, failed };
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
      window = {
        name: series.name, labels: series.labels, values: new Float64Array(length).fill(NaN),
        present: new Uint8Array(length),
      };
      byKey.set(key, window);
    }
    fills.set(id, new SeriesFill(window, places, series.extra));
  }
  if (fills.size === 0) return;
  const ids = fills.size === all.length ? null : [...fills.keys()];
  const chunks = await source.chunks(ids, places.last);
  for (const [index, chunk] of chunks.entries()) {
    const next = chunks[index + 1];
    // A chunk is self-contained, so those that end before the window are not decoded.
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
    if (this.extra) return;
    // Masked afterwards, which is cheaper than checking each scrape on the way: few fail.
    const { values, present } = this.window;
    for (const at of this.places.failed) {
      values[at] = NaN;
      present[at] = 0;
    }
  }

  private carryTo(end: number): void {
    if (end <= this.from) return;
    if (this.present) this.write(this.from - this.places.first, end - this.places.first);
    this.from = end;
  }

  private write(from: number, to: number): void {
    const { values, present } = this.window;
    const { place, offset } = this.places;
    if (!place) {
      // Most series change at every scrape or hardly ever.
      if (to - from === 1) {
        values[offset + from] = this.value;
        present[offset + from] = 1;
      } else {
        values.fill(this.value, offset + from, offset + to);
        present.fill(1, offset + from, offset + to);
      }
      return;
    }
    for (let i = from; i < to; i++) {
      const at = place[i] ?? -1;
      if (at < 0) continue;
      values[at] = this.value;
      present[at] = 1;
    }
  }
}
