/** The metric side: scrapes, series aligned to scrapes, windows of both, and what builds tables of scrapes. Pure. */
import { numberAt } from '../../../core/elementAt.ts';
import type { Labels, ScrapeErrorKind } from '../../../core/contract/terms/targetKind.ts';

export interface ScrapeError {
  kind: ScrapeErrorKind;
  /** One sentence for the user. */
  message: string;
}

/** One scrape attempt, without its samples; `repeated`: its body equals the previous one, byte for byte. */
export interface ScrapeRow {
  startMs: number;
  durationSeconds: number;
  status: number;
  bytes: number;
  error: ScrapeError | null;
  repeated: boolean;
}

/**
 * Every scrape attempt of one target in a window, columnar, ascending by `startMs`, unique.
 * A failed scrape is a row too (status 0 without an answer); a tick that was skipped because the previous scrape
 * was still running is a row with error kind `skipped`.
 */
export interface ScrapeTable {
  length: number;
  /** Times of the requests, ms since the epoch, on tsdbscope's clock. */
  startMs: Float64Array;
  durationSeconds: Float64Array;
  /** HTTP status, 0 when there was no answer. */
  status: Uint16Array;
  /** Body bytes after decompression, 0 when failed. */
  bytes: Float64Array;
  /** null = the scrape returned samples. */
  error: (ScrapeError | null)[];
  /** 1 where the body was byte-identical to the previous one (VictoriaMetrics caches for about 1 s). */
  repeated: Uint8Array;
  /** 1 where the target scraped itself, before or while nothing was recorded; absent where all was recorded. */
  isOwn?: Uint8Array;
}

/**
 * One series over a ScrapeTable: `values[i]` is the value in scrape `i`. Where `present[i]` is 0 the scrape failed or
 * lacked the series, and `values[i]` is NaN: `values` alone suffices where NaN means no value. A scraped NaN has
 * `present[i] = 1`.
 */
export interface WindowSeries {
  name: string;
  labels: Labels;
  values: Float64Array;
  present: Uint8Array;
}

/** Recorded data of one target with `startMs <= scrape.startMs < endMs`. */
export interface TargetWindow {
  startMs: number;
  endMs: number;
  scrapes: ScrapeTable;
  series: WindowSeries[];
}

/** One sample line of an exposition. `timestampMs` is set only if the line has one. */
export interface ParsedSample {
  name: string;
  labels: Labels;
  value: number;
  timestampMs?: number;
}

/** Returns a table with room for this many scrapes. */
export function newScrapeTable(length: number): ScrapeTable {
  return {
    length, startMs: new Float64Array(length), durationSeconds: new Float64Array(length),
    status: new Uint16Array(length), bytes: new Float64Array(length),
    error: new Array<ScrapeError | null>(length).fill(null), repeated: new Uint8Array(length),
  };
}

/** Returns the scrape at a row, which must be in the table. */
export function scrapeAt(table: ScrapeTable, row: number): ScrapeRow {
  return {
    startMs: numberAt(table.startMs, row), durationSeconds: numberAt(table.durationSeconds, row),
    status: table.status[row] ?? 0, bytes: numberAt(table.bytes, row), error: table.error[row] ?? null,
    repeated: table.repeated[row] === 1,
  };
}

/** Copies the scrape at `row` of a table to `at` of another. */
export function copyScrape(from: ScrapeTable, row: number, to: ScrapeTable, at: number): void {
  to.startMs[at] = from.startMs[row] ?? 0;
  to.durationSeconds[at] = from.durationSeconds[row] ?? 0;
  to.status[at] = from.status[row] ?? 0;
  to.bytes[at] = from.bytes[row] ?? 0;
  to.error[at] = from.error[row] ?? null;
  to.repeated[at] = from.repeated[row] ?? 0;
}

/** Returns the scrapes of all tables, in their order. */
export function joinedScrapes(tables: readonly ScrapeTable[]): ScrapeTable {
  const joined = newScrapeTable(tables.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const table of tables) for (let row = 0; row < table.length; row++) copyScrape(table, row, joined, at++);
  return joined;
}
