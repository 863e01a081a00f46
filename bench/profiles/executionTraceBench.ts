/**
 * An execution trace of 20 MB: how long its upload and its page take, and how much memory. The trace is made by a Go
 * program (busyload.go) that passes messages, serves HTTP and allocates as fast as it can, so nearly all bytes are
 * events: about 4 million of them. Needs Go; skipped where there is none.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TraceView } from '../../core/contract/contract.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { hasGo } from './goProgram.ts';
import { startProfileServer } from './profileServer.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TRACE_BYTES = 20_000_000;
const READ_BAR_SECONDS = 2;
const MEMORY_BAR_MB = 300;

const run = promisify(execFile);

/** `mainUrl` is the built main.js. */
export async function executionTraceBench(mainUrl: URL): Promise<BenchRow[]> {
  if (!await hasGo()) {
    return [{
      name: 'execution trace of 20 MB', measured: 'go is not installed, so there is no trace to read',
      bar: `<= ${READ_BAR_SECONDS} s: skipped`, pass: true,
    }];
  }
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-bench-'));
  try {
    return await readRows(mainUrl, await recordTrace(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recordTrace(folder: string): Promise<Uint8Array> {
  const program = join(folder, 'busyload');
  const source = fileURLToPath(new URL('../../testdata/traces/programs/busyload.go', import.meta.url));
  await run('go', ['build', '-o', program, source]);
  const file = join(folder, 'busy.trace');
  await run(program, [file, String(TRACE_BYTES)]);
  return readFileSync(file);
}

async function readRows(mainUrl: URL, bytes: Uint8Array): Promise<BenchRow[]> {
  const server = await startProfileServer(mainUrl);
  try {
    const idleMegabytes = server.peakMegabytes();
    const uploads: number[] = [];
    const reads: number[] = [];
    let events = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now();
      const id = await server.upload(bytes);
      const storedMs = performance.now();
      const view = await server.get<TraceView>(`/profiles/${id}/execution-trace`);
      reads.push((performance.now() - storedMs) / 1000);
      uploads.push((storedMs - startedMs) / 1000);
      if (view.cutOff !== null) throw new Error(view.cutOff);
      events = view.events;
      await server.remove(id);
    }
    const megabytes = server.peakMegabytes() - idleMegabytes;
    const [size, count] = [bytes.length, events].map((value) => (value / 1e6).toFixed(1));
    const what = `execution trace of ${size} MB, ${count} million events`;
    const spread = (seconds: number[]): string => `${medianOf(seconds).toFixed(2)} s `
      + `(${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}, median of ${seconds.length})`;
    return [
      {
        name: `${what}: from the question for its page to the answer`,
        measured: `${spread(reads)}, upload before it ${spread(uploads)}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
        bar: `<= ${READ_BAR_SECONDS} s`, pass: medianOf(reads) <= READ_BAR_SECONDS,
      },
      {
        name: `${what}: highest resident memory of the server, above that before`,
        measured: `${megabytes.toFixed(0)} MB above ${idleMegabytes.toFixed(0)} MB`,
        bar: `<= ${MEMORY_BAR_MB} MB`, pass: megabytes <= MEMORY_BAR_MB,
      },
    ];
  } finally {
    await server.close();
  }
}
