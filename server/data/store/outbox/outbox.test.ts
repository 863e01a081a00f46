/** The buffer of remote write: what is read from it is what was appended, whatever happens to either side between. */
import {
  appendFileSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../../core/time/clock.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { mountSmall, noMount, unmount } from '../../../../testdata/mounts.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';
import { bufferFile, bufferFiles, outboxFolder } from './outboxFolder.ts';
import { OutboxReader } from './outboxReader.ts';
import { OutboxWriter, type OutboxOptions } from './outboxWriter.ts';

let dataDir: string;
let folder: string;
let faults: Faults;
let readers: OutboxReader[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-outbox-'));
  writeFileSync(join(dataDir, 'lock'), '');
  folder = outboxFolder(dataDir);
  faults = new Faults();
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function newReader(): OutboxReader {
  const reader = new OutboxReader(folder);
  readers.push(reader);
  return reader;
}

const PROM = { name: 'prom', labels: { region: 'eu' } };
const series = (name: string, labels = {}): { name: string; labels: Record<string, string> } => ({ name, labels });
const [UP, CPU, HEAP] = [series('up'), series('cpu', { mode: 'user' }), series('heap')];
const batch = (...samples: [{ name: string; labels: Record<string, string> }, number][]): SampleBatch => (
  { series: samples.map(([one]) => one), values: samples.map(([, value]) => value) }
);

function open(options: Partial<OutboxOptions> = {}): Promise<OutboxWriter> {
  return OutboxWriter.open({ folder, maxBytes: 2 ** 30, faults, clock: systemClock, ...options });
}

type Read = [timeMs: number, target: string, ...samples: (readonly [string, number | 'gone'])[]];

/** Every sample, as an engine gets it. */
async function readAll(reader: OutboxReader): Promise<Read[]> {
  const all: Read[] = [];
  for (let read = await reader.next(); read !== null; read = await reader.next()) {
    const { target, record } = read;
    all.push([
      record.timeMs, target.labels['instance'] ?? '',
      ...target.series.flatMap(({ name }, ref): (readonly [string, number | 'gone'])[] => (
        record.gone.includes(ref) ? [[name, 'gone']]
          : target.present[ref] === 1 ? [[name, target.values[ref] ?? NaN]] : []
      )),
    ]);
  }
  return all;
}

it('gives back every sample of every scrape, and a mark where a series ends', async () => {
  const writer = await open();
  writer.append(PROM, 1000, [batch([UP, 1]), batch([CPU, 0.5], [HEAP, NaN])]);
  writer.append(PROM, 2000, [batch([UP, 1]), batch([CPU, 0.5], [HEAP, 7], [CPU, 99])]);
  writer.append({ name: 'vm', labels: {} }, 2500, [batch([UP, 0])]);
  writer.append(PROM, 3000, [batch([UP, 0])]);
  writer.append(PROM, 4000, [batch([UP, 0])]);
  writer.append(PROM, 5000, [batch([UP, 1], [series('cpu', { mode: 'user' }), -0])]);
  await writer.close();
  expect(await readAll(newReader())).toEqual([
    [1000, 'prom', ['up', 1], ['cpu', 0.5], ['heap', NaN]],
    [2000, 'prom', ['up', 1], ['cpu', 0.5], ['heap', 7]],
    [2500, 'vm', ['up', 0]],
    [3000, 'prom', ['up', 0], ['cpu', 'gone'], ['heap', 'gone']],
    [4000, 'prom', ['up', 0]],
    [5000, 'prom', ['up', 1], ['cpu', -0]],
  ]);
});

it('lists everything once in a file, and again where the labels of the target change', async () => {
  const writer = await open();
  for (const [i, region] of ['eu', 'eu', 'us', 'us'].entries())
    writer.append({ name: 'prom', labels: { region } }, 1000 * i, [batch([UP, 1], [CPU, 0.5])]);
  await writer.close();
  const reader = newReader();
  const met: [string | undefined, number][] = [];
  for (let read = await reader.next(); read !== null; read = await reader.next())
    met.push([read.target.labels['region'], read.record.met.length]);
  expect(met).toEqual([['eu', 2], ['eu', 0], ['us', 2], ['us', 0]]);
});

it('ends after a restart what is no longer there, with a file that needs none before it', async () => {
  const first = await open();
  first.append(PROM, 1000, [batch([UP, 1], [CPU, 0.5])]);
  await first.close();
  const second = await open();
  second.append(PROM, 9000, [batch([UP, 1])]);
  await second.close();
  const reader = newReader();
  expect(await readAll(reader)).toEqual([
    [1000, 'prom', ['up', 1], ['cpu', 0.5]], [9000, 'prom', ['up', 1], ['cpu', 'gone']],
  ]);
  expect(reader.samplesBefore).toBe(4);
  expect(reader.targets.get(0)?.labels).toEqual({ job: 'tsdbscope', instance: 'prom', region: 'eu' });
});

it('reads on while it is written, also over a record that is not whole yet', async () => {
  const writer = await open();
  const reader = newReader();
  expect(await readAll(reader)).toEqual([]);
  writer.append(PROM, 1000, [batch([UP, 1])]);
  await expect.poll(() => readAll(reader)).toHaveLength(1);
  const [file = 0] = await bufferFiles(folder);
  const half = new Uint8Array([40, 0, 0, 0, 1, 2, 3, 4, 5]);
  appendFileSync(bufferFile(folder, file), half);
  expect(await readAll(reader)).toEqual([]);
  truncateSync(bufferFile(folder, file), statSync(bufferFile(folder, file)).size - half.length);
  writer.append(PROM, 2000, [batch([UP, 1])]);
  await writer.close();
  expect(await readAll(reader)).toEqual([[2000, 'prom', ['up', 1]]]);
});

it('passes over the half record that a crash leaves, and comes back to a place', async () => {
  const crashed = await open();
  crashed.append(PROM, 1000, [batch([UP, 1])]);
  crashed.append(PROM, 2000, [batch([UP, 1], [CPU, 3])]);
  await crashed.close();
  const [file = 0] = await bufferFiles(folder);
  truncateSync(bufferFile(folder, file), statSync(bufferFile(folder, file)).size - 3);
  const writer = await open();
  writer.append(PROM, 3000, [batch([UP, 1], [CPU, 4])]);
  writer.append(PROM, 4000, [batch([UP, 1], [CPU, 4])]);
  await writer.close();
  const reader = newReader();
  await reader.next();
  await reader.next();
  const { place, samplesBefore } = reader;
  expect(place.file).toBe(file + 1);
  const rest = await readAll(reader);
  expect(rest).toEqual([[4000, 'prom', ['up', 1], ['cpu', 4]]]);
  const again = newReader();
  expect(await again.seek(place, samplesBefore)).toBe(true);
  expect(await readAll(again)).toEqual(rest);
  expect(again.lost).toEqual({ samples: 0, damagedFiles: 0 });
});

it('passes over a damaged file, and counts it', async () => {
  const writer = await open();
  writer.append(PROM, 1000, [batch([UP, 1])]);
  writer.append(PROM, 2000, [batch([UP, 2])]);
  await writer.close();
  const path = bufferFile(folder, (await bufferFiles(folder))[0] ?? 0);
  const bytes = statSync(path).size;
  truncateSync(path, bytes - 2);
  appendFileSync(path, new Uint8Array([9, 9]));
  const next = await open();
  next.append(PROM, 3000, [batch([UP, 3])]);
  await next.close();
  const reader = newReader();
  expect(await readAll(reader)).toEqual([[1000, 'prom', ['up', 1]], [3000, 'prom', ['up', 3]]]);
  expect(reader.lost.damagedFiles).toBe(1);
});

it('loses its oldest part when it is full, never more than its size, and the reader counts what that was', async () => {
  const maxBytes = 64 * 1024;
  const writer = await open({ maxBytes });
  const reader = newReader();
  const many = Array.from({ length: 50 }, (_, i) => series(`series_${i}`));
  const scrape = (i: number): SampleBatch => ({ series: many, values: many.map((_, s) => i + s / 7) });
  let wroteSamples = 0;
  const write = async (from: number, to: number): Promise<void> => {
    for (let i = from; i < to; i++, wroteSamples += many.length) writer.append(PROM, 1000 * i, [scrape(i)]);
    await expect.poll(async () => (await bufferFiles(folder)).length > 0 && writer.isSettled()).toBe(true);
  };
  await write(1, 40);
  const before = (await readAll(reader)).length;
  for (let from = 40; from < 1200; from += 40) await write(from, from + 40);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes / 2);
  const rest = await readAll(reader);
  expect(rest.at(-1)?.[0]).toBe(1000 * 1199);
  expect(reader.lost.samples).toBe(wroteSamples - many.length * (before + rest.length));
  expect(reader.lost.samples).toBeGreaterThan(0);
  expect(reader.samplesBefore).toBe(wroteSamples);
  await writer.close();
});

it('has everything when it is closed during a sync, also what needs a new file', async () => {
  let sync = (): void => undefined;
  const every: Clock['every'] = (_intervalMs, run) => {
    sync = run;
    return () => undefined;
  };
  const clock = { ...systemClock, background: { ...systemClock.background, every } };
  const writer = await open({ maxBytes: 1024, clock });
  writer.append(PROM, 1000, [batch([UP, 1], [series('long', { text: 'x'.repeat(1024) }), 1])]);
  await expect.poll(() => writer.isSettled()).toBe(true);
  sync();
  writer.append(PROM, 2000, [batch([UP, 2])]);
  await writer.close();
  expect((await readAll(newReader())).at(-1)).toEqual([2000, 'prom', ['up', 2], ['long', 'gone']]);
});

it('begins again with everything when its folder is deleted, and not where the data folder is gone', async () => {
  const writer = await open();
  writer.append(PROM, 1000, [batch([UP, 1], [CPU, 3])]);
  await expect.poll(() => writer.isSettled()).toBe(true);
  rmSync(folder, { recursive: true });
  let timeMs = 2000;
  await expect.poll(() => {
    writer.append(PROM, timeMs += 1000, [batch([UP, 1], [CPU, 3])]);
    return bufferFiles(folder);
  }).not.toEqual([]);
  await expect.poll(() => writer.isSettled()).toBe(true);
  expect((await readAll(newReader()))[0]?.slice(1)).toEqual(['prom', ['up', 1], ['cpu', 3]]);
  rmSync(dataDir, { recursive: true });
  await expect.poll(() => {
    writer.append(PROM, timeMs += 1000, [batch([UP, 1])]);
    return faults.report().faults.map(({ message }) => message).join();
  }).toMatch(/cannot be written .*ENOENT/);
  expect(await bufferFiles(folder)).toEqual([]);
  await writer.close();
});

it.skipIf(noMount !== null)('waits in memory while the disk is full, and tells what found no room there', async () => {
  const disk = join(dataDir, 'disk');
  mountSmall(disk, 512);
  try {
    writeFileSync(join(disk, 'lock'), '');
    folder = outboxFolder(disk);
    const writer = await open({ waitingBytes: 20_000 });
    const many = Array.from({ length: 100 }, (_, i) => series(`series_${i}`));
    const write = (from: number, to: number): void => {
      for (let i = from; i < to; i++)
        writer.append(PROM, 1000 * i, [{ series: many, values: many.map((_, s) => i + s) }]);
    };
    write(1, 2);
    await expect.poll(() => writer.isSettled()).toBe(true);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'others'), new Uint8Array(bavail * bsize));
    write(2, 200);
    await expect.poll(() => faults.report().faults.map(({ message }) => message).join()).toMatch(/ENOSPC.*KiB wait/);
    write(200, 300);
    rmSync(join(disk, 'others'));
    await expect.poll(() => writer.isSettled()).toBe(true);
    expect(faults.report().faults).toEqual([]);
    write(300, 301);
    await writer.close();
    const times = (await readAll(newReader())).map(([timeMs]) => timeMs / 1000);
    const lost = Array.from({ length: 300 }, (_, i) => i + 1).filter((one) => !times.includes(one));
    expect(times.at(-1)).toBe(300);
    expect(lost.at(-1)).toBe(299);
    expect(faults.report().notices.join()).toContain(`${100 * lost.length} samples from`);
  } finally {
    unmount(disk);
  }
});
