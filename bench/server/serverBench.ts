/** The whole program as it runs: CPU of recording one target at 1 s, and the time of a second start. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';

const SETTLE_MS = 15_000;
const MEASURE_MS = 60_000;
/** Clock ticks a second of /proc/PID/stat, the same on every Linux. */
const TICKS = 100;

/** CPU seconds of a process so far, user and system. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** Serves the recording's answers one after the other, gzipped as Prometheus does; records them for a minute. */
export async function recordingCpu(): Promise<BenchRow> {
  const bodies = readRecordingLines(recordings.load)
    .flatMap(({ body }) => (body === undefined ? [] : [gzipSync(body)]));
  let next = 0;
  const target = createServer((req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(200).end('Prometheus Server is Ready.\n');
      return;
    }
    res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Content-Encoding': 'gzip' });
    res.end(bodies[next++ % bodies.length]);
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { dataDir, remove } = newDataDir();
  const scope = await startTsdbscope([`http://127.0.0.1:${(target.address() as AddressInfo).port}`], dataDir);
  try {
    await pause(SETTLE_MS);
    const before = cpuSecondsOf(scope.pid);
    const scrapesBefore = next;
    await pause(MEASURE_MS);
    const share = (cpuSecondsOf(scope.pid) - before) / (MEASURE_MS / 1000);
    return {
      name: 'CPU of the whole program while it records one target at 1 s',
      measured: `${(share * 100).toFixed(2)} % of a core (${next - scrapesBefore} scrapes)`, bar: '< 3 %',
      pass: share < 0.03,
    };
  } finally {
    await scope.stop();
    target.closeAllConnections();
    target.close();
    remove();
  }
}

/**
 * `npm start` when nothing changed, until the address is printed; beside it Node itself starting, as a measure of the
 * machine.
 */
export async function secondStart(root: string): Promise<BenchRow> {
  const { dataDir, remove } = newDataDir();
  const start = async (): Promise<number> => {
    const begin = performance.now();
    const child = spawn(
      process.execPath, ['scripts/start.mjs', '--demo', '--listen', '127.0.0.1:0', '--data', dataDir],
      { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }
    );
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    const tookMs = performance.now() - begin;
    if (!first.toString().includes('tsdbscope is at')) throw new Error(`it did not start: ${first.toString()}`);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    return tookMs;
  };
  const node = (): number => {
    const begin = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - begin;
  };
  await start();
  const startsMs: number[] = [];
  for (let i = 0; i < 5; i++) startsMs.push(await start());
  const startMs = medianOf(startsMs);
  const nodeMs = medianOf(Array.from({ length: 5 }, node));
  remove();
  return {
    name: 'second start until it listens',
    measured: `${(startMs / 1000).toFixed(2)} s (${(startMs / nodeMs).toFixed(1)} x an empty Node)`,
    bar: '< 3 s', pass: startMs < 3000,
  };
}
