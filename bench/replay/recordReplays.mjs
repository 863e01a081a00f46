#!/usr/bin/env node
// Makes WALs under load, kills Prometheus with SIGKILL, starts it again and lets tsdbscope record the replay.
// Everything on loopback, in a temporary folder, and it exits on its own. Needs `prometheus` in PATH and a build of
// tsdbscope.
//
//   node bench/replay/recordReplays.mjs OUT_FOLDER PLAN...        (plans: replayPlans.mjs)
//
// For each replay: OUT_FOLDER/NAME.ndjson.gz (the recording as tsdbscope exports it, then only the series the replay
// panel reads) and NAME.truth.json (from the server's own log and the kernel's view of the process).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  freePort, isReady, limitCpu, peakRssBytes, PREFIX, raisePriority, sleep, slim, start, truthOf, until,
} from './replayLab.mjs';
import { PLANS } from './replayPlans.mjs';

const here = import.meta.dirname;
const MAX_MS = 600_000;
const PERIOD_MS = 150;
/**
 * Of what came before the kill a recording keeps so much: all of the last part, and before that one scrape in so long.
 */
const BEFORE_MS = 185_000;
const WHOLE_BEFORE_MS = 8_000;
const THIN_MS = 5_000;
const AFTER_MS = 5_000;
raisePriority();

