/**
 * One process with many targets, beside a Prometheus 2.42 that scrapes the same exporters at the same time: CPU,
 * memory, and how late scrapes begin. SETTLE_SECONDS and MEASURE_SECONDS (default 60 each) set how long.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, startKept } from '../../server/program/integration/lab/childProcess.ts';
import { cpuSecondsOf } from '../../server/program/integration/lab/kernelCpu.ts';
import { newDataDir, startCommand } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const SAMPLES = 385;
const SETTLE_SECONDS = Number(process.env['SETTLE_SECONDS'] ?? 60);
const MEASURE_SECONDS = Number(process.env['MEASURE_SECONDS'] ?? 60);
/** As it is installed, by its first line. */
const COMMAND = [join(import.meta.dirname, '../../scripts/tsdbscope.mjs')];
const MAX_RATIO = 1.5;
const MAX_MB = 300;
const MAX_LATE_SECONDS = 0.5;

export interface Load { targets: number; intervalSeconds: number; slowTargets: number }

const pause = (seconds: number): Promise<void> => new Promise((resume) => { setTimeout(resume, seconds * 1000); });

export async function manyTargetsBench({ targets, intervalSeconds, slowTargets }: Load): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-many-'));
  const { dataDir, remove } = newDataDir();
  const exporters = spawn(
    process.execPath, [join(import.meta.dirname, 'exporters.mjs'), recordings.load, String(SAMPLES)],
    { stdio: ['pipe', 'pipe', 'inherit'] }
  );
  const [line] = await once(exporters.stdout, 'data') as [Buffer];
  const host = `127.0.0.1:${line.toString().trim()}`;
  const paths = [
    ...Array.from({ length: targets }, (_, i) => `/t/${i}`), ...Array.from({ length: slowTargets }, () => '/slow'),
  ];
  const port = await freePort();
  writeFileSync(join(folder, 'prometheus.yml'), `
global: {scrape_interval: ${intervalSeconds}s, scrape_timeout: ${intervalSeconds}s}
scrape_configs:
  - job_name: made
    static_configs:
${paths.map((path, i) => (
    `      - {targets: ['${host}'], labels: {__metrics_path__: ${path}/metrics, name: 'made-${i}'}}`
  )).join('\n')}
`);
  writeFileSync(join(folder, 'tsdbscope.yml'), `
scrape_interval: ${intervalSeconds}s
targets:
${paths.map((path, i) => `  - {name: 'made-${i}', url: 'http://${host}${path}'}`).join('\n')}
`);
  const prometheus = await startKept([
    'prometheus', `--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ], { cwd: folder, logFile: join(folder, 'prometheus.log') });
  const scope = await startCommand(
    COMMAND, ['--config', join(folder, 'tsdbscope.yml'), '--listen', '127.0.0.1:0', '--data', dataDir]
  );
  try {
    await pause(SETTLE_SECONDS);
    const before = { ours: cpuOfTree(scope.pid), theirs: cpuSecondsOf(prometheus.pid) };
    const beginMs = performance.now();
    await pause(MEASURE_SECONDS);
    const seconds = (performance.now() - beginMs) / 1000;
    const ours = (cpuOfTree(scope.pid) - before.ours) / seconds;
    const theirs = (cpuSecondsOf(prometheus.pid) - before.theirs) / seconds;
    // Only now: who reads its metrics has it compute the findings of every target.
    const late = await lateness(scope);
    const scrapes = late.at(-1)?.count ?? 0;
    const p99 = late.find(({ count }) => count >= 0.99 * scrapes)?.le ?? Infinity;
    const [mainMb, allMb, theirMb] = [megabytesOf(scope.pid), treeOf(scope.pid).map(megabytesOf)
      .reduce((sum, one) => sum + one, 0), megabytesOf(prometheus.pid)];
    const of = `${targets} targets${slowTargets === 0 ? '' : ` and ${slowTargets} that hang`} at ${intervalSeconds} s`;
    return [
      {
        name: `${of}: CPU against Prometheus`,
        measured: `${ours.toFixed(3)} / ${theirs.toFixed(3)} cores = ${(ours / theirs).toFixed(2)}`,
        bar: `<= ${MAX_RATIO}`, pass: ours <= MAX_RATIO * theirs,
      },
      {
        name: `${of}: resident memory`,
        measured: `${mainMb.toFixed(0)} MB, with readers ${allMb.toFixed(0)} MB; Prometheus ${theirMb.toFixed(0)} MB`,
        bar: `<= ${MAX_MB} MB`, pass: mainMb <= MAX_MB,
      },
      {
        name: `${of}: lateness of a scrape, p99 of ${scrapes}`, measured: `<= ${p99} s`,
        bar: `< ${MAX_LATE_SECONDS} s`, pass: p99 < MAX_LATE_SECONDS,
      },
    ];
  } finally {
    await scope.stop();
    await prometheus.kill();
    exporters.stdin.end();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of its own counters, cumulative, since its start. */
async function lateness(scope: { url: string }): Promise<{ le: number; count: number }[]> {
  const text = await (await fetch(`${scope.url}/metrics`)).text();
  return [...text.matchAll(/^tsdbscope_scrape_lateness_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
    .map(([, le, count]) => ({ le: le === '+Inf' ? Infinity : Number(le), count: Number(count) }));
}

/** The process and its children. */
function treeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(
    (task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter((one) => one !== '')
  );
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

function cpuOfTree(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + cpuSecondsOf(one), 0);
}

function megabytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? NaN) * 1024 / 1e6;
}
