/** Every kind of file in the data folder with every kind of damage: the stores open, serve all else, and name it. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileIdentity } from '../../core/contract/contract.ts';
import { finding } from '../../core/finding.ts';
import type { Result } from '../../core/result.ts';
import { EmbedStore } from '../features/embeds/embedStore.ts';
import { Faults } from '../kernel/files/faults.ts';
import { NoteStore } from '../features/notes/noteStore.ts';
import { LogStore } from '../features/logs/logStore.ts';
import { OutputStore } from '../features/benchmarks/outputStore.ts';
import { ReplayStore } from '../data/store/files/replayStore.ts';
import { SampleStore } from '../data/store/samples/sampleStore.ts';
import { buildProfileWorker } from '../../testdata/built/builtProfileWorker.ts';
import { asNobody, canDamageByEio, DAMAGES } from '../../testdata/damages.ts';
import { profileBytes, unwrap } from '../../testdata/profiles/oracles.ts';
import { measuredReplay } from '../../testdata/measuredReplay.ts';
import { samplesOf } from '../../testdata/storeReaders.ts';
import { openProfileClient } from './worker/profile/profileClient.ts';

const T = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const root = mkdtempSync(join(tmpdir(), 'tsdbscope-files-'));
const good = join(root, 'good');
const workerUrl = pathToFileURL(join(root, 'worker', 'profileWorker.js'));
let nowMs = T;

afterAll(() => { rmSync(root, { recursive: true, force: true }); }, 120_000);

async function openSamples(dataDir: string, faults: Faults): Promise<SampleStore> {
  return unwrap(await SampleStore.open({
    dataDir, faults, retentionMs: 1e15, retentionBytes: 1e6, commitMs: null, now: () => nowMs, cutScrapes: 4,
    partitionMs: HOUR,
  }));
}

const TARGETS = ['prom', 'other'];
const WHAT = { format: 'log', name: 'log' } as unknown as FileIdentity;

/** Long enough that damage hits more than the header of its file. */
function logLines(name: string): string {
  return Array.from({ length: 200 }, (_, i) => `level=info msg=${name} n=${i * i}\n`).join('');
}

function logText(bytes: Result<Uint8Array>): string | null {
  try {
    return bytes.ok ? gunzipSync(bytes.value).toString() : null;
  } catch {
    return null;
  }
}

async function putTargets(samples: SampleStore): Promise<void> {
  for (const name of TARGETS)
    unwrap(await samples.putTarget({ name, url: 'http://x:1', recording: false, labels: {} }));
}

beforeAll(async () => {
  await buildProfileWorker(join(root, 'worker'));
  const faults = new Faults();
  const live = join(root, 'live');
  const samples = await openSamples(live, faults);
  await putTargets(samples);
  // Two sealed partitions and a head, some of it only in its log.
  for (const [hour, count] of [[0, 5], [1, 5], [2, 6]] as const) {
    for (let i = 0; i < count; i++) {
      nowMs = T + hour * HOUR + i * 1000;
      for (const name of TARGETS) samples.record(name, {
        startMs: nowMs, durationSeconds: 0.01, status: 200, body: Buffer.from(`n ${hour * 10 + i}\n`),
        contentType: 'text/plain; version=0.0.4', error: null, extras: {},
      });
      await samples.flush();
    }
  }
  await samples.targets();
  await samples.flush();
  const notes = await NoteStore.open(live, faults.notice);
  for (const name of TARGETS) unwrap(await notes.add(name, { time: 1, text: name }, nowMs));
  const replays = await ReplayStore.open(live, faults.notice);
  for (const start of [100, 200, 300])
    unwrap(await replays.add(measuredReplay(start), { source: 'log', target: 'prom', name: 'log' }));
  unwrap(await replays.remove(replays.list()[0]?.id ?? ''));
  const outputs = await OutputStore.open(live, faults.notice);
  for (const name of TARGETS) unwrap(await outputs.put(name, Buffer.from('BenchmarkA 1 10 ns/op\n'), T));
  const embeds = await EmbedStore.open(live, () => T, faults.notice);
  for (const title of TARGETS) unwrap(await embeds.add({
    title, theme: 'auto', frozen: true, createdMs: T, expiresMs: T + 1e9, scraped: true,
    question: { kind: 'panel', panel: 'gc-cpu', target: 'prom', range: { kind: 'last', lastMs: 600_000 } },
  }, {
    subject: { kind: 'panel', panel: 'gc-cpu', target: 'prom', answer: { range: {}, value: 1.5 } }, dataTimeMs: T,
    takenMs: T, finding: finding({ code: 'test', severity: 'ok', claim: [{ text: 'Fine.' }] }),
  }));
  const logs = await LogStore.open(live, faults.notice);
  for (const name of TARGETS) unwrap(await logs.put(Buffer.from(logLines(name)), {
    name, timeMs: T, sizeBytes: 20, what: WHAT, facts: null, remedy: null,
  }));
  const profiles = unwrap(await openProfileClient({ dataDir: live, workerUrl, faults }));
  for (const side of ['before', 'after'])
    unwrap(await profiles.add({
      bytes: profileBytes(`seed-wal/${side}.cpu.pb.gz`), name: side, source: { how: 'upload' },
    }));
  await profiles.close();
  // Copies the folder as `kill -9` leaves it.
  cpSync(live, good, { recursive: true });
  await samples.close();
  writeFileSync(join(good, 'lock'), '999999999 2\n');
  expect(faults.report()).toEqual({ notices: [], faults: [] });
}, 120_000);

