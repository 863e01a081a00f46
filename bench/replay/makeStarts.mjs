#!/usr/bin/env node
// Makes starts of Prometheus that no constant was tuned on: each run draws new loads, segment sizes, versions, CPU
// limits, states of the page cache and histories before the kill. bench/replay/newStarts.bench.test.ts judges the
// forecasts. Everything on loopback, in a temporary folder, and it exits on its own.
//
//   node bench/replay/makeStarts.mjs OUT_FOLDER [--wals 4] [--seed N] [--binaries prometheus,/path/of/another]
//
// Needs a build of tsdbscope, and root for CPU quotas (cgroup v1). Per log three starts; a later log is written while
// the starts of an earlier one are measured. Files as those of bench/replay/recordReplays.mjs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { limitCpu, peakRssBytes, PREFIX, raisePriority, sleep, start, truthOf, until } from './replayLab.mjs';
import { endUnderLoad, keepReplay, recordingOf, startUnderLoad } from './underLoad.mjs';

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
    ...(load === 'out-of-order' ? { backSeconds: 45, backTargets: 2 } : {}),
    scrapeMs: drawn([500, 1000, 1000]),
    replays: [0, 1, 2].map(() => ({ speed: nextSpeed(), history: nextHistory(), cold: random() < 0.4 })),
  };
}

/** A log written under load, with what tsdbscope saw of it. */
async function writeLog(plan) {
  const lab = await startUnderLoad(plan);
  const { folder, prometheus, begunMs } = lab;
  if (plan.load === 'falling') {
    // The load thins out towards the kill: its last third has a quarter of the targets.
    await sleep(plan.buildSeconds * 667 - (Date.now() - begunMs));
    await lab.scrapeOnly(Math.ceil(plan.targets / 4));
  }
  await sleep(Math.max(0, plan.buildSeconds * 1000 - (Date.now() - begunMs)));
  const killMs = Date.now();
  prometheus.kill('SIGKILL');
  await prometheus.gone;
  await sleep(1500);
  const before = await recordingOf(lab, begunMs, Date.now());
  cpSync(join(folder, 'data'), join(folder, 'kept'), { recursive: true });
  return { ...lab, killMs, before };
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
  const { plan, folder, command } = made;
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
  const after = await recordingOf(made, restartMs - 1500, Date.now());
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
  const said = keepReplay(join(outFolder, name), [made.before, after], truth, { wholeMs, thinMs });
  console.log(`${name}: ${plan.load}, ${replay.speed}, ${replay.history}${replay.cold ? ', cold' : ''}: ${said}`);
}

async function measureAll(made) {
  for (const [index, replay] of made.plan.replays.entries()) await measureStart(made, replay, index);
  await endUnderLoad(made);
}

console.log(`seed ${seed}`);
let measuring = Promise.resolve();
for (let index = 0; index < wals; index++) {
  const [made] = await Promise.all([writeLog(drawWal(index)), measuring]);
  measuring = measureAll(made);
}
await measuring;
process.exit(0);
