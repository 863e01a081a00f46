#!/usr/bin/env node
// Makes WALs under load, kills Prometheus with SIGKILL, starts it again and lets tsdbscope record the replay.
// Everything on loopback, in a temporary folder, and it exits on its own. Needs `prometheus` in PATH and a build of
// tsdbscope.
//
//   node bench/replay/recordReplays.mjs OUT_FOLDER PLAN...        (plans: replayPlans.mjs)
//
// For each replay: OUT_FOLDER/NAME.ndjson.gz (the recording as tsdbscope exports it, then only the series the replay
// panel reads) and NAME.truth.json (from the server's own log and the kernel's view of the process).
import { spawn } from 'node:child_process';
import {
  closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
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
const KEPT_MEMSTATS = 'memstats_(gc_cpu_fraction|heap_inuse_bytes|heap_alloc_bytes|heap_idle_bytes|heap_released_bytes'
  + '|sys_bytes|next_gc_bytes|alloc_bytes_total|last_gc_time_seconds)';
const KEPT_NAMES = [
  'process_(cpu_seconds_total|resident_memory_bytes|start_time_seconds|virtual_memory_bytes)',
  `go_(info|goroutines|gc_duration_seconds_(count|sum)|${KEPT_MEMSTATS})`,
  'prometheus_(ready|build_info)',
  'prometheus_tsdb_(data_replay_duration_seconds|head_(min|max)_time(_seconds)?|blocks_loaded|mmap_chunks_total)',
  'prometheus_tsdb_head_(series|series_created_total|chunks|samples_appended_total'
    + '|out_of_order_samples_appended_total|chunks_storage_size_bytes)',
  'prometheus_tsdb_(wal|out_of_order_wbl)_(storage_size_bytes|segment_current)',
];
const KEPT = new RegExp(
  `^(prometheus_target_interval_length_seconds\\{[^}]*quantile="0\\.5"|(${KEPT_NAMES.join('|')})[{ ])`
);

/** As root: so that what else runs on the host disturbs a replay little. */
const PREFIX = process.getuid?.() === 0 ? ['nice', '-n', '-20'] : [];
// The scheduler weighs sessions before processes.
if (PREFIX.length > 0 && existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '-20');
const children = [];
const sleep = (ms) => new Promise((resume) => { setTimeout(resume, ms); });
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(130));

function start(command, logFile, env = {}, cwd = undefined) {
  const log = openSync(logFile, 'a');
  const child = spawn(
    command[0], command.slice(1), { stdio: ['ignore', log, log], env: { ...process.env, ...env }, cwd }
  );
  closeSync(log);
  children.push(child);
  child.gone = new Promise((resume) => { child.once('exit', resume); });
  return child;
}

async function freePort() {
  const server = createServer();
  await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });
  const { port } = server.address();
  await new Promise((resume) => { server.close(resume); });
  return port;
}

async function until(what, limitMs, check) {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > endMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await sleep(100);
  }
}

const isReady = async (url) => {
  try { return (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch { return false;
  }
};

/**
 * A CPU quota as a container has it, in cores (cgroup v1, as root): it limits work and, unlike SIGSTOP, leaves waiting
 * alone.
 */
function limitCpu(pid, cores) {
  const group = `/sys/fs/cgroup/cpu/replay-${pid}`;
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(cores * 100_000)));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  process.on(
    'exit', () => { try { rmdirSync(group); } catch { /* It still holds a process that is being killed. */ } }
  );
}

/** The kernel's peak of resident memory so far. */
function peakRssBytes(pid) {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Times from the server's log, ms. */
function truthOf(log) {
  const lines = log.split('\n').map((line) => ({ line, ms: Date.parse(/ts=(\S+)/.exec(line)?.[1] ?? '') }));
  const find = (text) => lines.find(({ line }) => line.includes(text));
  const loaded = (text) => lines.filter(({ line }) => line.includes(text))
    .map(({ line, ms }) => ({ segment: Number(/segment=(\d+)/.exec(line)?.[1]), ms }));
  const done = find('WAL replay completed');
  const stated = (name) => new RegExp(`${name}=(\\S+)`).exec(done?.line ?? '')?.[1] ?? null;
  return {
    walBeginsMs: find('Replaying WAL, this may take a while')?.ms ?? null,
    checkpointMs: find('WAL checkpoint loaded')?.ms ?? null,
    replayedMs: done?.ms ?? null,
    readyMs: find('Server is ready to receive web requests')?.ms ?? null,
    stated: {
      checkpoint: stated('checkpoint_replay_duration'), wal: stated('wal_replay_duration'),
      wbl: stated('wbl_replay_duration'), total: stated('total_replay_duration'),
    },
    segments: loaded('msg="WAL segment loaded"'),
    wbl: loaded('msg="WBL segment loaded"'),
  };
}

/** Only what the panel reads, and no requests that failed to be of use. */
function slim(bytes, killMs) {
  let thinnedMs = 0;
  const entries = gunzipSync(bytes).toString('utf8').split('\n').filter((line) => line !== '')
    .map((line) => JSON.parse(line)).filter((entry) => {
    if (entry.t >= killMs - WHOLE_BEFORE_MS) return true;
    const kept = entry.path === '/metrics' && entry.t - thinnedMs >= THIN_MS;
    if (kept) thinnedMs = entry.t;
    return kept;
  });
  const lines = entries.map((entry) => {
    if (entry.path === '/metrics' && typeof entry.body === 'string')
      entry.body = entry.body.split('\n').filter((text) => KEPT.test(text)).join('\n') + '\n';
    return JSON.stringify(entry);
  });
  return gzipSync(`${lines.join('\n')}\n`, { level: 9 });
}

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
    const bytes = slim(whole, killMs);
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