/** Returns the served items by kind, and every sentence about missing ones. */
async function served(dataDir: string): Promise<{ counts: Record<string, number>; said: string }> {
  const faults = new Faults(undefined, () => nowMs);
  const samples = await openSamples(dataDir, faults);
  try {
    await putTargets(samples);
    const counts: Record<string, number> = {};
    for (const name of TARGETS) {
      const read = unwrap(await samplesOf(samples, name, 'n', { startMs: 0, endMs: 1e14, limitValues: 1e6 }));
      counts[`samples of ${name}`] = read.flatMap(({ values }) => values).length;
    }
    for (const name of TARGETS) {
      expect(samples.record(name, {
        startMs: nowMs, durationSeconds: 0.01, status: 200, body: Buffer.from('n 1\n'), contentType: 'text/plain',
        error: null, extras: {},
      }).stored).toBe(true);
    }
    nowMs += 40_000;
    await samples.flush();
    expect(samples.status().state).toBe('recording');
    const notes = await NoteStore.open(dataDir, faults.notice);
    counts['notes'] = TARGETS.reduce((sum, name) => sum + notes.list(name).length, 0);
    const replays = await ReplayStore.open(dataDir, faults.notice);
    counts['replays'] = replays.list().length;
    const outputs = await OutputStore.open(dataDir, faults.notice);
    const texts = await Promise.all(outputs.list().map(({ id }) => outputs.get(id)));
    counts['outputs'] = texts.filter(({ ok }) => ok).length;
    const embeds = await EmbedStore.open(dataDir, () => T, faults.notice);
    counts['embeds'] = embeds.list().length;
    counts['answers'] = (await Promise.all(embeds.list().map(({ id }) => embeds.answer(id))))
      .filter((answer) => answer !== null).length;
    const logs = await LogStore.open(dataDir, faults.notice);
    await logs.settled();
    counts['logs'] = (await Promise.all(readdirSync(join(dataDir, 'logs')).filter((one) => one.endsWith('.log.gz'))
      .map(async (one) => logText(await logs.bytes(one.slice(0, 64)))))).filter((text) => text !== null).length;
    const profiles = unwrap(await openProfileClient({ dataDir, workerUrl, faults }));
    const tops = await Promise.all((await profiles.list()).map(({ id }) => profiles.top(id, {})));
    counts['profiles'] = tops.filter(({ ok }) => ok).length;
    await profiles.close();
    const report = faults.report();
    return { counts, said: [...report.notices, ...report.faults.map(({ message }) => message)].join('\n') };
  } finally {
    await samples.close();
  }
}

const ALL = {
  'samples of prom': 16, 'samples of other': 16, notes: 2, replays: 2, outputs: 2, embeds: 2, answers: 2, profiles: 2,
  logs: 2,
};

