/**
 * GC by continuous profiles (E1, 10 s in 60 s) against the GC trace of the same Prometheus, in `WINDOWS` (11) windows
 * of `WINDOW_SECONDS` (300), GOGC 15. The trace counts the time in which GC workers were runnable. On a busy machine
 * part of that time is spent waiting for a core, so it is an upper bound of their CPU. The lower bound is that time
 * multiplied by the share of it in which the threads of the process ran during the cycles, from
 * /proc/PID/task/TID/schedstat (Linux only). Takes an hour of little CPU; build the program first.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CpuBySubsystem, GcCpuPanel } from '../../core/contract/contract.ts';
import { processStartMs } from '../../server/program/integration/lab/kernelCpu.ts';
import { startPrometheus } from '../../server/program/integration/lab/prometheusLab.ts';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { medianOf, printRow, type BenchRow } from '../benchRow.ts';

const WINDOWS = Number(process.env['WINDOWS'] ?? 11);
const WINDOW_SECONDS = Number(process.env['WINDOW_SECONDS'] ?? 300);
const WARM_UP_SECONDS = 120;
const SAMPLED_MS = 100;
const MIN_SHARE = 0.9;

interface Cycle { startMs: number; endMs: number; cpuSeconds: number }
interface Reading { timeMs: number; ranNanos: number; waitedNanos: number }
interface Band { low: number; high: number }

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

/** `gc 7 @3.1s 1%: 0.1+15+0.005 ms clock, 0.2+1.2/3.4/21+0.01 ms cpu, ...`: start, phases, and their CPU. */
function cyclesOf(log: string, startMs: number): Cycle[] {
  return [...log.matchAll(/^gc \d+ @([\d.]+)s \d+%: (\S+) ms clock, (\S+) ms cpu/gm)].map(([, at, clock, cpu]) => {
    const sum = (text = ''): number => text.split(/[+/]/).reduce((all, each) => all + Number(each), 0);
    const beginMs = startMs + 1000 * Number(at);
    return { startMs: beginMs, endMs: beginMs + sum(clock), cpuSeconds: sum(cpu) / 1000 };
  });
}

/** Sums over all threads of a process. */
function readThreads(pid: number): Reading {
  const sum = { timeMs: Date.now(), ranNanos: 0, waitedNanos: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const file = `/proc/${pid}/task/${thread}/schedstat`;
      const [ran = 0, waited = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
      sum.ranNanos += ran;
      sum.waitedNanos += waited;
    } catch (error) {
      // The thread ended after the list was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'ESRCH')
        throw error;
    }
  }
  return sum;
}

/** Share of the runnable time of the threads during these cycles in which they ran, 0 to 1. */
function ranShare(cycles: readonly Cycle[], readings: readonly Reading[]): number {
  let [ran, waited] = [0, 0];
  for (const { startMs, endMs } of cycles) {
    const before = readings.findLast(({ timeMs }) => timeMs <= startMs);
    const after = readings.find(({ timeMs }) => timeMs >= endMs);
    if (before === undefined || after === undefined) continue;
    ran += after.ranNanos - before.ranNanos;
    waited += after.waitedNanos - before.waitedNanos;
  }
  return ran / (ran + waited);
}

it('GC by the profiles agrees with the trace', async () => {
  const { dataDir, remove } = newDataDir();
  const seconds = WARM_UP_SECONDS + WINDOWS * WINDOW_SECONDS;
  const lab = await startPrometheus({
    targets: 3, seriesPerTarget: 4000, churnSeconds: 60, maxSeconds: seconds + 300,
    env: { GODEBUG: 'gctrace=1', GOGC: '15' },
  });
  const file = join(dataDir, 'bench.yml');
  writeFileSync(file, `profiling: {cpu: {every: 60s, seconds: 10}}\ntargets: [{url: '${lab.url}', name: prom}]\n`);
  const scope = await startTsdbscope(['--config', file], dataDir);
  const readings: Reading[] = [];
  const timer = setInterval(() => { readings.push(readThreads(lab.pid)); }, SAMPLED_MS);
  try {
    await wait(1000 * WARM_UP_SECONDS);
    const [agreeing, inTrace, sampled]: [boolean[], boolean[], number[]] = [[], [], []];
    for (let i = 0; i < WINDOWS; i++) {
      const fromMs = Date.now();
      await wait(1000 * WINDOW_SECONDS);
      const window = `start=${fromMs / 1000}&end=${Date.now() / 1000}`;
      const cycles = cyclesOf(lab.log(), processStartMs(lab.pid)).filter(({ startMs }) => startMs >= fromMs);
      const trace = cycles.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / WINDOW_SECONDS;
      const band: Band = { low: trace * ranShare(cycles, readings), high: trace };
      const { estimates } = await scope.get<GcCpuPanel>(`/targets/prom/panels/gc-cpu?${window}`);
      const { sampledRatio } = await scope.get<CpuBySubsystem>(`/targets/prom/cpu-by-subsystem?${window}`);
      const [e1] = estimates;
      const { cores, lowCores, highCores, note } = e1 ?? { cores: null, lowCores: null, highCores: null, note: '' };
      const is = cores !== null && lowCores !== null && highCores !== null;
      agreeing.push(is && lowCores <= band.high && highCores >= band.low);
      inTrace.push(is && cores >= band.low && cores <= band.high);
      sampled.push(sampledRatio ?? NaN);
      console.log(`${i + 1}: ${cycles.length} cycles, trace ${band.low.toFixed(4)} to ${band.high.toFixed(4)} cores, `
        + `E1 ${cores?.toFixed(4)} (${lowCores?.toFixed(4)} to ${highCores?.toFixed(4)}), sampled `
        + `${sampledRatio?.toFixed(2)}; ${note}`);
    }
    const agree = agreeing.filter((one) => one).length;
    const row: BenchRow = {
      name: 'windows in which E1 from continuous profiles and the GC trace agree within both bands',
      measured: `${agree} of ${WINDOWS}; E1 itself in the band of the trace in ${inTrace.filter((one) => one).length}; `
        + `sampled CPU over the counter ${medianOf(sampled).toFixed(2)}`,
      bar: `${100 * MIN_SHARE} %`, pass: agree >= MIN_SHARE * WINDOWS,
    };
    printRow(row);
    expect(row.pass).toBe(true);
  } finally {
    clearInterval(timer);
    await scope.stop();
    await lab.stop();
    remove();
  }
}, 1000 * (600 + WARM_UP_SECONDS + WINDOWS * (WINDOW_SECONDS + 30)));
