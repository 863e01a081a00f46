/** The tables of a partition file; docs/storage.md explains them for users of the duckdb command line. */
import type { DuckDBValue } from '@duckdb/node-api';
import type { ScrapeErrorKind } from '../../../../core/contract/terms/targetKind.ts';
import type { ChangeTail } from './changeTail.ts';
import { ABSENT, PRESENT } from './changeTail.ts';
import type { ColumnSpec } from './duckEngine.ts';
import { duckdb } from './duckPackage.ts';
import type { Chunk } from './chunkList.ts';
import type { StoredSeries } from './headPartition.ts';
import type { StoredScrape } from './scrapeList.ts';

/** State of -0, because DuckDB's run-length compression stores it as 0. */
const NEGATIVE_ZERO = 2;

export function createTables(alias: string): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${alias}.meta(format INTEGER, target VARCHAR)`,
    `CREATE TABLE IF NOT EXISTS ${alias}.series(id UINTEGER, name VARCHAR, labels VARCHAR, extra BOOLEAN)`,
    `CREATE TABLE IF NOT EXISTS ${alias}.scrapes(scrape UINTEGER, start_ms DOUBLE, duration_seconds DOUBLE,
       status USMALLINT, bytes DOUBLE, error_kind VARCHAR, error VARCHAR, repeated BOOLEAN)`,
    `CREATE TABLE IF NOT EXISTS ${alias}.changes(scrape UINTEGER, series UINTEGER, value DOUBLE, state UTINYINT)`,
    `CREATE TABLE IF NOT EXISTS ${alias}.chunks(series UINTEGER, first_scrape UINTEGER, data BLOB)`,
  ];
}

export const SCRAPE_COLUMNS = 'start_ms, duration_seconds, status, bytes, error_kind, error, repeated';

export function seriesColumns(series: readonly StoredSeries[], firstId: number): ColumnSpec[] {
  const { BOOLEAN, UINTEGER, VARCHAR } = duckdb();
  return [
    { type: UINTEGER, values: series.map((_, index) => firstId + index) },
    { type: VARCHAR, values: series.map((one) => one.name) },
    { type: VARCHAR, values: series.map((one) => JSON.stringify(one.labels)) },
    { type: BOOLEAN, values: series.map((one) => one.extra) },
  ];
}

export function scrapeColumns(scrapes: readonly StoredScrape[], firstOrdinal: number): ColumnSpec[] {
  const { BOOLEAN, DOUBLE, UINTEGER, USMALLINT, VARCHAR } = duckdb();
  const column = (pick: (scrape: StoredScrape) => DuckDBValue): DuckDBValue[] => scrapes.map(pick);
  return [
    { type: UINTEGER, values: scrapes.map((_, index) => firstOrdinal + index) },
    { type: DOUBLE, values: column((scrape) => scrape.startMs) },
    { type: DOUBLE, values: column((scrape) => scrape.durationSeconds) },
    { type: USMALLINT, values: column((scrape) => scrape.status) },
    { type: DOUBLE, values: column((scrape) => scrape.bytes) },
    { type: VARCHAR, values: column((scrape) => scrape.error?.kind ?? null) },
    { type: VARCHAR, values: column((scrape) => scrape.error?.message ?? null) },
    { type: BOOLEAN, values: column((scrape) => scrape.repeated) },
  ];
}

export function changeColumns(tail: ChangeTail, from: number, to: number): ColumnSpec[] {
  const { DOUBLE, UINTEGER, UTINYINT } = duckdb();
  const states: number[] = [];
  for (let i = from; i < to; i++) states.push(Object.is(tail.value[i], -0) ? NEGATIVE_ZERO : tail.state[i] ?? ABSENT);
  return [
    { type: UINTEGER, values: Array.from(tail.scrape.subarray(from, to)) },
    { type: UINTEGER, values: Array.from(tail.series.subarray(from, to)) },
    // The state says which zero is negative: DuckDB stores a column of equal values once and treats both as equal.
    { type: DOUBLE, values: Array.from(tail.value.subarray(from, to), (value) => (value === 0 ? 0 : value)) },
    { type: UTINYINT, values: states },
  ];
}

export function chunkColumns(chunks: readonly Chunk[]): ColumnSpec[] {
  const { BLOB, blobValue, UINTEGER } = duckdb();
  return [
    { type: UINTEGER, values: chunks.map((chunk) => chunk.series) },
    { type: UINTEGER, values: chunks.map((chunk) => chunk.firstScrape) },
    { type: BLOB, values: chunks.map((chunk) => blobValue(chunk.data)) },
  ];
}

export function readChange(tail: ChangeTail, scrape: number, series: number, value: number, state: number): void {
  if (state === NEGATIVE_ZERO) tail.push(scrape, series, -0, PRESENT);
  else tail.push(scrape, series, state === ABSENT ? NaN : value, state === ABSENT ? ABSENT : PRESENT);
}

const ERROR_KINDS: Record<ScrapeErrorKind, true> = {
  refused: true, reset: true, timeout: true, dns: true, tls: true, redirect: true, too_large: true, http: true,
  format: true, skipped: true, other: true,
};

export function isErrorKind(text: string): text is ScrapeErrorKind {
  return Object.hasOwn(ERROR_KINDS, text);
}
