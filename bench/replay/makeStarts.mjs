#!/usr/bin/env node
// Makes starts of Prometheus that no constant was tuned on: each run draws new loads, segment sizes, versions, CPU
// limits, states of the page cache and histories before the kill. bench/replay/newStarts.bench.test.ts judges the
// forecasts. Everything on loopback, in a temporary folder, and it exits on its own.
//
//   node bench/replay/makeStarts.mjs OUT_FOLDER [--wals 4] [--seed N] [--binaries prometheus,/path/of/another]
//
// Needs a build of tsdbscope, and root for CPU quotas (cgroup v1). Per log three starts; a later log is written while
// the starts of an earlier one are measured. Files as those of bench/replay/recordReplays.mjs.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  freePort, isReady, limitCpu, peakRssBytes, PREFIX, raisePriority, sleep, slim, start, truthOf, until,
} from './replayLab.mjs';

const here = import.meta.dirname;
const MAX_START_MS = 900_000;
const AFTER_MS = 4000;
/** How much of the time before the kill a recording keeps whole, and one scrape of how many ms before that. */
const HISTORIES = { whole: [1e9, 0], every5s: [8000, 5000], every15s: [2000, 15_000], unseen: [0, 1e9] };

const [outArgument, ...rest] = process.argv.slice(2);
const option = (name, other) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : other);
if (outArgument === undefined || outArgument.startsWith('--')) {
  console.error('usage: node bench/replay/makeStarts.mjs OUT_FOLDER [--wals 4] [--seed N] [--binaries NAME,NAME]');
  process.exit(2);
}
const outFolder = resolve(outArgument);
const seed = Number(option('--seed', Date.now() % 1_000_000));
const binaries = option('--binaries', 'prometheus').split(',');
const wals = Number(option('--wals', 4));
mkdirSync(outFolder, { recursive: true });
raisePriority();