async function runPlan(plan, outFolder) {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-replays-'));
  const loadLog = join(folder, 'load.log');
  const load = start([
    ...PREFIX, process.execPath, join(here, '../../server/testdata/loadgen.mjs'), '--targets', plan.targets,
    '--series', plan.series, '--churn-s', plan.churnSeconds, '--churn-power', plan.churnPower ?? 1,
    '--back-s', plan.backSeconds ?? 0, '--back-targets', plan.backTargets ?? 0, '--for-s', 3000,
  ].map(String), loadLog);
  const loadPort = await until(
    'the load generator', 10_000, () => Number(/port (\d+)/.exec(readFileSync(loadLog, 'utf8'))?.[1] ?? 0)
  );
  const [port, scopePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const targets = Array.from(
    { length: plan.targets },
    (_, i) => `      - {targets: ['127.0.0.1:${loadPort}'], labels: {__metrics_path__: /t/${i}/metrics, path: '${i}'}}`
  ).join('\n');
  writeFileSync(join(folder, 'prometheus.yml'), `
global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 5s}
${plan.backSeconds === undefined ? '' : 'storage: {tsdb: {out_of_order_time_window: 30m}}\n'}scrape_configs:
  - job_name: prometheus
    static_configs: [{targets: ['127.0.0.1:${port}']}]
  - job_name: load
    static_configs:\n${targets}\n`);
  const blocks = plan.block === undefined ? []
    : [`--storage.tsdb.min-block-duration=${plan.block}`, '--storage.tsdb.max-block-duration=18h'];
  const command = [
    ...PREFIX, 'prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`, '--storage.tsdb.wal-segment-size=10MB',
    '--storage.tsdb.retention.time=1d', ...blocks,
    ...(plan.compression === false ? ['--no-storage.tsdb.wal-compression'] : []),
  ];
  let prometheus = start(command, join(folder, 'build.log'), {}, folder);
  const begunMs = Date.now();
  writeFileSync(join(folder, 'scope.yml'), `scrape_interval: 500ms\ntargets:\n  - url: ${url}\n    name: lab\n`);
  await until('Prometheus', 30_000, () => isReady(url));
  const scope = start(
    [
      ...PREFIX, process.execPath, process.env.TSDBSCOPE_MAIN ?? join(here, '../../dist/server/main.js'), '--config',
      join(folder, 'scope.yml'), '--listen', `127.0.0.1:${scopePort}`, '--data', join(folder, 'scope'),
    ],
    join(folder, 'scope.log')
  );
  await sleep(Math.max(0, plan.buildSeconds * 1000 - (Date.now() - begunMs)));
  for (const replay of plan.replays) {
    const killMs = Date.now();
    prometheus.kill('SIGKILL');
    await prometheus.gone;
    await sleep(2000);
    const logFile = join(folder, `${replay.name}.log`);
    const restartMs = Date.now();
    // A core shared with a spinning process of the same priority.
    const pin = replay.shared ? ['taskset', '-c', '0'] : [];
    const spinner = replay.shared ? start([...pin, ...PREFIX, process.execPath, '-e', 'for (;;);'], logFile) : null;
    prometheus = start([...pin, ...command], logFile, { GOMAXPROCS: String(replay.maxProcs ?? 1) }, folder);
    const running = prometheus;
    if (replay.quota !== undefined) limitCpu(running.pid, replay.quota);
    let ready = false;
    const throttle = async () => {
      while (!ready && running.exitCode === null && running.signalCode === null) {
        const ratio = replay.thenRatio !== undefined && Date.now() - restartMs > replay.thenAfterMs ? replay.thenRatio
          : replay.runRatio;
        running.kill('SIGCONT');
        await sleep(PERIOD_MS * ratio);
        if (!ready) running.kill('SIGSTOP');
        await sleep(PERIOD_MS * (1 - ratio));
      }
      running.kill('SIGCONT');
    };
    const throttled = replay.runRatio === undefined ? null : throttle();
    await until(
      `${replay.name} is replayed`, MAX_MS, () => readFileSync(logFile, 'utf8').includes('Server is ready to receive')
    );
    const peak = peakRssBytes(running.pid);
    ready = true;
    await throttled;
    spinner?.kill('SIGKILL');
    await sleep(AFTER_MS);
    const startS = (killMs - BEFORE_MS) / 1000;
    const answer = await fetch(
      `http://127.0.0.1:${scopePort}/api/v1/targets/lab/recording?start=${startS}&end=${Date.now() / 1000}`
    );
    if (!answer.ok) throw new Error(`no recording: ${await answer.text()}`);
    const whole = Buffer.from(await answer.arrayBuffer());
    if (process.env.KEEP_WHOLE) writeFileSync(join(outFolder, `${replay.name}.whole.gz`), whole);
    const bytes = slim([whole], killMs, { wholeMs: WHOLE_BEFORE_MS, thinMs: THIN_MS });
    writeFileSync(join(outFolder, `${replay.name}.ndjson.gz`), bytes);
    const truth = {
      killMs, restartMs, ...truthOf(readFileSync(logFile, 'utf8')), peakRssBytes: peak,
      settings: { ...plan, replays: undefined, ...replay },
    };
    writeFileSync(join(outFolder, `${replay.name}.truth.json`), `${JSON.stringify(truth)}\n`);
    console.log(
      `${replay.name}: ready after ${(truth.readyMs - restartMs) / 1000} s, ${truth.segments.length} + `
        + `${truth.wbl.length} segments, checkpoint ${truth.stated.checkpoint}, ${bytes.length} bytes`
    );
    if (replay !== plan.replays.at(-1))
      await sleep(plan.betweenSeconds === undefined ? AFTER_MS : plan.betweenSeconds * 1000);
  }
  for (const child of [scope, prometheus, load]) { child.kill('SIGKILL'); await child.gone; }
  rmSync(folder, { recursive: true, force: true });
}

const [outArgument, ...names] = process.argv.slice(2);
if (outArgument === undefined || names.length === 0 || names.some((name) => PLANS[name] === undefined)) {
  console.error('usage: node bench/replay/recordReplays.mjs OUT_FOLDER PLAN...');
  console.error(`plans: ${Object.keys(PLANS).join(', ')}`);
  process.exit(2);
}
const outFolder = resolve(outArgument);
mkdirSync(outFolder, { recursive: true });
for (const name of names) await runPlan(PLANS[name], outFolder);
process.exit(0);
