/**
 * Spans of 60 CPU profiles against `go tool pprof` with the same files, in one run: a lab Prometheus recorded for 60
 * times 2 s, and 60 profiles of 10 s drawn from those of a busy one. Needs Go.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { spanId } from '../../core/profileSpan.ts';
import { encode } from '../../server/profile/decode/encode.ts';
import { seededRandom } from '../../core/statistics/random.ts';
import type { ProfileCatalog } from '../../server/data/store/files/profileCatalog.ts';
import { loadProfile, profileBytes, unwrap } from '../../testdata/profiles/oracles.ts';
import { redrawn } from '../../testdata/profiles/resample.ts';
import { openProfileClient } from '../../server/program/worker/profile/profileClient.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';

const TARGET = 'prom';
const COUNT = 60;
const ROUNDS = 5;
const MAX_RATIO = 0.1;
const COLD_MS = 500;
const WARM_MS = 100;
/** The recorded ones last 30 s, those drawn from them 10 s, one a minute. */
const [RECORDED_SECONDS, SECONDS, EVERY_SECONDS] = [30, 10, 60];
const START = 1_800_000_000;

type Rows = Map<string, { flat: number; cum: number }>;

/** `starts`: of each profile, Unix seconds. */
interface Recorded { name: string; files: string[]; starts: number[]; end: number }

