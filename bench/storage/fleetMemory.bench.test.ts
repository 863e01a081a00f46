/**
 * Resident memory of 50 targets at 1 s over two hours of a faster clock, after `npm run build`: only when asked for,
 * `TSDBSCOPE_MEMORY_FLEET_HOURS=2 npx vitest run --project bench bench/storage/fleetMemory`. TSDBSCOPE_MEMORY_PACE
 * (default 2.4) is how many times as fast its clock runs: 50 minutes for two hours of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { freePort, startKept } from '../../server/program/integration/lab/childProcess.ts';
import { eventually } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { recordings } from '../../testdata/loadRecording.ts';
import { printRow } from '../benchRow.ts';
import { MALLOC } from './memoryDayBench.ts';

const HOURS = Number(process.env['TSDBSCOPE_MEMORY_FLEET_HOURS'] ?? 0);
const PACE = Number(process.env['TSDBSCOPE_MEMORY_PACE'] ?? 2.4);
const TARGETS = 50;
const SERIES = 385;
const LOOK_EVERY_MS = 10_000;
const BARS = { megabytes: 300, growth: 0.03 };
const MB = 1e6;

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const clock = pathToFileURL(join(import.meta.dirname, 'fastClock.mjs')).href;

it.skipIf(HOURS === 0)('memory of 50 targets does not grow in the second hour', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-memory-'));
  const exporters = spawn(
    process.execPath, [join(import.meta.dirname, '..', 'server', 'exporters.mjs'), recordings.load, String(SERIES)],
    { stdio: ['pipe', 'pipe', 'inherit'] }
  );
  const [line] = await once(exporters.stdout, 'data') as [Buffer];
  const port = await freePort();
  const config = join(folder, 'config.yml');
  const targets = Array.from(
    { length: TARGETS }, (_, i) => `  - {name: 't${i}', url: 'http://127.0.0.1:${line.toString().trim()}/t/${i}'}\n`
  );
  writeFileSync(config, `scrape_interval: 1s\ntargets:\n${targets.join('')}`);
  const scope = await startKept([
    process.execPath, '--max-semi-space-size=2', main, '--config', config, '--data', join(folder, 'data'),
    '--listen', `127.0.0.1:${port}`,
  ], {
    logFile: join(folder, 'log'), cwd: folder, env: {
      ...MALLOC, NODE_OPTIONS: `--import ${clock}`, TSDBSCOPE_CLOCK_PACE: String(PACE),
      TSDBSCOPE_CLOCK_START_MS: String(Date.now()),
    },
  });
  const ask = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  try {
    await eventually('it listens', 30_000, () => ask('/healthz').catch(() => ''), (text) => text !== '');
    const startMs = performance.now();
    const readings: { hours: number; megabytes: number }[] = [];
    for (;;) {
      await sleep(LOOK_EVERY_MS);
      const hours = PACE * (performance.now() - startMs) / 3.6e6;
      if (hours > HOURS) break;
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${scope.pid}/status`, 'utf8'))?.[1];
      readings.push({ hours, megabytes: Number(kilobytes) * 1024 / MB });
      console.log(`${hours.toFixed(2)} h ${readings.at(-1)?.megabytes.toFixed(0) ?? ''} MB`);
    }
    const skipped = Number(/^tsdbscope_scrapes_skipped_total (\d+)$/m.exec(await ask('/metrics'))?.[1]);
    // Of the last fifth of each hour.
    const endOf = (hour: number): number => {
      const last = readings.filter(({ hours }) => hours > hour - 0.2 && hours <= hour);
      return last.reduce((sum, { megabytes }) => sum + megabytes, 0) / last.length;
    };
    const most = Math.max(...readings.map(({ megabytes }) => megabytes));
    const growth = endOf(HOURS) / endOf(1) - 1;
    const what = `${TARGETS} targets at 1 s, ${HOURS} h at ${PACE} times the pace, `
      + `${(100 * skipped / (HOURS * 3600 * TARGETS)).toFixed(0)} % of the scrapes skipped`;
    const rows = [
      {
        name: `most resident memory, ${what}`, bar: `<= ${BARS.megabytes} MB`, pass: most <= BARS.megabytes,
        measured: `${most.toFixed(0)} MB`,
      },
      {
        name: `end of the last hour against the end of the first, ${what}`, bar: `<= ${100 * BARS.growth} %`,
        pass: growth <= BARS.growth, measured: `${(100 * growth).toFixed(1)} %`,
      },
    ];
    rows.forEach(printRow);
    expect(rows.filter(({ pass }) => !pass)).toEqual([]);
  } finally {
    await scope.kill();
    exporters.stdin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}, Math.max(60_000, HOURS * 3_600_000));
