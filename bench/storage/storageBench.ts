/** Size, speed and memory of the store against their bars; see docs/storage.md. */
import { elementAt } from '../../core/elementAt.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PanelName } from '../../core/contract/contract.ts';
import { NO_INPUTS } from '../../core/panels.ts';
import { folderBytes } from '../../server/data/store/samples/dataFolder.ts';
import type { RawScrape } from '../../server/data/store/dataStore.ts';
import { importRecording } from '../../server/data/store/exchange/importRecording.ts';
import { readerOf } from '../../testdata/storeReaders.ts';
import { SampleStore } from '../../server/data/store/samples/sampleStore.ts';
import type { SampleStoreOptions } from '../../server/data/store/samples/sampleStore.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import type { RecordingLine } from '../../testdata/loadRecording.ts';
import { openDataClient } from '../../server/program/worker/data/dataClient.ts';
import type { BenchRow } from '../benchRow.ts';
import { readerBeside } from './readerBeside.ts';

const KEEP_ALL = { retentionMs: 1e13, retentionBytes: 1e15 };
const PANELS: readonly PanelName[] = ['gc-cpu', 'compaction', 'wal-replay', 'scrapes'];
const PANEL_READS = 400;
/** Read before, so that what is measured is a page that is open and not the first seconds of a process. */
const WARM_UP_READS = 40;

/** `workerUrl` is the built data worker. */
export async function storageBench(workerUrl: URL): Promise<BenchRow[]> {
  const lines = readRecordingLines(recordings.load).filter(({ path }) => path === '/metrics');
  return [await recordingSize(), ...(await sixHours(lines)), await panelReads(lines, workerUrl)];
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tsdbscope-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openStore(options: Partial<SampleStoreOptions> & { dataDir: string }): Promise<SampleStore> {
  const opened = await SampleStore.open({ ...KEEP_ALL, commitMs: null, ...options });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

function sizeRow(name: string, bytes: number, samples: number, bar: number): BenchRow {
  const perSample = bytes / samples;
  return {
    name, measured: `${perSample.toFixed(3)} B (${bytes} B for ${samples} samples)`, bar: `<= ${bar} B`,
    pass: perSample <= bar,
  };
}

function recordingSize(): Promise<BenchRow> {
  return withFolder(async (dataDir) => {
    const store = await openStore({ dataDir });
    const imported = await importRecording(await readerOf(store), 'load', recordings.load);
    if (!imported.ok) throw new Error(imported.error.message);
    const window = await (await readerOf(store)).window('load', 0, 1e14, () => true);
    if (!window.ok) throw new Error(window.error.message);
    const samples = window.value.series.reduce(
      (sum, { present }) => sum + present.reduce((count, one) => count + one, 0), 0
    );
    await store.close();
    return sizeRow('stored bytes per scraped sample, the recording', await folderBytes(dataDir), samples, 1.5);
  });
}

function rawScrape(line: RecordingLine, startMs: number, more = ''): RawScrape {
  const failed = line.body === undefined;
  return {
    startMs, durationSeconds: (line.dur_ms ?? 0) / 1000, status: line.status ?? 0,
    body: failed ? null : Buffer.from(`${line.body}${more}`), contentType: line.ct ?? '',
    error: failed ? { kind: 'refused', message: 'The target refused the connection.' } : null, extras: {},
  };
}

/** The recording eighteen times in a row, recorded like a live target with a commit after each second. */
function sixHours(lines: RecordingLine[]): Promise<BenchRow[]> {
  return withFolder(async (dataDir) => {
    let now = lines[0]?.t ?? 0;
    const store = await openStore({ dataDir, now: () => now });
    await store.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} });
    const lengthMs = (lines.at(-1)?.t ?? 0) - (lines[0]?.t ?? 0) + 1000;
    let samples = 0;
    let scrapes = 0;
    const before = process.cpuUsage();
    for (let round = 0; round < 18; round++) {
      for (const line of lines) {
        now = line.t + round * lengthMs;
        samples += store.record('prom', rawScrape(line, now)).samples;
        scrapes++;
        await store.flush();
      }
    }
    const { user, system } = process.cpuUsage(before);
    await store.close();
    const share = (user + system) / 1e6 / scrapes;
    return [
      sizeRow('stored bytes per scraped sample, the same repeated to 6 h', await folderBytes(dataDir), samples, 1),
      {
        name: 'CPU of recording one target at 1 s', measured: `${(share * 100).toFixed(2)} % of a core`, bar: '< 3 %',
        pass: share < 0.03,
      },
    ];
  });
}

/** An hour of 600 series, read by the page's own way through the worker while a scrape comes in every second. */
function panelReads(lines: RecordingLine[], workerUrl: URL): Promise<BenchRow> {
  return withFolder(async (dataDir) => {
    const opened = await openDataClient({ dataDir, ...KEEP_ALL, workerUrl, readerFile: readerBeside(workerUrl) });
    if (!opened.ok) throw new Error(opened.error.message);
    const data = opened.value;
    await data.putTarget({ name: 'prom', url: 'http://localhost:9090', recording: false, labels: {} });
    const good = lines.filter(({ body }) => body !== undefined);
    const padding = (i: number): string =>
      Array.from({ length: 150 }, (_, n) => `bench_gauge{n="${n}"} ${n % 10 === 0 ? i * n : n}\n`).join('');
    const record = (i: number, startMs: number): Promise<unknown> =>
      data.record(
        'prom', rawScrape(good[i % good.length] ?? elementAt(good, 0) ?? elementAt(lines, 0), startMs, padding(i))
      );
    const startMs = Date.now() - 3_600_000;
    for (let i = 0; i < 3600; i++) await record(i, startMs + i * 1000);
    let next = 3600;
    const timer = setInterval(() => void record(next++, Date.now()), 1000);
    const tookMs: number[] = [];
    for (let i = 0; i < WARM_UP_READS + PANEL_READS; i++) {
      const endMs = Date.now();
      const begin = performance.now();
      const panel = await data.panel(PANELS[i % PANELS.length] ?? 'gc-cpu', {
        target: 'prom', startMs: endMs - 3_600_000, endMs, stepMs: null, timeoutSeconds: 10, intervalSeconds: 1,
        nowMs: endMs, inputs: NO_INPUTS,
      });
      if (i >= WARM_UP_READS) tookMs.push(performance.now() - begin);
      if (!panel.ok) throw new Error(panel.error.message);
      await new Promise((resume) => setTimeout(resume, 25));
    }
    clearInterval(timer);
    await data.close();
    tookMs.sort((a, b) => a - b);
    const quantileOf = (q: number): number => tookMs[Math.ceil(q * tookMs.length) - 1] ?? NaN;
    const [p50, p99] = [quantileOf(0.5), quantileOf(0.99)];
    return {
      name: 'one panel, 1 h at 1 s, 600 series stored, while recording',
      measured: `p99 ${p99.toFixed(1)} ms, median ${p50.toFixed(1)} ms`, bar: 'p99 < 60 ms', pass: p99 < 60,
    };
  });
}
