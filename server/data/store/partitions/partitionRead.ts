/** Reads of one attached partition file, columnar. Throws what DuckDB throws (see storageError.ts). */
import type { JS } from '@duckdb/node-api';
import type { ScrapeError, ScrapeTable } from '../../metrics/series.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { ChangeTail } from './changeTail.ts';
import type { DuckEngine } from './duckEngine.ts';
import type { Chunk } from './chunkList.ts';
import type { StoredSeries } from './headPartition.ts';
import { isErrorKind, readChange, SCRAPE_COLUMNS } from './partitionSchema.ts';

/** Returns all scrapes of the partition in order; the index of each is its ordinal. */
export async function readScrapes(engine: DuckEngine, alias: string): Promise<ScrapeTable> {
  const [start, duration, status, bytes, kind, message, repeated] =
    await engine.columns(`SELECT ${SCRAPE_COLUMNS} FROM ${alias}.scrapes ORDER BY scrape`);
  return {
    length: start?.length ?? 0,
    startMs: Float64Array.from(start ?? [], Number), durationSeconds: Float64Array.from(duration ?? [], Number),
    status: Uint16Array.from(status ?? [], Number), bytes: Float64Array.from(bytes ?? [], Number),
    error: (kind ?? []).map((one, row) => errorOf(one, message?.[row])),
    repeated: Uint8Array.from(repeated ?? [], Number),
  };
}

function errorOf(kind: JS | undefined, message: JS | undefined): ScrapeError | null {
  if (typeof kind !== 'string') return null;
  return { kind: isErrorKind(kind) ? kind : 'other', message: typeof message === 'string' ? message : '' };
}

/** Returns the series by id, from 0 without gaps. */
export async function readSeries(engine: DuckEngine, alias: string): Promise<StoredSeries[]> {
  const [names, labels, extra] = await engine.columns(`SELECT name, labels, extra FROM ${alias}.series ORDER BY id`);
  return (names ?? []).map((name, row) => ({
    name: typeof name === 'string' ? name : '',
    labels: labelsOf(labels?.[row]),
    extra: extra?.[row] === true,
  }));
}

function labelsOf(text: JS | undefined): Labels {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : null;
  if (typeof parsed !== 'object' || parsed === null) return {};
  const labels: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed)) if (typeof value === 'string') labels[name] = value;
  return labels;
}

/** Returns chunks of the given series (null: of all) that begin at `lastScrape` or earlier, by series and time. */
export async function readChunks(
  engine: DuckEngine, alias: string, ids: readonly number[] | null, lastScrape: number,
): Promise<Chunk[]> {
  if (ids?.length === 0) return [];
  const which = ids ? `series IN (${ids.map(Math.trunc).join(',')}) AND` : '';
  const where = `${which} first_scrape <= ?::DOUBLE`;
  const sql = `SELECT series, first_scrape, data FROM ${alias}.chunks WHERE ${where} ORDER BY series, first_scrape`;
  const [series, first, data] = await engine.columns(sql, [lastScrape]);
  return (series ?? []).map((id, row) => (
    { series: Number(id), firstScrape: Number(first?.[row]), data: blobOf(data?.[row]) }
  ));
}

function blobOf(value: JS | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new RangeError('A stored chunk of changes is not a blob.');
  return value;
}

/** Returns the changes not yet cut into chunks. */
export async function readChanges(engine: DuckEngine, alias: string): Promise<ChangeTail> {
  const sql = `SELECT scrape, series, value, state FROM ${alias}.changes ORDER BY scrape`;
  const [scrape, series, value, state] = await engine.columns(sql);
  const tail = new ChangeTail();
  for (let row = 0; row < (scrape?.length ?? 0); row++) {
    readChange(tail, Number(scrape?.[row]), Number(series?.[row]), Number(value?.[row]), Number(state?.[row]));
  }
  return tail;
}

export interface PartitionSummary { firstMs: number | null; lastMs: number | null; scrapes: number }

export async function readSummary(engine: DuckEngine, alias: string): Promise<PartitionSummary> {
  const [count, first, last] =
    await engine.columns(`SELECT count(*), min(start_ms), max(start_ms) FROM ${alias}.scrapes`);
  const number = (column: JS[] | undefined): number | null => (typeof column?.[0] === 'number' ? column[0] : null);
  return { firstMs: number(first), lastMs: number(last), scrapes: Number(count?.[0] ?? 0) };
}
