/**
 * Resident memory of the part that records, over hours at an accelerated pace: the whole program on a clock that runs
 * several times as fast, with five targets of one real Prometheus at 1 s of that clock, and a reader that opens every
 * panel each ten minutes of it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort, startKept } from '../../server/program/integration/lab/childProcess.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { eventually } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import type { BenchRow } from '../benchRow.ts';

const PACE = Number(process.env['TSDBSCOPE_MEMORY_PACE'] ?? 8);
/** Those of the installed command's first line. */
export const MALLOC = {
  MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072',
  DUCKDB_JE_MALLOC_CONF: 'narenas:1,tcache:false',
};
const TARGETS = 5;
const MAX_MB = 220;
const READ_EVERY_SECONDS = 600;
const LOOK_EVERY_MS = 5000;
const PANELS = ['gc-cpu', 'compaction', 'memory', 'scrapes', 'wal-replay'];
const MB = 1e6;

interface Reading { hours: number; megabytes: number }

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Least squares, with the standard error of the slope; hourly means, since the readings of an hour hang together. */
function slopeOf(readings: readonly Reading[]): { slope: number; error: number } {
  const whole = new Set(readings.map((one) => Math.floor(one.hours)));
  const hours = [...whole].map((hour) => readings.filter((one) => Math.floor(one.hours) === hour)).map((of) => ({
    x: of.reduce((sum, one) => sum + one.hours, 0) / of.length,
    y: of.reduce((sum, one) => sum + one.megabytes, 0) / of.length,
  }));
  const n = hours.length;
  const meanX = hours.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = hours.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = hours.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = hours.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = hours.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) };
}

/** `mainUrl` is the built main.js, started as `npm start` does. `onReading` receives each. */
export async function memoryDayBench(
  mainUrl: URL, hours: number, onReading: (reading: Reading) => void
): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-memory-'));
  const prometheus = await startPrometheus({ targets: 2, seriesPerTarget: 500, maxSeconds: hours * 3600 / PACE + 120 });
  const port = await freePort();
  const config = join(folder, 'config.yml');
  const names = Array.from({ length: TARGETS }, (_, i) => `t${i}`);
  writeFileSync(config, `scrape_interval: 1s\ntargets:\n${
    names.map((name) => `  - {name: ${name}, url: '${prometheus.url}'}\n`).join('')}`);
  const clock = pathToFileURL(join(import.meta.dirname, 'fastClock.mjs')).href;
  const scope = await startKept([
    process.execPath, '--max-semi-space-size=2', fileURLToPath(mainUrl), '--config', config,
    '--data', join(folder, 'data'), '--listen', `127.0.0.1:${port}`,
  ], {
    logFile: join(folder, 'log'), cwd: folder, env: {
      ...MALLOC, NODE_OPTIONS: `--import ${clock}`, TSDBSCOPE_CLOCK_PACE: String(PACE),
      TSDBSCOPE_CLOCK_START_MS: String(Date.now()),
    },
  });
  try {
    const ask = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await eventually('it listens', 30_000, () => ask('/healthz').catch(() => ''), (text) => text !== '');
    const startMs = performance.now();
    const readings: Reading[] = [];
    let readAt = 0;
    for (;;) {
      await wait(LOOK_EVERY_MS);
      const seconds = PACE * (performance.now() - startMs) / 1000;
      if (seconds > 3600 * hours) break;
      const bytes = Number(/^process_resident_memory_bytes (\S+)$/m.exec(await ask('/metrics'))?.[1]);
      const reading = { hours: seconds / 3600, megabytes: bytes / MB };
      readings.push(reading);
      onReading(reading);
      if (seconds < readAt) continue;
      readAt = seconds + READ_EVERY_SECONDS;
      for (const panel of PANELS) await ask(`/api/v1/targets/${names[0] ?? ''}/panels/${panel}`);
    }
    const settled = readings.filter((one) => one.hours >= 1);
    const { slope, error } = slopeOf(settled);
    const most = Math.max(...settled.map(({ megabytes }) => megabytes));
    const low = slope - 1.96 * error;
    const high = slope + 1.96 * error;
    const of = `five targets at 1 s, ${hours} h at ${PACE} times the pace, after the first hour`;
    return [
      {
        name: `slope of resident memory, ${of}`, bar: '95 % interval holds 0', pass: low <= 0 && high >= 0,
        measured: `${slope.toFixed(2)} MB/h (${low.toFixed(2)} to ${high.toFixed(2)})`,
      },
      {
        name: `most resident memory, ${of}`, bar: `<= ${MAX_MB} MB`, pass: most <= MAX_MB,
        measured: `${most.toFixed(0)} MB`,
      },
    ];
  } finally {
    await scope.kill();
    await prometheus.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
