/**
 * What continuous profiling (CPU for 10 s in every 60 s) costs a real Prometheus under load: its CPU by the kernel, in
 * blocks of `BLOCK_SECONDS` (300) with and without. `PAIRS` (12) of them, in alternating order, so that a
 * drift of the load cancels out. Takes two hours of little CPU; build the program first.
 */
import { loadavg } from 'node:os';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Capture } from '../../core/contract/contract.ts';
import { cpuSecondsOf } from '../../server/program/integration/lab/kernelCpu.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { studentPValue } from '../../core/statistics/moderatedT.ts';
import { medianOf, printRow, type BenchRow } from '../benchRow.ts';

const PAIRS = Number(process.env['PAIRS'] ?? 12);
const BLOCK_SECONDS = Number(process.env['BLOCK_SECONDS'] ?? 300);
/** A server does extra work in its first minutes. */
const WARM_UP_SECONDS = 120;
const MAX_CORES = 0.01;

const wait = (seconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

/** The mean with its 95 % confidence interval, by Student's t. */
function meanInterval(values: readonly number[]): { mean: number; low: number; high: number } {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
  let [low, high] = [0, 1000];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentPValue(middle, n - 1) > 0.05) low = middle;
    else high = middle;
  }
  return { mean, low: mean - low * error, high: mean + low * error };
}

it('continuous profiling costs the target less than 1 % of a core', async () => {
  const { dataDir, remove } = newDataDir();
  const maxSeconds = 600 + 2 * PAIRS * (BLOCK_SECONDS + 30);
  const lab = await startPrometheus({ targets: 4, seriesPerTarget: 1500, maxSeconds });
  const file = join(dataDir, 'bench.yml');
  writeFileSync(file, `profiling: {cpu: {every: 60s, seconds: 10}}\ntargets: [{url: '${lab.url}', name: prom}]\n`);
  const scope = await startTsdbscope(['--config', file], dataDir);
  const coresOf = async (on: boolean): Promise<number> => {
    const answer = await scope.fetch('/api/v1/targets/prom/profiling', {
      method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ on }),
    });
    expect(answer.status).toBe(200);
    await eventually(
      'no profile of the block before runs', 60_000, () => scope.get<Capture[]>('/targets/prom/captures'),
      (captures) => captures.every(({ state }) => on || state !== 'running'), 1000
    );
    const [fromMs, from] = [performance.now(), cpuSecondsOf(lab.pid)];
    await wait(BLOCK_SECONDS);
    return (cpuSecondsOf(lab.pid) - from) / ((performance.now() - fromMs) / 1000);
  };
  try {
    await wait(WARM_UP_SECONDS);
    const without: number[] = [];
    const more: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const isOnFirst = pair % 2 === 1;
      const first = await coresOf(isOnFirst);
      const second = await coresOf(!isOnFirst);
      const [on, off] = isOnFirst ? [first, second] : [second, first];
      without.push(off);
      more.push(on - off);
      const { mean, low, high } = meanInterval(more);
      console.log(`${pair + 1}: ${on.toFixed(4)} with, ${off.toFixed(4)} without; so far ${mean.toFixed(4)} cores more `
        + `(${low.toFixed(4)} to ${high.toFixed(4)}); load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`);
    }
    const captures = await scope.get<Capture[]>('/targets/prom/captures');
    const taken = captures.filter(({ kind, state }) => kind === 'cpu' && state === 'done').length;
    const { mean, low, high } = meanInterval(more);
    const row: BenchRow = {
      name: `CPU of a Prometheus of ${medianOf(without).toFixed(3)} cores, with 10 s in 60 s profiled against without`,
      measured: `${mean.toFixed(4)} cores more (95 %: ${low.toFixed(4)} to ${high.toFixed(4)}), ${PAIRS} pairs of `
        + `${BLOCK_SECONDS} s, ${taken} profiles`,
      bar: `upper end below ${MAX_CORES}`, pass: high < MAX_CORES,
    };
    printRow(row);
    expect(row.pass).toBe(true);
  } finally {
    await scope.stop();
    await lab.stop();
    remove();
  }
}, 1000 * (900 + 2 * PAIRS * (BLOCK_SECONDS + 90)));