export async function spanBench(workerUrl: URL): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'span-bench-'));
  try {
    const rows: BenchRow[] = [];
    for (const set of [await recorded(folder), await drawn(folder)])
      rows.push(...await measured(set, workerUrl, folder));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recorded(folder: string): Promise<Recorded> {
  const names = readdirSync(new URL('../../testdata/profiles/span/lab/', import.meta.url)).sort();
  const files = names.map((name) => {
    const path = join(folder, name);
    writeFileSync(path, profileBytes(`span/lab/${name}`));
    return path;
  });
  const times = await Promise.all(names.map(async (name) => Number((await loadProfile(`span/lab/${name}`)).timeNanos)));
  const starts = times.map((nanos) => nanos / 1e9);
  return { name: 'recorded, 2 s', files, starts, end: (starts.at(-1) ?? 0) + 5 };
}

async function drawn(folder: string): Promise<Recorded> {
  const random = seededRandom(7);
  const files: string[] = [];
  for (let i = 0; i < COUNT; i++) {
    const profile = await loadProfile(`steady/busy-${1 + i % 6}.cpu.pb.gz`);
    const part = redrawn(profile, random, (count) => count * SECONDS / RECORDED_SECONDS);
    const timeNanos = BigInt(START + i * EVERY_SECONDS) * 1_000_000_000n;
    const path = join(folder, `drawn-${i}.pb.gz`);
    writeFileSync(path, gzipSync(encode({ ...part, timeNanos, durationNanos: BigInt(SECONDS) * 1_000_000_000n })));
    files.push(path);
  }
  const starts = files.map((_, i) => START + i * EVERY_SECONDS);
  return { name: 'busy, 10 s in 60 s', files, starts, end: START + COUNT * EVERY_SECONDS };
}

async function measured(set: Recorded, workerUrl: URL, folder: string): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const open = async (): Promise<ProfileCatalog> => unwrap(await openProfileClient({ dataDir, workerUrl }));
  let client = await open();
  for (const file of set.files) {
    unwrap(await client.add({
      bytes: new Uint8Array(readFileSync(file)), name: file,
      source: { how: 'capture', target: TARGET, captureId: file },
    }));
  }
  const span = (start: number, end: number): string => spanId({ target: TARGET, kind: 'cpu', start, end });
  const [first = 0, middleTime = 0] = [set.starts[0], set.starts[COUNT / 2]];
  const whole = span(first, set.end);
  const [before, after] = [span(first, middleTime), span(middleTime, set.end)];
  // What its captures left decoded in the threads.
  const soonMs = await timed(() => client.top(whole, { limit: 0 }));
  const ours = unwrap(await client.top(whole, { limit: 0 }));
  const topMs: number[] = [];
  const diffMs: number[] = [];
  const diff = { before: [before], after: [after], normalize: 'sum' as const, limit: 0 };
  const diffRows = unwrap(await client.diffTop(diff)).rows;
  for (let round = 0; round < ROUNDS; round++) {
    // Other profiles each time, without the first ones, so that nothing merged before answers it.
    const [start, middle] = [set.starts[round + 1] ?? 0, set.starts[COUNT / 2 + round + 1] ?? 0];
    topMs.push(await timed(() => client.top(span(start, set.end), { limit: 500 })));
    const sides = { before: [span(start, middle)], after: [span(middle, set.end)] };
    diffMs.push(await timed(() => client.diffTop({ ...diff, ...sides, limit: 500 })));
  }
  await client.close();
  client = await open();
  const usedBefore = process.cpuUsage();
  const coldMs = await timed(() => client.flamegraph(whole, { minRatio: 0.0005 }));
  const used = process.cpuUsage(usedBefore);
  const coldCpuMs = (used.user + used.system) / 1000;
  const warmMs = await timed(() => client.flamegraph(whole, { minRatio: 0.001 }));
  await client.close();

  const goTop = reference(set.files);
  const half = set.files.length / 2;
  const merged = join(folder, 'base.pb.gz');
  const goDiff = (): Rows => {
    go(['-proto', `-output=${merged}`, ...set.files.slice(0, half)]);
    return reference(set.files.slice(half), [`-diff_base=${merged}`]);
  };
  const goDiffRows = goDiff();
  const goTopMs = medianOf(await rounds(() => { reference(set.files); }));
  const goDiffMs = medianOf(await rounds(() => { goDiff(); }));
  const oursTop: Rows = new Map(ours.rows.map(({ function: name, flat, cum }) => [name, { flat, cum }]));
  const oursDiff: Rows = new Map(
    diffRows.map(({ function: name, flat, cum }) => [name, { flat: flat.delta, cum: cum.delta }])
  );
  return [
    row(
      `top of 60 CPU profiles (${set.name}), first ${soonMs.toFixed(0)} ms`, equal(oursTop, goTop), medianOf(topMs),
      goTopMs
    ),
    row(
      `diff of 30 against 30, normalize=sum (${set.name})`, equal(oursDiff, goDiffRows), medianOf(diffMs), goDiffMs
    ),
    {
      name: `spans: flame graph of 60 CPU profiles (${set.name})`,
      measured: `${coldMs.toFixed(0)} ms after a start (${coldCpuMs.toFixed(0)} ms of CPU), then `
        + `${warmMs.toFixed(0)} ms; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      bar: `${COLD_MS} / ${WARM_MS} ms on a quiet machine`,
      pass: coldMs <= COLD_MS && warmMs <= WARM_MS,
    },
  ];
}

function row(name: string, isEqual: boolean, ms: number, goMs: number): BenchRow {
  const measured = `${isEqual ? 'equal to the unit' : 'NOT EQUAL'}, ${ms.toFixed(1)} ms against `
    + `${goMs.toFixed(0)} ms of go tool pprof (${(ms / goMs).toFixed(3)})`;
  const pass = isEqual && ms <= MAX_RATIO * goMs;
  return { name: `spans: ${name}`, measured, bar: `equal, at most ${MAX_RATIO}`, pass };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function rounds(work: () => void): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => { work(); return Promise.resolve(); }));
  return times;
}

function go(args: string[]): string {
  return execFileSync('go', ['tool', 'pprof', '-symbolize=none', ...args], {
    encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28,
  });
}

const LINE = /^\s*(-?[\d.]+)(?:ns)?\s+\S+%\s+\S+%\s+(-?[\d.]+)(?:ns)?\s+\S+%\s+(.*)$/;

/** Rows of `go tool pprof -top` with all functions, those of one name added up. */
function reference(files: readonly string[], more: readonly string[] = []): Rows {
  const all = ['-nodecount=0', '-nodefraction=0', '-edgefraction=0', '-sample_index=cpu', '-unit=ns'];
  const rows: Rows = new Map();
  for (const line of go(['-top', ...all, ...more, ...files]).split('\n')) {
    const [, flat, cum, shown = ''] = LINE.exec(line) ?? [];
    if (flat === undefined || cum === undefined) continue;
    const name = shown.replace(/ \((partial-)?inline\)/, '');
    const known = rows.get(name) ?? { flat: 0, cum: 0 };
    rows.set(name, { flat: known.flat + Number(flat), cum: known.cum + Number(cum) });
  }
  return rows;
}

/** Functions without anything on balance are listed by one of both only. */
function equal(ours: Rows, theirs: Rows): boolean {
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return theirs.size > 0 && [...names].every((name) => {
    const [own, other] = [ours.get(name), theirs.get(name)];
    return (own?.flat ?? 0) === (other?.flat ?? 0) && (own?.cum ?? 0) === (other?.cum ?? 0);
  });
}
