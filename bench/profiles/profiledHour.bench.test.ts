/**
 * An hour (`MINUTES`, 60) of a real Prometheus under an even load that nobody touches, with profiling and its rules as
 * they are by default: captures that a rule took (there was no spike), and bytes stored, a day's worth of it before and
 * after roll-up. Load: 6000 samples per second and a range query every two seconds. Build the program first.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Capture, Profiling } from '../../core/contract/contract.ts';
import { cpuSecondsOf } from '../../server/program/integration/lab/kernelCpu.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { RollUps } from '../../server/features/targets/profiling/rollUps.ts';
import { unwrap } from '../../testdata/profiles/oracles.ts';
import { buildProfileWorker } from '../../testdata/built/builtProfileWorker.ts';
import { openProfileClient } from '../../server/program/worker/profile/profileClient.ts';
import { printRow, type BenchRow } from '../benchRow.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 60);
const QUERY_EVERY_MS = 2000;
const DAY_MINUTES = 1440;
const MB = 1e6;
const BARS = { whole: 60, rolledUp: 15 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Profiles and their descriptions. */
function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function rangeQuery(url: string): Promise<void> {
  const now = Date.now() / 1000;
  const query = new URLSearchParams({
    query: 'sum by (path) (rate({__name__=~"load.+"}[1m]))', start: String(now - 600), end: String(now), step: '15',
  });
  await (await fetch(`${url}/api/v1/query_range?${query}`)).arrayBuffer();
}

it('an hour without a spike: no capture by a rule, and few bytes', async () => {
  const { dataDir, remove } = newDataDir();
  const lab = await startPrometheus({ targets: 4, seriesPerTarget: 1500, maxSeconds: 60 * MINUTES + 900 });
  const file = join(dataDir, 'bench.yml');
  const data = join(dataDir, 'data');
  writeFileSync(file, `profiling: true\ntargets: [{url: '${lab.url}', name: prom}]\n`);
  const scope = await startTsdbscope(['--config', file], data);
  const workerFolder = mkdtempSync(join(tmpdir(), 'hour-bench-worker-'));
  try {
    const [beginMs, beginCpu] = [performance.now(), cpuSecondsOf(lab.pid)];
    const endMs = beginMs + 60_000 * MINUTES;
    let highest = 0;
    while (performance.now() < endMs) {
      await Promise.all([rangeQuery(lab.url), wait(QUERY_EVERY_MS)]);
      highest = Math.max(highest, loadavg()[0] ?? 0);
    }
    const minutes = (performance.now() - beginMs) / 60_000;
    const cores = (cpuSecondsOf(lab.pid) - beginCpu) / (60 * minutes);
    const listed = await eventually(
      'no capture runs', 60_000, () => scope.get<Capture[]>('/targets/prom/captures'),
      (all) => all.every(({ state }) => state !== 'running')
    );
    const { triggers } = await scope.get<Profiling>('/targets/prom/profiling');
    const fired = listed.filter(({ reason }) => reason.how === 'triggered');
    for (const { startTime, reason } of fired)
      console.log(`${new Date(1000 * (startTime ?? NaN)).toISOString()} ${reason.rule}: ${reason.sentence}`);
    await scope.stop();
    const folder = join(data, 'profiles');
    const before = bytesIn(folder);
    const profiles = unwrap(await openProfileClient({
      dataDir: data, workerUrl: await buildProfileWorker(workerFolder),
    }));
    const taken = await profiles.list();
    const ofKind = (kind: string): string => {
      const own = taken.filter((one) => one.kind === kind);
      return `${own.length} ${kind}, ${(own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / MB).toFixed(2)} MB`;
    };
    const rollUps = new RollUps({ profiles, texts: () => [], now: () => Date.now() + 3 * 86_400_000 });
    await rollUps.onScrape({ config: { name: 'prom', url: lab.url } as Parameters<RollUps['onScrape']>[0]['config'] });
    const left = (await profiles.list()).length;
    await profiles.close();
    const after = bytesIn(folder);
    const aDay = (bytes: number): number => bytes / MB * DAY_MINUTES / minutes;
    const where = `Prometheus of ${cores.toFixed(3)} cores, ${minutes.toFixed(1)} min, `
      + `load up to ${highest.toFixed(1)}`;
    const rows: BenchRow[] = [{
      name: `captures by ${triggers.length} rules without a spike (${where})`, measured: String(fired.length), bar: '0',
      pass: fired.length === 0,
    }, {
      name: `stored in a day, by ${ofKind('cpu')} and ${ofKind('heap')}`,
      measured: `${aDay(before).toFixed(1)} MB`, bar: `${BARS.whole} MB`, pass: aDay(before) <= BARS.whole,
    }, {
      name: `the same rolled up, by ${taken.length} profiles as ${left}`,
      measured: `${aDay(after).toFixed(1)} MB`, bar: `${BARS.rolledUp} MB`, pass: aDay(after) <= BARS.rolledUp,
    }];
    for (const row of rows) printRow(row);
    expect(rows.filter(({ pass }) => !pass)).toEqual([]);
  } finally {
    await scope.stop();
    await lab.stop();
    rmSync(workerFolder, { recursive: true, force: true });
    remove();
  }
}, 60_000 * MINUTES + 600_000);
