/**
 * What reading the series of a Prometheus with a million of them costs it: how often it is asked while somebody looks
 * every 5 s, how long one answer takes and its CPU, and whether it is left alone while it is slow. Requests are counted
 * by the Prometheus itself.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { TargetCardinality } from '../../core/contract/contract.ts';
import { freePort, startKept, waitFor } from '../../server/program/integration/lab/childProcess.ts';
import { cpuSecondsOf } from '../../server/program/integration/lab/kernelCpu.ts';
import { newDataDir, startTsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';

const TARGETS = 20;
const SERIES = 1_000_000;
const LOOK_MS = 5000;
const ASKED_SECONDS = 200;
const SLOW_SECONDS = 75;
const REQUESTS = 'prometheus_http_requests_total';

const wait = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Each series has a label pair of its own: what a server counts are label pairs. */
function exporter(): Promise<{ port: number; close: () => void }> {
  const each = SERIES / TARGETS;
  // Made once: making the text of a million series each minute takes the time in which the server should scrape it.
  const bodies = Array.from({ length: TARGETS }, (_, target) => Buffer.from(
    Array.from({ length: each }, (__, i) => `bench_${i % 500}{target="${target}",own="${target}-${i}"} ${i}\n`).join('')
  ));
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
      .end(bodies[Number((request.url ?? '').slice(1))]);
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      done({
        port: (server.address() as AddressInfo).port,
        close: () => { server.close(); server.closeAllConnections(); },
      });
    });
  });
}

/** The value of the first line with this beginning. */
async function valueOf(url: string, beginning: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(text.split('\n').find((line) => line.startsWith(beginning))?.split(' ').at(-1) ?? NaN);
}

async function askedOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(REQUESTS) && line.includes('"/api/v1/status/tsdb"'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

export async function tsdbStatusBench(): Promise<BenchRow[]> {
  const { dataDir, remove } = newDataDir();
  const load = await exporter();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(dataDir, 'prometheus.yml'), 'global: {scrape_interval: 60s, scrape_timeout: 50s}\n'
    + `scrape_configs:\n${Array.from({ length: TARGETS }, (_, i) => (
      `  - {job_name: t${i}, metrics_path: /${i}, static_configs: [{targets: ['127.0.0.1:${load.port}']}]}\n`
    )).join('')}`);
  const server = await startKept([
    'prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=tsdb', `--web.listen-address=127.0.0.1:${port}`,
  ], { logFile: join(dataDir, 'prometheus.log'), cwd: dataDir });
  let scope: Awaited<ReturnType<typeof startTsdbscope>> | null = null;
  try {
    await waitFor('a million series', 900_000, async () => (
      await valueOf(url, 'prometheus_tsdb_head_series ').catch(() => 0) >= SERIES));
    const own = scope = await startTsdbscope([url], join(dataDir, 'data'));
    const path = `/targets/${encodeURIComponent(`127.0.0.1:${port}`)}/cardinality`;
    const look = async (seconds: number): Promise<TargetCardinality[]> => {
      const answers: TargetCardinality[] = [];
      for (let i = 0; i < seconds * 1000 / LOOK_MS; i++) {
        answers.push(await own.get<TargetCardinality>(path));
        await wait(LOOK_MS);
      }
      return answers;
    };
    const answers = await look(ASKED_SECONDS);
    const asked = await askedOf(url);
    const took = [...new Set(answers.map(({ cost }) => cost.lastSeconds))].filter((one) => one !== null);
    const cpu: number[] = [];
    for (let i = 0; i < 3; i++) {
      const before = cpuSecondsOf(server.pid);
      const sentMs = performance.now();
      await (await fetch(`${url}/api/v1/status/tsdb?limit=50`)).text();
      const tookMs = performance.now() - sentMs;
      const after = cpuSecondsOf(server.pid);
      await wait(tookMs);
      cpu.push(after - before - (cpuSecondsOf(server.pid) - after));
      await wait(31_000);
    }
    const turn = setInterval(() => {
      server.signal('SIGCONT');
      setTimeout(() => { server.signal('SIGSTOP'); }, 60);
    }, 1000);
    await wait(20_000);
    const askedBefore = await askedOf(url);
    const slow = await look(SLOW_SECONDS);
    clearInterval(turn);
    await wait(100);
    server.signal('SIGCONT');
    const more = await askedOf(url) - askedBefore;
    const most = Math.floor(ASKED_SECONDS / 60) + 1;
    return [{
      name: `status/tsdb of ${SERIES.toLocaleString('en-US')} series, requests in ${ASKED_SECONDS} s of looking every `
        + `${LOOK_MS / 1000} s`,
      measured: `${asked}; an answer took ${took.map((one) => one.toFixed(2)).join(', ')} s, of its CPU `
        + `${cpu.map((one) => one.toFixed(2)).join(', ')} s (median ${medianOf(cpu).toFixed(2)}), load `
        + `${(loadavg()[0] ?? 0).toFixed(1)}`,
      bar: `1 to ${most}, once a minute`, pass: asked >= 1 && asked <= most,
    }, {
      name: `the same while it is slow, in ${SLOW_SECONDS} s`,
      measured: `${more}; ${slow.filter(({ state }) => state === 'waiting').length} of ${slow.length} answers waiting`,
      bar: '0', pass: more === 0,
    }];
  } finally {
    server.signal('SIGCONT');
    await scope?.stop();
    await server.kill();
    load.close();
    remove();
  }
}
