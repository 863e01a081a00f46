/** A real Prometheus with many things wrong at once, each cheap, and the rules that watch them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor } from './childProcess.ts';

const RULES = ['mixin', 'community'].map(
  (name) => join(import.meta.dirname, '..', '..', '..', '..', 'testdata', 'alerts', `${name}.rules.yml`)
);
/** Of a query that asks the slow remote: longer than the interval of its rule, and free of CPU. */
const SLOW_MS = 2500;
/** So that the pauses between queries count for little, even on a busy machine. */
const SLOWER_MS = 20_000;
const SLOTS = 20;
/** Queries that wait at any time: above 80 % of the slots. */
const WAITING = 18;

export interface ProvokedPrometheus {
  url: string;
  /** Names of its alerts that fire. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Answers scrapes, remote write and remote read, as badly as its paths say. */
function startNeighbour(): { port: () => number; close: () => void } {
  const answer = (res: ServerResponse, status: number, body = ''): void => {
    res.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4' }).end(body);
  };
  const later = (res: ServerResponse, status: number, ms: number): void => {
    setTimeout(() => { answer(res, status); }, ms);
  };
  const server = createServer((req, res) => {
    req.resume();
    const now = Date.now();
    if (req.url === '/refused') answer(res, 400, 'refused');
    else if (req.url === '/slow') later(res, 204, 400);
    else if (req.url === '/read') later(res, 500, SLOW_MS);
    else if (req.url === '/read-slower') later(res, 500, SLOWER_MS);
    // Another value for the same moment, in two of three scrapes.
    else if (req.url === '/duplicate') answer(res, 200, `twice ${now} ${Math.floor(now / 15_000) * 15_000}\n`);
    // Every other answer goes back in time.
    else if (req.url === '/disorder') answer(res, 200, `back 1 ${now - (Math.floor(now / 1000) % 2) * 5000}\n`);
    else answer(res, 200, 'one{a="1",b="2",c="3"} 1\ntwo{a="1"} 2\n');
  }).listen(0, '127.0.0.1');
  return {
    port: () => (server.address() as AddressInfo).port,
    close: () => { server.closeAllConnections(); server.close(); },
  };
}

const rules = `groups:
  - name: wrong
    interval: 5s
    rules:
      - record: ambiguous
        expr: vector(1) + on() (label_replace(vector(1), "a", "1", "", "") or vector(2))
      - {alert: Always, expr: vector(1), annotations: {summary: '{{ query "absent" | first | value }}'}}
  - name: slow
    interval: 1s
    rules: [{record: waits, expr: 'count(absent{slow="yes"})'}]
`;

function configuration(own: number, neighbour: number): string {
  const at = `127.0.0.1:${neighbour}`;
  const job = (name: string, rest: string, path = '/metrics'): string => (
    `  - {job_name: ${name}, metrics_path: ${path}, static_configs: [{targets: ['${at}']}], ${rest}}`
  );
  const found = (name: string, file: string, rest: string): string => (
    `  - {job_name: ${name}, file_sd_configs: [{files: [${file}], refresh_interval: 5s}], ${rest}}`
  );
  return `global: {scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 15s}
rule_files: [rules.yml, ${RULES.join(', ')}]
alerting: {alertmanagers: [{static_configs: [{targets: ['127.0.0.1:1']}]}]}
remote_read:
  - {url: 'http://${at}/read', required_matchers: {slow: 'yes'}}
  - {url: 'http://${at}/read-slower', required_matchers: {slower: 'yes'}}
remote_write:
  - {url: 'http://${at}/refused', name: refused}
  - {url: 'http://127.0.0.1:1/', name: closed}
  - {url: 'http://${at}/slow', name: slow, queue_config: {max_shards: 1, max_samples_per_send: 10, capacity: 50}}
scrape_configs:
  - {job_name: prometheus, static_configs: [{targets: ['127.0.0.1:${own}']}]}
${job('alertmanager', 'scrape_interval: 5s')}
${job('duplicate', 'scrape_interval: 5s', '/duplicate')}
${job('disorder', 'scrape_interval: 5s', '/disorder')}
${job('samples', 'sample_limit: 1')}
${job('labels', 'label_limit: 3')}
${job('body', 'body_size_limit: 10B')}
${found('targets', 'two.json', 'target_limit: 1')}
${found('invalid', 'two.json', 'relabel_configs: [{target_label: __address__, replacement: ""}]')}
${found('nothing', 'none.json', 'scrape_interval: 5s')}
`;
}

/** Starts it on loopback, waits until it is ready, and breaks its configuration file. */
export async function startProvokedPrometheus(): Promise<ProvokedPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-provoked-'));
  const neighbour = startNeighbour();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const put = (name: string, text: string): void => { writeFileSync(join(folder, name), text); };
  await waitFor('the neighbour listens', 10_000, () => (neighbour.port() > 0 ? true : undefined));
  put('rules.yml', rules);
  put('two.json', JSON.stringify([{ targets: ['127.0.0.1:1', '127.0.0.1:2'] }]));
  put('none.json', '[]');
  put('prometheus.yml', configuration(port, neighbour.port()));
  const logFile = join(folder, 'prometheus.log');
  const server = await startKept([
    'prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`,
    '--web.enable-lifecycle', `--query.max-concurrency=${SLOTS}`,
  ], { logFile, cwd: folder });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    isStopped = true;
    await server.kill();
    neighbour.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor('Prometheus is ready', 60_000, async () => {
      if (server.hasExited()) throw new Error(`Prometheus ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
      return (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true ? true : undefined;
    });
    put('prometheus.yml', 'scrape_configs: [{job_name: }]\n');
    await fetch(`${url}/-/reload`, { method: 'POST' });
    const ask = async (): Promise<void> => {
      while (!isStopped) {
        const query = `${url}/api/v1/query?query=${encodeURIComponent('absent{slower="yes"}')}`;
        await fetch(query).then((res) => res.arrayBuffer()).catch(() => undefined);
      }
    };
    for (let i = 0; i < WAITING; i++) void ask();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url, stop,
    firing: async () => {
      const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: Record<string, string> }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname'] ?? '');
    },
  };
}
