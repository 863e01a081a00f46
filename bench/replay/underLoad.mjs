/** A Prometheus that writes its log under load while tsdbscope records it; what of that is kept of one start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isReady, PREFIX, slim, start, until } from './replayLab.mjs';

const root = join(import.meta.dirname, '../..');

/**
 * Starts all three in a temporary folder; `prefix` goes before the commands of the load and of Prometheus. `scrapeOnly`
 * makes Prometheus scrape the first targets and no others.
 */
export async function startUnderLoad(plan, prefix = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-replays-'));
  const { load, loadPort } = await startLoad(folder, plan, prefix);
  const [port, scopePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const scrape = (count) => {
    const text = configOf(plan.backSeconds ?? 0, port, Array.from({ length: count }, (_, i) => (
      `{targets: ['127.0.0.1:${loadPort}'], labels: {__metrics_path__: /t/${i}/metrics, path: '${i}'}}`)));
    writeFileSync(join(folder, 'prometheus.yml'), text);
  };
  scrape(plan.targets);
  const command = commandOf(plan, port);
  const prometheus = start([...prefix, ...command], join(folder, 'build.log'), {}, folder);
  const begunMs = Date.now();
  await until('Prometheus', 30_000, () => isReady(url));
  const scope = await startScope(folder, scopePort, `scrape_interval: ${plan.scrapeMs ?? 500}ms
targets:\n  - url: ${url}\n    name: lab\n`);
  const scrapeOnly = async (count) => {
    scrape(count);
    await fetch(`${url}/-/reload`, { method: 'POST' });
  };
  return { plan, folder, scopePort, command, prometheus, begunMs, scrapeOnly, processes: [scope, load] };
}

async function startLoad(folder, plan, prefix) {
  const log = join(folder, 'load.log');
  const load = start([
    ...prefix, process.execPath, join(root, 'testdata/loadgen.mjs'), '--targets', plan.targets,
    '--series', plan.series, '--churn-s', plan.churnSeconds, '--churn-power', plan.churnPower ?? 1,
    '--back-s', plan.backSeconds ?? 0, '--back-targets', plan.backTargets ?? 0, '--for-s', 3000,
  ].map(String), log);
  const loadPort = await until(
    'the load generator', 10_000, () => Number(/port (\d+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? 0)
  );
  return { load, loadPort };
}

function configOf(backSeconds, port, targets) {
  return `
global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 5s}
${backSeconds === 0 ? '' : 'storage: {tsdb: {out_of_order_time_window: 30m}}\n'}scrape_configs:
  - job_name: prometheus
    static_configs: [{targets: ['127.0.0.1:${port}']}]
  - job_name: load
    static_configs:\n${targets.map((one) => `      - ${one}`).join('\n')}\n`;
}

function commandOf({ binary = 'prometheus', segmentMb = 10, block = null, compression = true }, port) {
  return [
    binary, '--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`,
    `--storage.tsdb.wal-segment-size=${segmentMb}MB`, '--storage.tsdb.retention.time=1d', '--web.enable-lifecycle',
    ...(block === null ? []
      : [`--storage.tsdb.min-block-duration=${block}`, '--storage.tsdb.max-block-duration=18h']),
    ...(compression ? [] : ['--no-storage.tsdb.wal-compression']),
  ];
}

async function startScope(folder, port, config) {
  writeFileSync(join(folder, 'scope.yml'), config);
  const scope = start([
    ...PREFIX, process.execPath, process.env.TSDBSCOPE_MAIN ?? join(root, 'dist/server/main.js'), '--config',
    join(folder, 'scope.yml'), '--listen', `127.0.0.1:${port}`, '--data', join(folder, 'scope'),
  ], join(folder, 'scope.log'));
  await until('tsdbscope', 30_000, () => isReady(`http://127.0.0.1:${port}`));
  return scope;
}

/** What tsdbscope recorded, as it exports it. */
export async function recordingOf({ scopePort }, startMs, endMs) {
  const answer = await fetch(
    `http://127.0.0.1:${scopePort}/api/v1/targets/lab/recording?start=${startMs / 1000}&end=${endMs / 1000}`
  );
  if (!answer.ok) throw new Error(`no recording: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/**
 * Writes NAME.ndjson.gz, only the series that the replay panel reads (see `slim` for `history`), and NAME.truth.json.
 * Returns what to say of the start.
 */
export function keepReplay(file, recordings, truth, history) {
  const bytes = slim(recordings, truth.killMs, history);
  writeFileSync(`${file}.ndjson.gz`, bytes);
  writeFileSync(`${file}.truth.json`, `${JSON.stringify(truth)}\n`);
  return `ready after ${(truth.readyMs - truth.restartMs) / 1000} s, ${truth.segments.length} + ${truth.wbl.length} `
    + `segments, checkpoint ${truth.stated.checkpoint}, ${bytes.length} bytes`;
}

export async function endUnderLoad({ folder, processes }) {
  for (const child of processes) {
    child.kill('SIGKILL');
    await child.gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
