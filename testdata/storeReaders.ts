/** Readers of stores, in the process of the test: as the reader processes read, without the processes. */
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll } from 'vitest';
import type { SampleSeries } from '../core/contract/contract.ts';
import { ok, type Result } from '../core/result.ts';
import type { TargetWindow } from '../server/data/metrics/series.ts';
import { exportRecording } from '../server/data/store/exchange/exportRecording.ts';
import { DuckEngine } from '../server/data/store/partitions/duckEngine.ts';
import type { SeriesFilter } from '../server/data/store/partitions/windowRead.ts';
import { samplesText } from '../server/data/store/read/sampleRead.ts';
import { SampleReader } from '../server/data/store/read/sampleReader.ts';
import { packView, type Recorder } from '../server/data/store/recorder.ts';
import type { SampleStore } from '../server/data/store/samples/sampleStore.ts';
import type { TargetStore } from '../server/data/store/samples/targetStore.ts';
import { recorderOf } from '../server/program/worker/data/recordingStore.ts';

const readers = new WeakMap<object, Promise<SampleReader>>();
const folder = mkdtempSync(join(tmpdir(), 'readers-'));
// A test may go on as another user, who has rights in its own folders.
chmodSync(folder, 0o777);
const engines: DuckEngine[] = [];
let count = 0;

afterAll(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same for the same store, so that its copies of heads grow. */
export function readerOf(store: SampleStore): Promise<SampleReader> {
  return reader(store, recorderOf(store));
}

export async function samplesOf(
  store: SampleStore, target: string, match: string, range: { startMs: number; endMs: number; limitValues: number }
): Promise<Result<SampleSeries[]>> {
  const read = await (await readerOf(store)).samples(target, match, range);
  return read.ok ? ok(JSON.parse([...samplesText(read.value)].join('')) as SampleSeries[]) : read;
}

/** The recording file of a window, written. */
export async function writeRecording(
  store: SampleStore, target: string, { startMs, endMs, file }: { startMs: number; endMs: number; file: string }
): Promise<void> {
  const exported = await exportRecording(await readerOf(store), target, { startMs, endMs });
  if (!exported.ok) throw new Error(exported.error.message);
  await pipeline(exported.value, createWriteStream(file));
}

/** Of a target's store by itself. */
export async function windowOf(
  store: TargetStore, startMs: number, endMs: number, filter: SeriesFilter
): Promise<TargetWindow> {
  const unused = (): never => { throw new Error('A single target has no other.'); };
  const recorder: Recorder = {
    view: async (_, held) => ok(packView({ target: {} as never, folder, ...await store.view(held) }, held)),
    unreadable: async (_, path) => {
      await store.inspect(path);
      return ok(null);
    },
    putFacts: unused, mayAdopt: unused, adopt: unused, notice: unused,
  };
  const read = await (await reader(store, recorder)).window('prom', startMs, endMs, filter);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

function reader(store: object, recorder: Recorder): Promise<SampleReader> {
  const known = readers.get(store);
  if (known !== undefined) return known;
  const made = make(recorder);
  readers.set(store, made);
  return made;
}

async function make(recorder: Recorder): Promise<SampleReader> {
  const own = join(folder, String(count++));
  const engine = await DuckEngine.open(join(own, 'spill'));
  engines.push(engine);
  return new SampleReader({ engine, recorder, workFolder: join(own, 'work'), historyFolder: join(own, 'history') });
}
