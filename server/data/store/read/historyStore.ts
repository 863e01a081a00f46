/** Answers of one target's own query API for times not recorded here, in memory; historyFolder.ts has them on disk. */
import { joinedScrapes, type ScrapeTable, type TargetWindow, type WindowSeries } from '../../metrics/series.ts';
import { canonicalKey } from '../../metrics/seriesKey.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';

/** 24 h at 15 s of 700 series are 4 million values; beyond this the oldest part is dropped. */
const MAX_VALUES = 12_000_000;

export class HistoryStore {
  /** Parts in ascending order, without overlap. */
  #parts: TargetWindow[] = [];

  /** `newestWins`: a range that is queried again replaces the held one, instead of the reverse. */
  constructor(private readonly newestWins = false) {}

  /** Adds one time range, which may be queried twice: of two rows for the same time one is kept. */
  add(part: TargetWindow): void {
    if (this.newestWins) this.#parts = this.#parts.flatMap((held) => around(held, part));
    const parts = this.#parts;
    const fresh = parts.reduce<TargetWindow | null>((rest, held) => rest && outside(rest, held), part);
    if (fresh === null || fresh.scrapes.length === 0) return;
    parts.push(fresh);
    parts.sort((a, b) => a.startMs - b.startMs);
    while (
      parts.length > 1
        && parts.reduce((sum, { scrapes, series }) => sum + scrapes.length * series.length, 0) > MAX_VALUES
    ) parts.shift();
  }

  /** Returns rows `startMs <= row < endMs` of the series that pass; null if there is no row. */
  window(startMs: number, endMs: number, filter: SeriesFilter): TargetWindow | null {
    const parts = this.#parts.map((part) => cut(part, startMs, endMs))
      .filter(({ scrapes }) => scrapes.length > 0);
    if (parts.length === 0) return null;
    return concat(parts, startMs, endMs, filter);
  }
}

/** Returns the rows with `startMs <= row < endMs`. */
export function cut(part: TargetWindow, startMs: number, endMs: number): TargetWindow {
  const { scrapes } = part;
  let from = 0;
  while (from < scrapes.length && (scrapes.startMs[from] ?? 0) < startMs) from++;
  let to = from;
  while (to < scrapes.length && (scrapes.startMs[to] ?? 0) < endMs) to++;
  return from === 0 && to === scrapes.length ? part : rowsOf(part, from, to);
}

/** Returns the rows before or after the held part; of a range that encloses it, the longer side. */
function outside(part: TargetWindow, held: TargetWindow): TargetWindow {
  if (part.endMs <= held.startMs || part.startMs >= held.endMs) return part;
  const before = cut(part, -Infinity, held.startMs);
  const after = cut(part, held.endMs, Infinity);
  return before.scrapes.length >= after.scrapes.length ? before : after;
}

/** Returns what is left of a held part before and after a new one. */
function around(held: TargetWindow, part: TargetWindow): TargetWindow[] {
  if (part.endMs <= held.startMs || part.startMs >= held.endMs) return [held];
  return [cut(held, -Infinity, part.startMs), cut(held, part.endMs, Infinity)]
    .filter(({ scrapes }) => scrapes.length > 0);
}

function rowsOf({ scrapes, series }: TargetWindow, from: number, to: number): TargetWindow {
  const table: ScrapeTable = {
    length: to - from,
    startMs: scrapes.startMs.slice(from, to), durationSeconds: scrapes.durationSeconds.slice(from, to),
    status: scrapes.status.slice(from, to), bytes: scrapes.bytes.slice(from, to), error: scrapes.error.slice(from, to),
    repeated: scrapes.repeated.slice(from, to),
  };
  return {
    startMs: table.startMs[0] ?? 0,
    endMs: (table.startMs[table.length - 1] ?? -1) + 1,
    scrapes: table,
    series: series.map(({ name, labels, values, present }) => (
      { name, labels, values: values.slice(from, to), present: present.slice(from, to) }
    )),
  };
}

/** Joins the parts in their order; `startMs` and `endMs` are those of the result. */
export function concat(
  parts: readonly TargetWindow[], startMs: number, endMs: number, filter: SeriesFilter
): TargetWindow {
  const scrapes = joinedScrapes(parts.map((part) => part.scrapes));
  const { length } = scrapes;
  const byKey = new Map<string, WindowSeries>();
  let offset = 0;
  for (const part of parts) {
    for (const { name, labels, values, present } of part.series) {
      if (!filter({ name, labels, extra: false })) continue;
      const key = canonicalKey(name, labels);
      let whole = byKey.get(key);
      if (!whole) {
        whole = { name, labels, values: new Float64Array(length).fill(Number.NaN), present: new Uint8Array(length) };
        byKey.set(key, whole);
      }
      whole.values.set(values, offset);
      whole.present.set(present, offset);
    }
    offset += part.scrapes.length;
  }
  return { startMs, endMs, scrapes, series: [...byKey.values()] };
}
