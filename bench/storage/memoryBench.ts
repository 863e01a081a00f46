/** Resident memory of the whole server with a day of one target stored, after every panel was read. */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Faults } from '../../server/kernel/files/faults.ts';
import { DuckEngine } from '../../server/data/store/partitions/duckEngine.ts';
import { targetSlug } from '../../server/data/store/partitions/partitionNames.ts';
import { ScrapeIntake } from '../../server/data/store/samples/scrapeIntake.ts';
import { writeTargetFile } from '../../server/data/store/samples/targetFile.ts';
import { TargetStore } from '../../server/data/store/samples/targetStore.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const DAY_SECONDS = 86_400;
const LIMIT_MB = 400;

/** `mainUrl` is the built main.js. Needs /proc. */
export async function memoryBench(mainUrl: URL): Promise<BenchRow> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tsdbscope-bench-'));
  try {
    const nowMs = Date.now();
    await fillDay(dataDir, nowMs);
    // A target that refuses every scrape keeps the recording side at work.
    const args = [fileURLToPath(mainUrl), 'http://127.0.0.1:9', '--listen', '127.0.0.1:0', '--data', dataDir];
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await listening(server.stdout);
      const megabytes = await readDebugBundle(url, nowMs, server.pid ?? 0);
      return {
        name:
          'resident memory of the server with 24 h of one target stored, at most while panels of 1 h and 24 h are read',
        measured: `${megabytes.toFixed(0)} MB`, bar: `< ${LIMIT_MB} MB`, pass: megabytes < LIMIT_MB,
      };
    } finally {
      const closed = once(server, 'close');
      server.kill('SIGTERM');
      await closed;
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The recording over and over, parsed once. */
async function fillDay(dataDir: string, nowMs: number): Promise<void> {
  const intake = new ScrapeIntake();
  const known = { kind: 'unknown', version: '', goVersion: '' } as const;
  const taken = readRecordingLines(recordings.load).filter(({ body }) => body !== undefined).map((line) => intake.take({
    startMs: 0, durationSeconds: (line.dur_ms ?? 0) / 1000, status: 200, body: Buffer.from(line.body ?? ''),
      contentType: line.ct ?? '', error: null, extras: {},
  }, known));
  const engine = await DuckEngine.open(join(dataDir, 'spill'));
  const folder = join(dataDir, 'samples', targetSlug('day'));
  const store = await TargetStore.open({
    engine, folder, target: 'day', partitionMs: 7_200_000, cutScrapes: 600, summaries: new Map(), now: () => 0,
    faults: new Faults(console.error),
  });
  for (let i = 0; i < DAY_SECONDS; i++) {
    const one = taken[i % taken.length];
    if (one) store.append({ ...one.scrape, startMs: nowMs - (DAY_SECONDS - i) * 1000 }, one.samples, {});
    if (i % 200 === 0) await store.maintain();
  }
  await store.maintain();
  await store.close();
  await engine.close();
  const { kind, version, goVersion } = taken[0]?.outcome ?? known;
  await writeTargetFile(
    folder,
    { id: randomUUID(), name: 'day', url: null, recording: false, kind, version, goVersion, facts: {}, labels: {} },
    { summaries: new Map(), openHeads: [] }
  );
}

/** The pipe stays open: a server that prints later must find its reader. */
function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /is at (http:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    stdout.on('end', () => { reject(new Error(`The server did not listen: ${text}`)); });
  });
}

async function readDebugBundle(url: string, nowMs: number, pid: number): Promise<number> {
  let most = 0;
  for (let round = 0; round < 5; round++) {
    for (const hours of [1, 24]) {
      for (const panel of ['gc-cpu', 'compaction', 'wal-replay', 'scrapes']) {
        const query = `start=${nowMs / 1000 - hours * 3600}&end=${nowMs / 1000}`;
        const answer = await fetch(`${url}/api/v1/targets/day/panels/${panel}?${query}`);
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${panel}: ${text.slice(0, 200)}`);
        most = Math.max(most, residentMegabytes(pid));
      }
    }
  }
  return most;
}

function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) throw new Error('This bench needs /proc.');
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? NaN) / 1000;
}
