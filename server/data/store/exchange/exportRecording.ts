/** A target's stored scrapes as a recording file. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { isStoredNodeName, NODE_PREFIX } from '../../metrics/nodeNames.ts';
import { renderExposition } from '../../metrics/renderExposition.ts';
import type { ParsedSample, TargetWindow } from '../../metrics/series.ts';
import { ok } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import { writeRecordingLine } from './recordingFormat.ts';
import { ReadFailed, type SampleReader } from '../read/sampleReader.ts';

/** Span read at once; all series of ten minutes at 1 s are a few MB. */
const SLICE_MS = 600_000;

/**
 * Returns gzip NDJSON of the scrapes with `startMs <= start < endMs`, ascending. Bodies are rendered from the samples,
 * without the original's comments and order; importing the file gives the same window again.
 */
export async function exportRecording(
  store: SampleReader, target: string, range: { startMs: number; endMs: number },
): Promise<Result<Readable>> {
  const scrapes = await store.wholeWindow(target, range.startMs, range.endMs, () => false);
  if (!scrapes.ok) return scrapes;
  const times = scrapes.value.scrapes.startMs;
  // An error of the lines destroys the stream, and reaches its reader.
  return ok(pipeline(Readable.from(lines(store, target, times, range.endMs)), createGzip(), () => undefined));
}

async function* lines(store: SampleReader, target: string, times: Float64Array, endMs: number): AsyncGenerator<string> {
  let done = 0;
  while (done < times.length) {
    const fromMs = times[done] ?? 0;
    const toMs = Math.min(fromMs + SLICE_MS, endMs);
    const samples = await store.wholeWindow(target, fromMs, toMs, (series) => !series.extra);
    const extras = await store.wholeWindow(target, fromMs, toMs, (series) => series.extra);
    if (!samples.ok) throw new ReadFailed(samples);
    if (!extras.ok) throw new ReadFailed(extras);
    // Skips scrapes that arrive between the two reads: the count was taken at the start.
    const count = Math.min(samples.value.scrapes.length, extras.value.scrapes.length, times.length - done);
    for (let i = 0; i < count; i++) yield `${lineOf(samples.value, extras.value, i)}\n`;
    if (count === 0) throw new Error('the data were deleted meanwhile');
    done += count;
  }
}

function lineOf(samples: TargetWindow, extras: TargetWindow, i: number): string {
  const { scrapes } = samples;
  const error = scrapes.error[i] ?? null;
  const scrape = {
    startMs: scrapes.startMs[i] ?? 0,
    durationSeconds: scrapes.durationSeconds[i] ?? 0,
    status: scrapes.status[i] ?? 0,
    bytes: scrapes.bytes[i] ?? 0,
    error,
    repeated: scrapes.repeated[i] === 1,
  };
  const added: Record<string, number> = {};
  const node: ParsedSample[] = [];
  for (const { name, labels, value } of samplesAt(extras, i)) {
    if (isStoredNodeName(name)) node.push({ name: name.slice(NODE_PREFIX.length), labels, value });
    else added[name] = value;
  }
  return writeRecordingLine(
    scrape, error ? null : renderExposition(samplesAt(samples, i)), added, renderExposition(node)
  );
}

function* samplesAt({ series }: TargetWindow, i: number): Iterable<ParsedSample> {
  for (const { name, labels, values, present } of series) {
    if (present[i] === 1) yield { name, labels, value: values[i] ?? NaN };
  }
}
