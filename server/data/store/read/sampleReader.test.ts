/** A reader beside a recorder whose files and targets change under it. */
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../../core/result.ts';
import type { TargetWindow } from '../../metrics/series.ts';
import { recorderOf } from '../../../program/worker/data/recordingStore.ts';
import { DuckEngine } from '../partitions/duckEngine.ts';
import type { SeriesFilter } from '../partitions/windowRead.ts';
import { packView, type Recorder } from '../recorder.ts';
import { historyFolder } from '../samples/dataFolder.ts';
import { SampleStore } from '../samples/sampleStore.ts';
import { SampleReader } from './sampleReader.ts';

const T = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const TARGET = { name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} };
let folder: string;
let now: number;
let store: SampleStore;
let engine: DuckEngine;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-reader-'));
  now = T;
  const opened = await SampleStore.open({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e9, partitionMs: HOUR, commitMs: null,
    now: () => now,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  engine = await DuckEngine.open(join(folder, 'spill'));
  await store.putTarget(TARGET);
});
afterEach(async () => {
  await engine.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function readerOf(changes: Partial<Recorder> = {}, ownEngine = engine): SampleReader {
  return new SampleReader({
    engine: ownEngine, recorder: { ...recorderOf(store), ...changes }, workFolder: join(folder, 'work'),
    historyFolder: historyFolder(join(folder, 'data')),
  });
}

/** One scrape at this hour, in the hour's partition. */
function record(hours: number, value: number): void {
  now = T + hours * HOUR;
  store.record('prom', {
    startMs: now, durationSeconds: 0.01, status: 200, body: Buffer.from(`a ${value}\n`), contentType: 'text/plain',
    error: null, extras: {},
  });
}

async function recordAndSeal(hours: number, value: number): Promise<void> {
  record(hours, value);
  await store.flush();
}

async function valuesOf(reader: SampleReader): Promise<unknown> {
  const read = await reader.window('prom', 0, 1e14, () => true);
  return read.ok ? [...read.value.series[0]?.values ?? []] : read.error;
}

describe('a sealed file that another takes the place of', () => {
  it('is read anew when the clock was set back into it', async () => {
    const reader = readerOf();
    await recordAndSeal(0, 1);
    await recordAndSeal(1, 2);
    await recordAndSeal(2, 3);
    expect(await valuesOf(reader)).toEqual([1, 2, 3]);
    // The first is not stored: it makes the sealed partition a head again.
    await recordAndSeal(0.2, 0);
    await recordAndSeal(0.5, 9);
    await recordAndSeal(3, 4);
    expect(await valuesOf(reader)).toEqual([1, 9, 2, 3, 4]);
  });

  it('is read anew when somebody put it there, at the next look at all files', async () => {
    const reader = readerOf();
    await recordAndSeal(0, 1);
    await recordAndSeal(1, 2);
    await recordAndSeal(2, 3);
    expect(await valuesOf(reader)).toEqual([1, 2, 3]);
    const view = await store.view('prom', []);
    if (!view.ok) throw new Error(view.error.message);
    const [first, second] = view.value.sealed;
    await rename(second?.path ?? '', first?.path ?? '');
    for (let looks = 0; looks < 3; looks++) {
      now += 11_000;
      await store.flush();
    }
    expect(await valuesOf(reader)).toEqual([2, 3]);
    expect(await store.target('prom')).toMatchObject({ value: { firstMs: T + HOUR } });
  });

  it('waits for who reads the one before', async () => {
    await recordAndSeal(0, 1);
    await recordAndSeal(1, 2);
    const view = await store.view('prom', []);
    const file = view.ok ? view.value.sealed[0] : undefined;
    if (file === undefined) throw new Error('There is no sealed partition.');
    const read = (alias: string): Promise<unknown> => engine.columns(`SELECT count(*) FROM ${alias}.scrapes`);
    const counts = await Promise.all([
      engine.withFile(file, async (alias) => {
        await new Promise((resolve) => { setTimeout(resolve, 20); });
        return read(alias);
      }),
      engine.withFile({ ...file, id: 'another' }, read),
      engine.detach(file.path),
    ]);
    expect(counts.slice(0, 2)).toEqual([[[1n]], [[1n]]]);
  });
});

describe('a target that was removed and added again under its name', () => {
  const part: TargetWindow = {
    startMs: T - HOUR, endMs: T - HOUR + 1,
    scrapes: {
      length: 1, startMs: Float64Array.of(T - HOUR), durationSeconds: new Float64Array(1),
      status: Uint16Array.of(200), bytes: new Float64Array(1), error: [null], repeated: new Uint8Array(1),
    },
    series: [{ name: 'a', labels: {}, values: Float64Array.of(7), present: Uint8Array.of(1) }],
  };

  it('has no history of the one before, in any reader', async () => {
    const readers = [readerOf(), readerOf()];
    expect(await readers[0]?.addHistory('prom', part)).toMatchObject({ ok: true });
    for (const reader of readers)
      expect(await reader.historyWindow('prom', 0, 1e14)).toMatchObject({ value: { series: part.series } });
    await store.removeTarget('prom');
    await store.putTarget(TARGET);
    for (const reader of [...readers, readerOf()])
      expect(await reader.historyWindow('prom', 0, 1e14)).toEqual({ ok: true, value: null });
  });

  it('keeps its history when the part that records was started again', async () => {
    const reader = readerOf();
    await reader.addHistory('prom', part);
    await store.close();
    const again = await SampleStore.open({ dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15 });
    if (!again.ok) throw new Error(again.error.message);
    store = again.value;
    expect(await readerOf().historyWindow('prom', 0, 1e14)).toMatchObject({ value: { series: part.series } });
  });
});

describe('a sealed file that a reader cannot read', () => {
  beforeEach(async () => {
    await recordAndSeal(0, 1);
    await recordAndSeal(1, 2);
  });

  it('and the recorder can is no gap: the window fails, saying which', async () => {
    let reported = 0;
    const reader = readerOf({
      view: async (name, held) => {
        const view = await store.view(name, held);
        if (!view.ok) return view;
        const sealed = view.value.sealed.map((one) => ({ ...one, path: join(folder, 'elsewhere.duckdb') }));
        return ok(packView({ ...view.value, sealed }, held));
      },
      unreadable: (name, path) => {
        reported++;
        return store.unreadable(name, path);
      },
    });
    expect(await valuesOf(reader)).toMatchObject({
      errorType: 'internal',
      message: expect.stringMatching(/^The stored file .*elsewhere\.duckdb could not be read \(.*\); try/) as string,
    });
    expect(reported).toBe(1);
  });

  it('for a moment is read again', async () => {
    let failures = 1;
    const flaky = new Proxy(engine, {
      get: (target, name) => (name !== 'withFile' ? Reflect.get(target, name, target) as unknown
        : (...given: Parameters<DuckEngine['withFile']>) => (
          failures-- > 0 ? Promise.reject(new Error('IO Error: Input/output error')) : target.withFile(...given)
        )),
    });
    expect(await valuesOf(readerOf({}, flaky))).toEqual([1, 2]);
  });

  it('for lack of memory is not reported as a damaged one', async () => {
    const full = new Proxy(engine, {
      get: (target, name) => (name !== 'withFile' ? Reflect.get(target, name, target) as unknown
        : () => Promise.reject(new Error('Out of Memory Error: failed to allocate'))),
    });
    expect(await valuesOf(readerOf({}, full))).toMatchObject({ errorType: 'too_large' });
    expect(store.status()).toMatchObject({ faults: [], notices: [] });
  });
});

describe('what was read back from an engine', () => {
  const MINUTE = 60_000;
  const ROWS = 900;
  const MANY = Array.from({ length: 6000 }, (_, i) => `series_${i}`);
  /** Scrapes a second apart of series that share their values: three parts of many are more than is held at once. */
  function part(startMs: number, { rows = ROWS, names = MANY } = {}): TargetWindow {
    const startTimes = Float64Array.from({ length: rows }, (_, row) => startMs + 1000 * row);
    const [values, present] = [new Float64Array(rows).fill(startMs), new Uint8Array(rows).fill(1)];
    return {
      startMs, endMs: startMs + 1000 * rows,
      scrapes: {
        length: rows, startMs: startTimes, durationSeconds: new Float64Array(rows),
        status: new Uint16Array(rows).fill(200), bytes: new Float64Array(rows), repeated: new Uint8Array(rows),
        error: Array.from({ length: rows }, () => null),
      },
      series: names.map((name) => ({ name, labels: {}, values, present })),
    };
  }

  it('is there for each window, however much was read for others', async () => {
    const reader = readerOf();
    const days = [3, 1, 2].map((day) => T - day * 24 * HOUR);
    for (const startMs of days) await reader.addRecorded('prom', part(startMs));
    for (const startMs of days) {
      const read = await reader.joinedWindow(
        'prom', startMs, startMs + 10 * MINUTE, ({ name }) => name === 'series_7'
      );
      const window = read.ok ? read.value.window : null;
      expect(window?.scrapes.startMs).toHaveLength(600);
      expect([...new Set(window?.series[0]?.values)]).toEqual([startMs]);
    }
  });

  it('is whole for files of samples, also where a stretch was read again in halves', async () => {
    const reader = readerOf();
    const [startMs, middleMs, endMs] = [T - HOUR, T - HOUR + 450_000, T - HOUR + 900_000];
    const names = ['mine', 'tsdbscope_target_ready', 'node_exporter:up'];
    // The engine had the first 300 scrapes only when it was asked for all; later answers have more than was asked for.
    await reader.addRecorded('prom', part(startMs, { rows: 300, names }), { startMs, endMs });
    const read = async (filter: SeriesFilter): Promise<TargetWindow | null> => {
      const window = await reader.wholeWindow('prom', startMs, endMs, filter);
      return window.ok ? window.value : null;
    };
    expect((await read(() => true))?.scrapes.length).toBe(300);
    await reader.addRecorded('prom', part(startMs, { names }), { startMs, endMs: middleMs });
    await reader.addRecorded('prom', part(startMs, { names }), { startMs: middleMs, endMs });
    const own = await read(({ extra }) => !extra);
    expect([...own?.scrapes.startMs ?? []]).toEqual(Array.from({ length: ROWS }, (_, i) => startMs + 1000 * i));
    expect(own?.series.map(({ name, present }) => [name, present.includes(0)])).toEqual([['mine', false]]);
    expect((await read(({ extra }) => extra))?.series.map(({ name }) => name)).toEqual(names.slice(1));
    const panels = await reader.joinedWindow('prom', startMs, endMs, () => true);
    expect(panels.ok && panels.value.window.scrapes.length).toBe(0);
  });

  it('is asked for where nothing was scraped here', async () => {
    const reader = readerOf();
    for (const hours of [1, 1.001, 2]) await recordAndSeal(hours, hours);
    const at = (hours: number): number => T + hours * HOUR;
    const holes = await reader.holes('prom', { startMs: at(0.5), endMs: at(2), leastMs: 10_000 });
    expect(holes.ok && holes.value).toEqual([
      { startMs: at(0.5), endMs: at(1) }, { startMs: at(1.001), endMs: at(2) },
    ]);
  });

  it('is one window across stretches of it', async () => {
    const reader = readerOf();
    const [from, to] = [T - HOUR, T + HOUR];
    for (let startMs = from; startMs < to; startMs += 15 * MINUTE) {
      const whole = part(startMs);
      await reader.addRecorded('prom', { ...whole, series: whole.series.slice(0, 2) });
    }
    const read = await reader.joinedWindow('prom', from, to, () => true);
    const rows = read.ok ? [...read.value.window.scrapes.startMs] : [];
    expect(rows).toEqual(Array.from({ length: (to - from) / 1000 }, (_, i) => from + 1000 * i));
  });
});

it('asks the part that records once for all windows of a question, and anew for the next one', async () => {
  let questions = 0;
  const reader = readerOf({
    view: (name, held) => {
      questions++;
      return recorderOf(store).view(name, held);
    },
  });
  for (const hours of [0, 1, 2]) await recordAndSeal(hours, hours);
  const rowsOf = async (): Promise<unknown> => {
    const reading = await reader.reading('prom');
    if (!reading.ok) return reading.error;
    const windows = [reading.value.joinedWindow(0, 1e14, () => true), reading.value.joinedWindow(T, 1e14, () => true)];
    return (await Promise.all(windows)).map((read) => read.ok && read.value.window.scrapes.length);
  };
  expect(await rowsOf()).toEqual([3, 3]);
  expect(questions).toBe(1);
  await recordAndSeal(3, 3);
  expect(await rowsOf()).toEqual([4, 4]);
  expect(questions).toBe(2);
});
