/**
 * How fast a backlog reaches an engine: of tsdbscope, and of a Prometheus 2.42 that scraped the same targets meanwhile.
 * Both find their engine, a VictoriaMetrics each, again after an outage of OUTAGE_SECONDS (default 45).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept } from '../../server/program/integration/lab/childProcess.ts';
import { startEngine, type Engine } from '../../server/program/integration/lab/engineLab.ts';
import { eventually, newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import type { BenchRow } from '../benchRow.ts';

const TARGETS = 10;
const SERIES = 500;
const OUTAGE_SECONDS = Number(process.env['OUTAGE_SECONDS'] ?? 45);
const PATIENCE_MS = 180_000;

export async function remoteWriteBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-backlog-'));
  const { dataDir, remove } = newDataDir();
  const made = await madeTargets();
  const engines = [await startEngine('victoria'), await startEngine('victoria')] as [Engine, Engine];
  const port = await freePort();
  const paths = Array.from({ length: TARGETS }, (_, i) => `/t/${i}`);
  writeFileSync(join(folder, 'prometheus.yml'), `
global: {scrape_interval: 1s, scrape_timeout: 1s}
remote_write: [{url: '${engines[0].writeUrl}'}]
scrape_configs:
  - job_name: made
    static_configs:
${paths.map((path) => (
    `      - {targets: ['${made.host}'], labels: {__metrics_path__: ${path}/metrics, path: '${path}'}}`
  )).join('\n')}
`);
  writeFileSync(join(folder, 'tsdbscope.yml'), `
storage: {remote_write: [{name: engine, url: '${engines[1].writeUrl}'}]}
targets:
${paths.map((path) => `  - {name: 'made${path}', url: 'http://${made.host}${path}'}`).join('\n')}
`);
  const prometheus = await startKept([
    'prometheus', `--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ], { cwd: folder, logFile: join(folder, 'prometheus.log') });
  const scope = await startTsdbscope(['--config', join(folder, 'tsdbscope.yml')], dataDir);
  try {
    for (const engine of engines)
      await eventually('it gets samples', PATIENCE_MS, () => rowsIn(engine), (rows) => rows > 0);
    for (const engine of engines) await engine.kill9();
    await new Promise((done) => setTimeout(done, OUTAGE_SECONDS * 1000));
    const rows: BenchRow[] = [];
    const rates: number[] = [];
    for (const [i, name] of ['Prometheus', 'tsdbscope'].entries()) {
      const engine = engines[i];
      if (engine === undefined) break;
      await engine.start();
      const rate = await drained(engine);
      rates.push(rate);
      rows.push({
        name: `${name}: a backlog of ${OUTAGE_SECONDS} s`, measured: `${Math.round(rate / 1000)}k samples/s`,
        bar: 'reported', pass: true,
      });
    }
    const [theirs = NaN, ours = NaN] = rates;
    rows.push({
      name: 'tsdbscope against Prometheus', measured: (ours / theirs).toFixed(2), bar: '>= 0.5',
      pass: ours >= theirs / 2,
    });
    return rows;
  } finally {
    await scope.stop();
    await prometheus.kill();
    for (const engine of engines) await engine.stop();
    made.close();
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Samples that the engine took since it started. */
async function rowsIn({ url }: Engine): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^vm_rows_inserted_total\{type="promremotewrite"\} (\S+)$/m.exec(text)?.[1] ?? 0);
}

/** Samples per second from the first that arrives to the last of the backlog. */
async function drained(engine: Engine): Promise<number> {
  const backlog = TARGETS * SERIES * OUTAGE_SECONDS * 0.9;
  const look = (): Promise<number> => rowsIn(engine);
  await eventually('it gets samples again', PATIENCE_MS, look, (rows) => rows > 0, 10);
  const startMs = performance.now();
  const rows = await eventually('it has the backlog', PATIENCE_MS, look, (now) => now > backlog, 10);
  return rows / ((performance.now() - startMs) / 1000);
}

async function madeTargets(): Promise<{ host: string; close: () => void }> {
  let served = 0;
  const server = createServer((_, response) => {
    served++;
    response.end(Array.from(
      { length: SERIES }, (_unused, i) => `made_total{handler="/api/v1/handler/${i}",code="200"} ${served * (i % 7)}`
    ).join('\n') + '\n');
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
