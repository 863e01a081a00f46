/** Writes a target's stored window, and its own history for that window, as the sample files of an incident. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MEMBERS, MAX_LINES, MAX_SERIES, MAX_VALUES } from '../../incident/incidentFormat.ts';
import { Redactor } from '../../incident/redaction.ts';
import { SampleLineWriter, type LineScrape, type LineSeries } from '../../incident/sampleLines.ts';
import type { TargetWindow, WindowSeries } from '../../metrics/series.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import type { ExportedSamples, IncidentExport, WrittenFile } from '../dataStore.ts';
import { ReadFailed, type SampleReader } from '../read/sampleReader.ts';

/** Values held in memory at a time, nine bytes each. */
const SLICE_VALUES = 6_000_000;
const MIN_SLICE_SCRAPES = 50;

class TooLarge extends Error {}

/** Writes `samples.ndjson.gz` and, if any, `history.ndjson.gz` into the folder. too_large past the format's limits. */
export async function exportIncident(
  store: SampleReader, { target, startMs, endMs, keepCommandLines, secrets, folder }: IncidentExport
): Promise<Result<ExportedSamples>> {
  const known = await store.target(target);
  if (!known.ok) return known;
  let seriesCount = 0;
  const scrapes = await store.wholeWindow(target, startMs, endMs, () => { seriesCount += 1; return false; });
  if (!scrapes.ok) return scrapes;
  const times = scrapes.value.scrapes.startMs;
  const held = await store.historyWindow(target, startMs, endMs);
  if (!held.ok) return held;
  const history = held.value;
  if (times.length === 0 && history === null)
    return fail('bad_data', 'Nothing was recorded in this window; choose another with "start" and "end".');
  if (seriesCount > MAX_SERIES || times.length > MAX_LINES / 2 || times.length * seriesCount > MAX_VALUES * 2)
    return tooLarge();
  const redactor = new Redactor(keepCommandLines, secrets);
  try {
    const sliceScrapes = Math.max(MIN_SLICE_SCRAPES, Math.floor(SLICE_VALUES / Math.max(1, seriesCount)));
    const samples = await writeLines(
      join(folder, MEMBERS.samples), recordedLines(store, target, { times, endMs, sliceScrapes }, redactor)
    );
    const past = history === null ? null
      : await writeLines(join(folder, MEMBERS.history), historyLines(history, redactor));
    return ok({
      scrapes: times.length, historyScrapes: history?.scrapes.length ?? 0, samples, history: past,
      facts: redactor.facts(known.value.facts), redacted: redactor.told(),
    });
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge();
    if (error instanceof ReadFailed) return error.result;
    const reason = firstLine(error);
    const message = `The incident cannot be written to the data folder (${reason}); free space or make it writable.`;
    return fail(writeErrorType(error), message);
  }
}

function tooLarge(): Result<never> {
  const limits = `${MAX_SERIES} series, ${MAX_VALUES} values`;
  return fail('too_large', `The window exceeds the limits of an incident file (${limits}); export fewer hours.`);
}

async function writeLines(file: string, lines: AsyncIterable<string> | Iterable<string>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(Readable.from(lines), createGzip(), async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }, createWriteStream(file, { mode: 0o600 }));
  return { file, sizeBytes, sha256: hash.digest('hex') };
}

async function* recordedLines(
  store: SampleReader, target: string,
  { times, endMs, sliceScrapes }: { times: Float64Array; endMs: number; sliceScrapes: number }, redactor: Redactor,
): AsyncGenerator<string> {
  const writer = new SampleLineWriter();
  let done = 0;
  while (done < times.length) {
    const fromMs = times[done] ?? 0;
    const toMs = times[done + sliceScrapes] ?? endMs;
    const own = await store.wholeWindow(target, fromMs, toMs, (series) => !series.extra);
    const extras = await store.wholeWindow(target, fromMs, toMs, (series) => series.extra);
    if (!own.ok) throw new ReadFailed(own);
    if (!extras.ok) throw new ReadFailed(extras);
    // Skips scrapes that arrive between the two reads: the count was taken at the start.
    const count = Math.min(own.value.scrapes.length, extras.value.scrapes.length, times.length - done);
    if (count === 0) throw new Error('the data were deleted meanwhile');
    yield* linesOf(writer, own.value, extras.value.series, { count, redactor });
    done += count;
  }
}

function* historyLines(window: TargetWindow, redactor: Redactor): Generator<string> {
  yield* linesOf(new SampleLineWriter(), window, [], { count: window.scrapes.length, redactor });
}

function* linesOf(
  writer: SampleLineWriter, own: TargetWindow, extras: WindowSeries[],
  { count, redactor }: { count: number; redactor: Redactor },
): Generator<string> {
  const columns = [...own.series, ...extras];
  const named = columns.map(({ name, labels }, at): LineSeries => (
    { name, labels: redactor.labels(labels), extra: at >= own.series.length }
  ));
  const { ids, line } = writer.declare(named);
  if (line !== null) yield `${line}\n`;
  for (let row = 0; row < count; row++) {
    yield `${writer.scrape(scrapeAt(own, row, redactor), heldAt(columns, ids, row))}\n`;
    if (writer.valueCount > MAX_VALUES || writer.seriesCount > MAX_SERIES) throw new TooLarge();
  }
}

function* heldAt(
  columns: readonly WindowSeries[], ids: readonly number[], row: number
): Iterable<{ id: number; value: number }> {
  for (const [at, { values, present }] of columns.entries()) {
    if (present[row] === 1) yield { id: ids[at] ?? 0, value: values[row] ?? NaN };
  }
}

function scrapeAt({ scrapes }: TargetWindow, row: number, redactor: Redactor): LineScrape {
  return {
    startMs: scrapes.startMs[row] ?? 0,
    durationSeconds: scrapes.durationSeconds[row] ?? 0,
    status: scrapes.status[row] ?? 0,
    bytes: scrapes.bytes[row] ?? 0,
    error: redactor.error(scrapes.error[row] ?? null),
    repeated: scrapes.repeated[row] === 1,
  };
}