/** Mulberry32: a seeded generator, so that a run can be made again. */
let state = seed;
function random() {
  state = (state + 0x6D2B79F5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}
const between = (low, high) => low + (high - low) * random();
const drawn = (list) => list[Math.floor(random() * list.length)];

/** An endless shuffled deck, so that each kind comes up equally often. */
function deck(list) {
  let cards = [];
  return () => {
    if (cards.length === 0) cards = list.map((card) => [random(), card]).sort((a, b) => a[0] - b[0]);
    return cards.pop()[1];
  };
}
const nextSpeed = deck(['core', 'quota', 'quota', 'lowered', 'raised', 'two-procs']);
const nextHistory = deck(Object.keys(HISTORIES));
const nextLoad = deck(['steady', 'churn', 'checkpoint', 'out-of-order', 'falling']);
const versions = deck(binaries);

function drawWal(index) {
  const load = nextLoad();
  return {
    name: `new-${seed}-${index}`, binary: versions(), load,
    targets: Math.round(between(25, 40)), series: drawn([7000, 10_000]),
    segmentMb: drawn([10, 10, 16, 32]), compression: random() < 0.8, buildSeconds: Math.round(between(140, 230)),
    // The head is cut at 1.5 ranges: the WAL behind the checkpoint is to be long enough.
    ...(load === 'checkpoint' ? { targets: 40, buildSeconds: 290 } : {}),
    churnSeconds: load === 'churn' ? drawn([15, 30, 60]) : load === 'checkpoint' ? 30 : 0,
    block: load === 'checkpoint' ? '2m' : null,
    backSeconds: load === 'out-of-order' ? 45 : 0,
    scrapeMs: drawn([500, 1000, 1000]),
    replays: [0, 1, 2].map(() => ({ speed: nextSpeed(), history: nextHistory(), cold: random() < 0.4 })),
  };
}

/** A log written under load, with what tsdbscope saw of it. */
async function writeLog(plan) {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-starts-'));
  const loadLog = join(folder, 'load.log');
  const load = start([
    process.execPath, join(here, '../../server/testdata/loadgen.mjs'), '--targets', plan.targets,
    '--series', plan.series, '--churn-s', plan.churnSeconds, '--back-s', plan.backSeconds,
    '--back-targets', plan.backSeconds > 0 ? 2 : 0, '--for-s', 3000,
  ].map(String), loadLog);
  const loadPort = await until(
    'the load generator', 10_000, () => Number(/port (\d+)/.exec(readFileSync(loadLog, 'utf8'))?.[1] ?? 0)
  );
  const [port, scopePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const targets = Array.from({ length: plan.targets }, (_, i) => (
    `      - {targets: ['127.0.0.1:${loadPort}'], labels: {__metrics_path__: /t/${i}/metrics, path: '${i}'}}`
  ));
  const configOf = (scraped) => `
global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 5s}
${plan.backSeconds === 0 ? '' : 'storage: {tsdb: {out_of_order_time_window: 30m}}\n'}scrape_configs:
  - job_name: prometheus
    static_configs: [{targets: ['127.0.0.1:${port}']}]
  - job_name: load
    static_configs:\n${scraped.join('\n')}\n`;
  writeFileSync(join(folder, 'prometheus.yml'), configOf(targets));
  const command = [
    plan.binary, '--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`,
    `--storage.tsdb.wal-segment-size=${plan.segmentMb}MB`, '--storage.tsdb.retention.time=1d', '--web.enable-lifecycle',
    ...(plan.block === null ? []
      : [`--storage.tsdb.min-block-duration=${plan.block}`, '--storage.tsdb.max-block-duration=18h']),
    ...(plan.compression ? [] : ['--no-storage.tsdb.wal-compression']),
  ];
  const prometheus = start(command, join(folder, 'build.log'), {}, folder);
  const begunMs = Date.now();
  writeFileSync(
    join(folder, 'scope.yml'), `scrape_interval: ${plan.scrapeMs}ms\ntargets:\n  - url: ${url}\n    name: lab\n`
  );
  await until('Prometheus', 30_000, () => isReady(url));
  const scope = start([
    ...PREFIX, process.execPath, process.env.TSDBSCOPE_MAIN ?? join(here, '../../dist/server/main.js'), '--config',
    join(folder, 'scope.yml'), '--listen', `127.0.0.1:${scopePort}`, '--data', join(folder, 'scope'),
  ], join(folder, 'scope.log'));
  await until('tsdbscope', 30_000, () => isReady(`http://127.0.0.1:${scopePort}`));
  if (plan.load === 'falling') {
    // The load thins out towards the kill: its last third has a quarter of the targets.
    await sleep(plan.buildSeconds * 667 - (Date.now() - begunMs));
    writeFileSync(join(folder, 'prometheus.yml'), configOf(targets.slice(0, Math.ceil(plan.targets / 4))));
    await fetch(`${url}/-/reload`, { method: 'POST' });
  }
  await sleep(Math.max(0, plan.buildSeconds * 1000 - (Date.now() - begunMs)));
  const killMs = Date.now();
  prometheus.kill('SIGKILL');
  await prometheus.gone;
  await sleep(1500);
  const before = await recordingOf(scopePort, begunMs, Date.now());
  cpSync(join(folder, 'data'), join(folder, 'kept'), { recursive: true });
  return { plan, folder, port, scopePort, url, command, killMs, before, processes: [scope, load] };
}

async function recordingOf(scopePort, startMs, endMs) {
  const answer = await fetch(
    `http://127.0.0.1:${scopePort}/api/v1/targets/lab/recording?start=${startMs / 1000}&end=${endMs / 1000}`
  );
  if (!answer.ok) throw new Error(`no recording: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Takes the log's files out of the page cache. */
function dropCache(folder) {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    execFileSync('dd', [`if=${join(name.parentPath, name.name)}`, 'iflag=nocache', 'count=0', 'status=none']);
  }
}

/** What limits a start's CPU, and what changes it half way. */
function speedOf(kind) {
  switch (kind) {
    case 'core': return { maxProcs: 1 };
    case 'two-procs': return { maxProcs: 2, quota: between(0.6, 1) };
    case 'quota': return { maxProcs: 1, quota: between(0.12, 0.5) };
    case 'lowered': {
      const quota = between(0.3, 0.6);
      return { maxProcs: 1, quota, thenQuota: quota / 2 };
    }
    case 'raised': {
      const quota = between(0.15, 0.35);
      return { maxProcs: 1, quota, thenQuota: quota * 2 };
    }
    default: throw new Error(kind);
  }
}

async function measureStart(made, replay, index) {
  const { plan, folder, scopePort, command } = made;
  const name = `${plan.name}-${index}`;
  const speed = speedOf(replay.speed);
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  cpSync(join(folder, 'kept'), join(folder, 'data'), { recursive: true });
  if (replay.cold) {
    execFileSync('sync');
    dropCache(join(folder, 'data'));
  }
  const logFile = join(folder, `${name}.log`);
  await sleep(2000);
  const restartMs = Date.now();
  const prometheus = start([...PREFIX, ...command], logFile, { GOMAXPROCS: String(speed.maxProcs) }, folder);
  if (speed.quota !== undefined) limitCpu(prometheus.pid, speed.quota);
  let changedMs = null;
  await until(`${name} is replayed`, MAX_START_MS, () => {
    const log = readFileSync(logFile, 'utf8');
    const max = Number(/maxSegment=(\d+)/.exec(log)?.[1] ?? Infinity);
    const count = log.split('msg="WAL segment loaded"').length - 1;
    const first = Number(/msg="WAL segment loaded" segment=(\d+)/.exec(log)?.[1] ?? 0);
    if (speed.thenQuota !== undefined && changedMs === null && count >= (max - first) / 2) {
      limitCpu(prometheus.pid, speed.thenQuota);
      changedMs = Date.now();
    }
    if (prometheus.exitCode !== null) throw new Error(`${name} exited: ${log.slice(-2000)}`);
    return log.includes('Server is ready to receive');
  });
  const peak = peakRssBytes(prometheus.pid);
  await sleep(AFTER_MS);
  const after = await recordingOf(scopePort, restartMs - 1500, Date.now());
  prometheus.kill('SIGKILL');
  await prometheus.gone;
  const [wholeMs, thinMs] = HISTORIES[replay.history];
  const truth = {
    killMs: made.killMs, restartMs, changedMs, ...truthOf(readFileSync(logFile, 'utf8')), peakRssBytes: peak,
    settings: {
      ...plan, replays: undefined, ...replay, ...speed,
      make: [plan.load, replay.speed, replay.history, ...(replay.cold ? ['cold'] : [])],
    },
  };
  writeFileSync(join(outFolder, `${name}.ndjson.gz`), slim([made.before, after], made.killMs, { wholeMs, thinMs }));
  writeFileSync(join(outFolder, `${name}.truth.json`), `${JSON.stringify(truth)}\n`);
  console.log(
    `${name}: ${plan.load}, ${replay.speed}, ${replay.history}${replay.cold ? ', cold' : ''}: ready after `
      + `${(truth.readyMs - restartMs) / 1000} s, ${truth.segments.length} + ${truth.wbl.length} segments`
  );
}

async function measureAll(made) {
  for (const [index, replay] of made.plan.replays.entries()) await measureStart(made, replay, index);
  for (const child of made.processes) { child.kill('SIGKILL'); await child.gone; }
  rmSync(made.folder, { recursive: true, force: true });
}

console.log(`seed ${seed}`);
let measuring = Promise.resolve();
for (let index = 0; index < wals; index++) {
  const [made] = await Promise.all([writeLog(drawWal(index)), measuring]);
  measuring = measureAll(made);
}
await measuring;
process.exit(0);