/** A file of each kind, and the counts that may be lower without it. */
const KINDS: [kind: string, inFolder: RegExp, name: RegExp, own: (keyof typeof ALL)[]][] = [
  ['lock', /^$/, /^lock$/, []],
  ['format', /^$/, /^format$/, []],
  ['target.json', /samples\/prom/, /^target\.json$/, []],
  ['sealed partition', /samples\/prom/, /T120000Z\.duckdb$/, ['samples of prom']],
  ['head', /samples\/prom/, /head\.duckdb$/, ['samples of prom']],
  ['log of the head', /samples\/prom/, /\.wal$/, ['samples of prom']],
  ['notes', /notes$/, /\.ndjson$/, ['notes']],
  ['replay', /replays$/, /^[0-9a-f]{32}\.json$/, ['replays']],
  ['removed replays', /replays$/, /^removed\.json$/, []],
  ['output of a benchmark', /benchmarks$/, /\.json$/, ['outputs']],
  ['key of the embeds', /embeds$/, /^key$/, []],
  ['embed', /embeds$/, /^[\w-]{16}\.json$/, ['embeds', 'answers']],
  ['answer of an embed', /embeds$/, /answer\.json\.gz$/, ['answers']],
  ['profile', /profiles$/, /\.pb\.gz$/, ['profiles']],
  ['opened log', /logs$/, /\.log\.gz$/, ['logs']],
  ['what is known of an opened log', /logs$/, /^[0-9a-f]{64}\.json$/, ['logs']],
  ['description of a profile', /profiles$/, /^[0-9a-f]{64}\.json$/, []],
];

/** No other file names these, so a deleted one leaves no trace. */
const NO_TRACE = ['lock deleted', 'format deleted',
  // A log that ends early, or does not fit its sums from some place on, is what a crash leaves.
  'log of the head deleted', 'log of the head empty', 'log of the head half', 'log of the head flipped',
  // All that counts is left of it.
  'format half',
  // Lines of notes that a crash cut off.
  'notes half'];

const everyKind = process.env['EVERY_DAMAGE'] === '1';

describe.each(KINDS)('%s', (kind, inFolder, name, own) => {
  // In the suite each kind has a third of the damages, and each damage occurs for several kinds; EVERY_DAMAGE=1 runs
  // all.
  const at = KINDS.findIndex(([one]) => one === kind);
  const damages = Object.keys(DAMAGES).filter((_, i) => everyKind || i % 3 === at % 3)
    .filter((damage) => damage !== 'EIO' || canDamageByEio);
  it.each(damages)('%s: all else is served, and it is said', async (damage) => {
    const folder = join(root, 'case');
    rmSync(folder, { recursive: true, force: true });
    cpSync(good, folder, { recursive: true });
    const found = readdirSync(folder, { withFileTypes: true, recursive: true }).find((entry) =>
      inFolder.test(entry.parentPath.slice(folder.length + 1)) && name.test(entry.name));
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    DAMAGES[damage]?.(join(found.parentPath, found.name));
    nowMs = T + 2 * HOUR + 10_000;
    const run = (): ReturnType<typeof served> => served(folder);
    const { counts, said } = await (damage === 'EACCES' ? asNobody(root, run) : run());
    const others = Object.keys(ALL).filter((one) => !own.some((mine) => mine === one)) as (keyof typeof ALL)[];
    for (const one of others) expect(counts[one], one).toBe(ALL[one]);
    if (NO_TRACE.includes(`${kind} ${damage}`)) return;
    const id = basename(found.name).replace(/\.(?:json|pb\.gz|log\.gz|answer\.json\.gz)$/, '');
    expect(said).toContain(id === 'target' ? 'target' : id);
  });
});

it('names damaged bytes of profiles, embeds and opened logs at the start, before anybody asks for them', async () => {
  const folder = join(root, 'unasked');
  cpSync(good, folder, { recursive: true });
  const kinds = [['profiles', /\.pb\.gz$/], ['embeds', /answer\.json\.gz$/], ['logs', /\.log\.gz$/]] as const;
  const ids = kinds.map(([kind, name]) => {
    const found = readdirSync(join(folder, kind)).find((one) => name.test(one)) ?? '';
    DAMAGES['half']?.(join(folder, kind, found));
    return found.split('.', 1)[0];
  });
  const faults = new Faults();
  await EmbedStore.open(folder, () => T, faults.notice);
  await LogStore.open(folder, faults.notice);
  const profiles = unwrap(await openProfileClient({ dataDir: folder, workerUrl, faults }));
  await expect.poll(() => ids.filter((id) => !faults.report().notices.join('\n').includes(id ?? '?'))).toEqual([]);
  await profiles.close();
});
