/**
 * A window's samples as a Parquet file in long form: one row per sample, series after series, each ascending by time.
 * DuckDB writes the file whole before the first byte is sent: a Parquet file ends with its index.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '../../../../core/result.ts';
import type { DuckEngine, DuckWriter } from '../partitions/duckEngine.ts';
import { duckdb } from '../partitions/duckPackage.ts';
import { storageFailure } from '../partitions/storageError.ts';
import { ReadFailed, type SampleReader } from '../read/sampleReader.ts';
import { exportedSeries, type ExportedSeries, type ExportedWindow } from './exportedSeries.ts';

/** Values of 1,000 series at 1 s for a day; about 20 bytes each while writing, on disk beyond DuckDB's memory. */
const MAX_VALUES = 100_000_000;

/** Exports a window. `folder`: holds the file while it is sent; it is deleted when its stream is closed. */
export async function exportParquet(
  reader: SampleReader, window: ExportedWindow, { engine, folder }: { engine: DuckEngine; folder: string },
): Promise<Result<Readable>> {
  const series = await exportedSeries(reader, window);
  if (!series.ok) return series;
  const path = join(folder, `export-${randomUUID()}.parquet`);
  const remove = (): Promise<void> => rm(path, { force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const written = await engine.apart((run) => write(run, series.value, path));
    if (!written.ok) {
      await remove();
      return written;
    }
    const stream = createReadStream(path);
    stream.once('close', () => void remove());
    return ok(stream);
  } catch (error) {
    await remove();
    if (error instanceof ReadFailed) return error.result;
    if (storageFailure(error) === 'memory')
      return fail('too_large', 'Not enough memory to write this much at once; choose a shorter range or fewer series.');
    throw error;
  }
}

async function write(run: DuckWriter, all: AsyncGenerator<ExportedSeries>, path: string): Promise<Result<null>> {
  const { DOUBLE, MAP, mapValue, UINTEGER, VARCHAR } = duckdb();
  await run.run('CREATE TEMP TABLE series(id UINTEGER, metric VARCHAR, labels MAP(VARCHAR, VARCHAR))');
  await run.run('CREATE TEMP TABLE samples(series UINTEGER, time_ms DOUBLE, value DOUBLE)');
  let id = 0;
  let count = 0;
  for await (const { name, labels, values } of all) {
    count += values.values.length;
    if (count > MAX_VALUES)
      return fail('too_large', `More than ${MAX_VALUES} values match; choose a shorter range or fewer series.`);
    const entries = labels.filter(([label]) => label !== '__name__').map(([key, value]) => ({ key, value }));
    await run.append('temp', 'series', [
      { type: UINTEGER, values: [id] }, { type: VARCHAR, values: [name] },
      { type: MAP(VARCHAR, VARCHAR), values: [mapValue(entries)] },
    ]);
    await run.append('temp', 'samples', [
      { type: UINTEGER, values: new Array<number>(values.values.length).fill(id) },
      { type: DOUBLE, values: Array.from(values.startMs, (timeMs) => Math.round(timeMs)) },
      { type: DOUBLE, values: Array.from(values.values) },
    ]);
    id++;
  }
  // Uses lists in one row instead of a join: the optimizer chooses which side of a join keeps its order.
  await run.run(`COPY (SELECT metrics[series + 1] AS metric, all_labels[series + 1] AS labels,
      time_ms::BIGINT AS time_ms, value
    FROM samples, (SELECT list(metric ORDER BY id) AS metrics, list(labels ORDER BY id) AS all_labels FROM series))
    TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`);
  return ok(null);
}
