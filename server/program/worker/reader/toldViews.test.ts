/** Compares a reader that receives news with its queries to a recording store and to readers without news. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { DuckEngine } from '../../../data/store/partitions/duckEngine.ts';
import { SampleReader } from '../../../data/store/read/sampleReader.ts';
import { MAX_TARGETS } from '../../../data/store/read/targetCopy.ts';
import type { Recorder, ToldView } from '../../../data/store/recorder.ts';
import { historyFolder } from '../../../data/store/samples/dataFolder.ts';
import { SampleStore } from '../../../data/store/samples/sampleStore.ts';
import { transferables } from '../../../kernel/threads/transferables.ts';
import { recorderOf } from '../data/recordingStore.ts';
import { ToldViews } from './toldViews.ts';

const T = Date.UTC(2026, 10, 20, 12);
const NAMES = Array.from({ length: MAX_TARGETS + 2 }, (_, i) => `prom-${i}`);
let folder: string;
let now: number;
let store: SampleStore;
let engine: DuckEngine;
/** Questions to the part that records, and those of them that the reader asked itself. */
const asked = { all: 0, byReader: 0 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-told-'));
  now = T;
  const opened = await SampleStore.open({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e9, partitionMs: 60_000, commitMs: null,
    now: () => now,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  engine = await DuckEngine.open(join(folder, 'spill'));
  for (const name of NAMES) await store.putTarget({ name, url: 'http://localhost:9090', recording: false, labels: {} });
  Object.assign(asked, { all: 0, byReader: 0 });
});
afterEach(async () => {
  await engine.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function open(): { reader: SampleReader; views: ToldViews } {
  const views = new ToldViews({
    view: (name, held) => {
      asked.all++;
      return recorderOf(store).view(name, held);
    },
  });
  const view: Recorder['view'] = async (name, held) => {
    asked.byReader++;
    // Clones as between processes: neither side sees the other's changes.
    return structuredClone(await views.view(name, structuredClone(held)));
  };
  return { views, reader: readerWith(view) };
}

function readerWith(view: Recorder['view']): SampleReader {
  return new SampleReader({
    engine, recorder: { ...recorderOf(store), view }, workFolder: join(folder, 'work'),
    historyFolder: historyFolder(join(folder, 'data')),
  });
}

function record(name: string, value: number): void {
  now += 1000;
  store.record(name, {
    startMs: now, durationSeconds: 0.01, status: 200, body: Buffer.from(`a ${value}\nb{c="${value % 7}"} ${value}\n`),
    contentType: 'text/plain', error: null, extras: {},
  });
}

async function cellsOf(reader: SampleReader, name: string, told?: ToldView | null): Promise<unknown> {
  const reading = await reader.reading(name, told === null ? undefined : structuredClone(told));
  if (!reading.ok) throw new Error(reading.error.message);
  const read = await reading.value.joinedWindow(0, 1e14, () => true);
  if (!read.ok) throw new Error(read.error.message);
  const { scrapes, series } = read.value.window;
  return {
    facts: reading.value.target.facts, startMs: [...scrapes.startMs],
    series: series.map(({ name: metric, labels, values }) => ({ metric, labels, values: [...values] }))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  };
}

/** A reader that begins now. */
const wholeOf = (name: string): Promise<unknown> => (
  cellsOf(readerWith((one, held) => recorderOf(store).view(one, held)), name)
);

it('asks itself for the first question alone', async () => {
  const { reader, views } = open();
  for (let k = 0; k < 5; k++) {
    record('prom-0', k);
    expect(await cellsOf(reader, 'prom-0', await views.news('prom-0'))).toEqual(await wholeOf('prom-0'));
  }
  expect(asked).toEqual({ all: 5, byReader: 1 });
});

it('passes views as bytes that need no copy between threads', async () => {
  record('prom-0', 1);
  const view = await recorderOf(store).view('prom-0', []);
  expect(view.ok && transferables(view.value.bytes)).toHaveLength(1);
});

it('is told once for questions that come together', async () => {
  const { reader, views } = open();
  record('prom-0', 1);
  await cellsOf(reader, 'prom-0', null);
  record('prom-0', 2);
  const first = views.news('prom-0');
  record('prom-0', 3);
  const told = await Promise.all([first, ...Array.from({ length: 4 }, () => views.news('prom-0'))]);
  expect(told.map((one) => [one?.number, one?.news !== undefined])).toEqual(
    [[1, true], [2, true], [2, false], [2, false], [2, false]]
  );
  const answers = await Promise.all(told.map((one) => cellsOf(reader, 'prom-0', one)));
  const whole = await wholeOf('prom-0');
  for (const answer of answers.slice(1)) expect(answer).toEqual(whole);
  expect(asked).toEqual({ all: 3, byReader: 1 });
});

it('sees facts that were stored before the question', async () => {
  const { reader, views } = open();
  record('prom-0', 1);
  await cellsOf(reader, 'prom-0', null);
  store.putFacts('prom-0', { maxProcs: 3 });
  expect(await cellsOf(reader, 'prom-0', await views.news('prom-0'))).toEqual(await wholeOf('prom-0'));
});

it('asks when what it is told was lost, came late or is of a target that it no longer holds', async () => {
  const { reader, views } = open();
  const random = seededRandom(7);
  const pick = <V>(list: readonly V[]): V => elementAt(list, Math.floor(random() * list.length));
  const late: { name: string; told: ToldView }[] = [];
  for (let turn = 0; turn < 40; turn++) {
    // Two targets most of the time, and now and then more than fit.
    const name = pick(random() < 0.8 ? NAMES.slice(0, 2) : NAMES);
    for (let k = Math.floor(random() * 4); k > 0; k--) record(name, turn);
    if (random() < 0.1) await store.flush();
    const told = await views.news(name);
    const lot = random();
    // The client of the question left, so that nothing comes of it.
    if (lot < 0.15) continue;
    if (lot < 0.3) {
      if (told !== null) late.push({ name, told });
      continue;
    }
    const whole = await wholeOf(name);
    const questions: (ToldView | null)[] = lot < 0.4 ? [null] : lot < 0.6 ? [null, told] : [told];
    const answers = await Promise.all(questions.map((one) => cellsOf(reader, name, one)));
    for (const answer of answers) expect(answer).toEqual(whole);
    const [one] = random() < 0.3 ? late.splice(0, 1) : [];
    if (one === undefined) continue;
    // An old view is no answer to a later question, but it must not spoil what is held.
    await cellsOf(reader, one.name, one.told);
    expect(await cellsOf(reader, one.name, null)).toEqual(await wholeOf(one.name));
  }
  expect(asked.byReader).toBeLessThan(asked.all);
});
