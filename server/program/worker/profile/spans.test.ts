import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileInfo, SpanProfile } from '../../../../core/contract/contract.ts';
import { spanId } from '../../../../core/profileSpan.ts';
import { decode } from '../../../profile/decode/decode.ts';
import { encode } from '../../../profile/decode/encode.ts';
import { top } from '../../../profile/query/top.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { buildProfileWorker } from '../../../../testdata/built/builtProfileWorker.ts';
import { loadProfile, profileBytes, readOracles, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { openProfileClient } from './profileClient.ts';

const BUILD_DIR = mkdtempSync(join(tmpdir(), 'span-worker-'));
const DATA_DIR = mkdtempSync(join(tmpdir(), 'span-profiles-'));
const TARGET = 'prom:9090, "a"';
const oracle = readOracles(profileBytes('span/oracles.tsv.gz')).find(({ name }) => name === 'groups');

let client: ProfileCatalog;
const light: ProfileInfo[] = [];
const busy: ProfileInfo[] = [];

async function added(file: string, uptimeSeconds?: number): Promise<ProfileInfo> {
  return unwrap(await client.add({
    bytes: profileBytes(file), name: file, source: { how: 'capture', target: TARGET, captureId: file },
    ...(uptimeSeconds === undefined ? {} : { targetFacts: { uptimeSeconds, version: '2.42.0' } }),
  }));
}

beforeAll(async () => {
  const workerUrl = await buildProfileWorker(BUILD_DIR);
  client = unwrap(await openProfileClient({ dataDir: DATA_DIR, workerUrl, ownIds: () => null }));
  for (let i = 1; i <= 8; i++) light.push(await added(`steady/light-${i}.cpu.pb.gz`));
  for (let i = 1; i <= 6; i++) busy.push(await added(`steady/busy-${i}.cpu.pb.gz`));
}, 60_000);

afterAll(async () => {
  await client.close();
  for (const folder of [BUILD_DIR, DATA_DIR]) rmSync(folder, { recursive: true, force: true });
});

/** The span that these profiles fill. */
function around(infos: readonly ProfileInfo[]): { target: string; kind: string; start: number; end: number } {
  const times = infos.map(({ time }) => time ?? 0);
  const end = Math.max(...infos.map(({ time, durationSeconds }) => (time ?? 0) + (durationSeconds ?? 0)));
  return { target: TARGET, kind: 'cpu', start: Math.floor(Math.min(...times)), end: Math.ceil(end) };
}

const spanOf = async (infos: readonly ProfileInfo[]): Promise<SpanProfile> => unwrap(await client.span(around(infos)));

describe('a span of time', () => {
  it('says which profiles it has and what they cover, and is described as one', async () => {
    const span = await spanOf(light);
    expect(span.ids).toEqual(light.map(({ id }) => id));
    expect(span.coverageRatio).toBeCloseTo(240 / (span.end - span.start), 2);
    expect(span.sentence).toMatch(/^The sum of 8 profiles, taken during \d+ % of this span\.$/);
    const id = spanId(around(light));
    expect(span.profile).toEqual(unwrap(await client.get(id)));
    expect(span.profile).toMatchObject({
      id, kind: 'cpu', defaultSampleType: 'cpu', source: { how: 'merged', target: TARGET, times: span.covered },
    });
    expect(span.profile?.durationSeconds).toBeCloseTo(240, 0);
  });

  it('answers every view as the sum of its profiles', async () => {
    const id = spanId(around(light));
    const tops = await Promise.all(light.map(async (one) => unwrap(await client.top(one.id, {})).total));
    const total = tops.reduce((sum, each) => sum + each, 0);
    expect(unwrap(await client.top(id, { limit: 3 }))).toMatchObject({ total, unit: 'nanoseconds' });
    expect(unwrap(await client.flamegraph(id, {})).root.value).toBe(total);
    expect(unwrap(await client.view('subsystems', id, {})).sum).toBe(total);
    expect(unwrap(await client.view('text', id, { report: 'top' }))).toContain('Type: cpu');
    for (const view of ['tags', 'traces', 'graph'] as const) unwrap(await client.view(view, id, {}));
    const downloaded = unwrap(await decode(unwrap(await client.download(id)))).profile;
    expect(unwrap(top(downloaded, {})).total).toBe(total);
  });

  it('has captures on our clock, whatever clock their profiles state', async () => {
    const target = 'ahead';
    const source = { how: 'capture', target, captureId: 'ahead' } as const;
    const original = await loadProfile('steady/light-1.cpu.pb.gz');
    const timeNanos = original.timeNanos + 3_000_000_000n;
    const begun = Number(original.timeNanos) / 1e9;
    const lasted = Number(original.durationNanos) / 1e9;
    const added = unwrap(await client.add({
      bytes: encode({ ...original, timeNanos }), name: 'ahead', source,
      taken: { startMs: 1000 * begun - 50, endMs: 1000 * (begun + lasted) + 50 },
    }));
    expect(added.time).toBeCloseTo(begun, 1);
    const span = unwrap(await client.span({ target, kind: 'cpu', start: begun - 1, end: begun + lasted + 1 }));
    expect(span.ids).toEqual([added.id]);
    expect(span.covered[0]?.start).toBeCloseTo(begun, 1);
    const [cpu] = unwrap(await client.cpu(added.id));
    expect(cpu).toMatchObject({ start: added.time, onOurClock: true });
    expect((await decode(unwrap(await client.download(added.id)))).ok).toBe(true);
  });

  it('has profiles that keep what they say of CPU, each for itself', async () => {
    const [cpu] = unwrap(await client.cpu(light[0]?.id ?? ''));
    const { total } = unwrap(await client.top(light[0]?.id ?? '', {}));
    expect(cpu).toMatchObject({ id: light[0]?.id, name: light[0]?.name, start: light[0]?.time });
    expect(Object.values(cpu?.seconds ?? {}).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total / 1e9, 6);
    const [collecting] = unwrap(await client.cpu(busy[0]?.id ?? ''));
    expect(collecting?.seconds.gc).toBeCloseTo(collecting?.gc.gcCpuSeconds ?? NaN, 6);
    expect(unwrap(await client.stored(light[0]?.id ?? '')).cpu?.profiles).toHaveLength(1);
    expect(await client.cpu('nothing')).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it('as both sides of a diff is what go tool pprof has for two groups', async () => {
    const query = { before: [spanId(around(light))], after: [spanId(around(busy))], normalize: 'sum' as const };
    const rows = unwrap(await client.diffTop({ ...query, limit: 0 })).rows
      .flatMap(({ function: name, flat, cum }) => (
        flat.delta === 0 && cum.delta === 0 ? [] : [[name, { flat: flat.delta, cum: cum.delta }] as const]
      ));
    expect(new Map(rows)).toEqual(oracle?.rows);
    unwrap(await client.diffFlamegraph(query));
    expect(unwrap(await client.diffReport('md', query))).toContain('8 profiles from');
    const mixed = { before: [light[0]?.id ?? ''], after: query.after, normalize: 'duration' as const };
    expect(unwrap(await client.diffTop(mixed)).totals.before).toBeGreaterThan(0);
  });

  it('without a profile names the nearest, wherever it is asked for', async () => {
    const last = around(busy);
    const empty = { ...last, start: last.end + 100, end: last.end + 200 };
    expect(unwrap(await client.span(empty))).toMatchObject({
      ids: [], profile: null, coverageRatio: 0, nearest: { id: busy[5]?.id },
    });
    const message = expect.stringMatching(/^no cpu profile of .*; the nearest was taken at /) as string;
    for (const answer of [await client.get(spanId(empty)), await client.top(spanId(empty), {})])
      expect(answer).toEqual({ ok: false, error: { errorType: 'not_found', message } });
    const other = unwrap(await client.span({ ...last, target: 'other' }));
    expect(other).toMatchObject({ nearest: null, sentence: expect.stringMatching(/; capture one\.$/) as string });
    expect(await client.remove(spanId(last))).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(await client.span({ ...last, end: last.start })).toMatchObject({ ok: false });
  });

  it('counts growth from zero after a restart, in between as after minus before', async () => {
    const heaps = [await added('recordings/quiet-1.heap.pb.gz', 5000), await added('recordings/quiet-4.heap.pb.gz', 3)];
    const span = unwrap(await client.span({ ...around(heaps), kind: 'heap', start: around(heaps).start - 1 }));
    expect(span.restarts).toEqual([(heaps[1]?.time ?? 0) - 3]);
    expect(span.sentence).toContain('the process was started once meanwhile');
    const id = span.profile?.id ?? '';
    const sampleType = 'alloc_space';
    expect(unwrap(await client.top(id, { sampleType })).total)
      .toBe(unwrap(await client.top(heaps[1]?.id ?? '', { sampleType })).total);
  });

  it('rolled up is the same, and keeps what each of its profiles says of CPU', async () => {
    const span = around(light);
    const before = unwrap(await client.top(spanId(span), { limit: 0 }));
    const cpus = await Promise.all(light.map(async ({ id }) => unwrap(await client.cpu(id))[0]));
    const rolled = unwrap(await client.rollUp(light.map(({ id }) => id)));
    expect(rolled.source).toEqual({
      how: 'merged', target: TARGET,
      times: light.map(({ time, durationSeconds }) => ({ start: time, end: (time ?? 0) + (durationSeconds ?? 0) })),
    });
    expect(unwrap(await client.top(spanId(span), { limit: 0 }))).toEqual(before);
    expect((await client.list()).filter(({ id }) => light.some((one) => one.id === id))).toEqual([]);
    const workerUrl = pathToFileURL(join(BUILD_DIR, 'profileWorker.js'));
    const again = unwrap(await openProfileClient({ dataDir: DATA_DIR, workerUrl }));
    const kept = unwrap(await again.cpu(rolled.id)).map(({ id: _, name: _n, ...one }) => one);
    expect(kept).toEqual(cpus.map((one) => ({ ...one, id: undefined, name: undefined }))
      .map(({ id: _, name: _n, ...one }) => one));
    expect((await again.span(span)).ok && unwrap(await again.span(span)).ids).toEqual([rolled.id]);
    expect(await again.rollUp([rolled.id, busy[1]?.id ?? ''])).toMatchObject({ ok: false });
    await again.close();
  });

  it('is another one when a profile of it is removed', async () => {
    const id = spanId(around(busy));
    const before = unwrap(await client.top(id, {})).total;
    const gone = unwrap(await client.top(busy[0]?.id ?? '', {})).total;
    unwrap(await client.remove(busy[0]?.id ?? ''));
    expect(unwrap(await client.top(id, {})).total).toBe(before - gone);
  });
});
