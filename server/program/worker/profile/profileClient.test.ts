import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { buildProfileWorker } from '../../../../testdata/built/builtProfileWorker.ts';
import { profileBytes, unwrap } from '../../../../testdata/profiles/oracles.ts';
import { largeProfile } from '../../../../bench/profiles/largeProfile.ts';
import { decode } from '../../../profile/decode/decode.ts';
import { diffTop } from '../../../profile/diff/diff.ts';
import { pairOf, type SideProfile } from '../../../profile/query/pair.ts';
import { profileTarget } from '../../../../core/profileTarget.ts';
import type { Result } from '../../../../core/result.ts';
import { openProfileClient } from './profileClient.ts';

const BUILD_DIR = mkdtempSync(join(tmpdir(), 'profile-worker-'));
const workerUrl = pathToFileURL(join(BUILD_DIR, 'profileWorker.js'));
/** A worker that reads its messages and never answers. */
const silentWorker = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });"
  )}`
);
const BEFORE = 'seed-wal/before.cpu.pb.gz';
const AFTER = 'seed-wal/after.cpu.pb.gz';

let dataDir: string;
let client: ProfileCatalog;

beforeAll(async () => {
  await buildProfileWorker(BUILD_DIR);
}, 60_000);

afterAll(() => { rmSync(BUILD_DIR, { recursive: true, force: true }); });

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'profiles-'));
  client = unwrap(await openProfileClient({ dataDir, workerUrl }));
});

afterEach(async () => {
  await client.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function add(file: string): Promise<string> {
  return unwrap(await client.add({ bytes: profileBytes(file), name: file, source: { how: 'upload' } })).id;
}

function jsonOf(result: Result<unknown>): Uint8Array {
  if (!result.ok || result.json === undefined) throw new Error('the answer did not come as JSON text');
  return result.json;
}

describe('profile catalogue', () => {
  it('says how far a diff is while it is computed, and nothing before and after', async () => {
    const sides = { before: [await add(BEFORE)], after: [await add(AFTER)] };
    const idle = { step: null, doneRatio: 0 };
    expect(client.diffProgress(sides)).toEqual(idle);
    const seen = new Set<string | null>();
    const answer = client.diffFlamegraph(sides);
    let isDone = false;
    void answer.finally(() => { isDone = true; });
    while (!isDone) {
      seen.add(client.diffProgress(sides).step);
      await new Promise((resume) => { setImmediate(resume); });
    }
    unwrap(await answer);
    expect([...seen].some((step) => step !== null)).toBe(true);
    expect(client.diffProgress(sides)).toEqual(idle);
    expect(client.diffProgress({ before: ['none'], after: ['none'] })).toEqual(idle);
  });

  it('keeps a profile with what it says of itself, and finds it again after a restart', async () => {
    const id = await add(BEFORE);
    const info = unwrap(await client.get(id));
    expect(info).toMatchObject({
      id, kind: 'cpu', defaultSampleType: 'cpu', samples: 1216, sizeBytes: 26876,
      sampleTypes: [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }],
    });
    expect(info.durationSeconds).toBeCloseTo(49.76, 2);
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    await client.close();
    client = unwrap(await openProfileClient({ dataDir, workerUrl }));
    expect(await client.list()).toEqual([info]);
    expect(Buffer.from(unwrap(await client.download(id)))).toEqual(profileBytes(BEFORE));
  });

  it('knows the same profile again, gzip or not', async () => {
    const plain = await add('malformed/valid-plain.pb');
    expect(await add('malformed/valid-plain.pb.gz')).toBe(plain);
    expect(await client.list()).toHaveLength(1);
    expect(readdirSync(join(dataDir, 'profiles')).sort()).toEqual([`${plain}.json`, `${plain}.pb.gz`]);
  });

  it('answers top, flame graph, both diffs and the difference as a profile', async () => {
    const before = await add(BEFORE);
    const after = await add(AFTER);
    expect(unwrap(await client.top(before, { limit: 1 }))).toMatchObject({
      unit: 'nanoseconds', total: 75_160_000_000,
        rows: [{ function: 'runtime.scanobject', flat: 8_990_000_000, cum: 17_890_000_000 }],
    });
    expect(unwrap(await client.flamegraph(before, {})).root.value).toBe(75_160_000_000);
    const query = { before: [before], after: [after] };
    const diff = unwrap(await client.diffTop(query));
    expect(diff.totals).toEqual({ before: 75_160_000_000, after: 51_030_000_000 });
    expect(diff.finding.code).toBe('diff-total');
    expect(unwrap(await client.diffFlamegraph(query)).root)
      .toMatchObject({ before: 75_160_000_000, after: 51_030_000_000 });
    const difference = unwrap(
      await client.add(
        { bytes: unwrap(await client.diffDownload(query)), name: 'difference', source: { how: 'upload' } }
      )
    );
    const rows = new Map(unwrap(await client.top(difference.id, {})).rows.map((row) => [row.function, row.flat]));
    for (const row of diff.rows.filter(({ flat }) => flat.delta !== 0))
      expect(rows.get(row.function), row.function).toBe(row.flat.delta);
  });

  it.each([
    ['allocations over 5 s', 'live/allocs.delta5s.pb.gz', 'allocs', 'alloc_space'],
    ['a heap over 5 s of a target called allocs', 'live/heap.delta5s.pb.gz', 'heap', 'inuse_space'],
  ])('one default type in the list, in every view and in a diff: %s', async (_what, file, kind, sampleType) => {
    const name = `allocs ${kind}, 5 s`;
    const bytes = profileBytes(file);
    const { id, ...info } = unwrap(
      await client.add({ bytes, name, kind, source: { how: 'capture', target: 'allocs', captureId: 'c' } })
    );
    expect(info.defaultSampleType).toBe(sampleType);
    const heads = [
      await client.top(id, {}), await client.flamegraph(id, {}), await client.view('subsystems', id, {}),
      await client.diffTop({ before: [id], after: [id] }), await client.diffFlamegraph({ before: [id], after: [id] }),
    ];
    for (const head of heads) expect(unwrap<{ sampleType: string }>(head).sampleType).toBe(sampleType);
    expect(unwrap(await client.view('text', id, { report: 'top' }))).toContain(`Type: ${sampleType}`);
  });

  it('belongs to the recording that was opened with it, also after a restart; a capture keeps its target', async () => {
    const id = await add(BEFORE);
    const captured = unwrap(await client.add({
      bytes: profileBytes(AFTER), name: 'c', source: { how: 'capture', target: 'own', captureId: 'c' },
    })).id;
    await client.belongTo([id, captured, '0'.repeat(64)], 'opened');
    await client.close();
    client = unwrap(await openProfileClient({ dataDir, workerUrl }));
    const sources = (await client.list()).map((info) => [info.id, profileTarget(info)]);
    expect(sources).toEqual(expect.arrayContaining([[id, 'opened'], [captured, 'own']]));
  });

  it('answers callers, lines with text, tags and subsystems, of one and of both', async () => {
    const root = join(dataDir, 'go', 'src', 'runtime');
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'mgcmark.go'), Array.from({ length: 2000 }, (_, i) => `line ${i + 1}`).join('\n'));
    await client.close();
    client = unwrap(
      await openProfileClient(
        {
          dataDir, workerUrl, sourceRoots: [join(dataDir, 'go', 'src')],
          subsystems: [{ id: 'walload', name: 'Loader', functions: ['^main\\.'] }],
        }
      )
    );
    const query = { before: [await add(BEFORE)], after: [await add(AFTER)], function: 'runtime.scanobject' };
    const [id = ''] = query.before;
    expect(unwrap(await client.view('callers', id, query)))
      .toMatchObject({ flat: 8_990_000_000, cum: 17_890_000_000, calleeTree: { root: { value: 17_890_000_000 } } });
    expect(unwrap(await client.diffView('callers', query)).flat.delta).toBe(-7_140_000_000);
    const [file] = unwrap(await client.view('lines', id, query)).files;
    expect(file).toMatchObject({ file: '/usr/local/go/src/runtime/mgcmark.go', hasSource: true });
    expect(file?.rows.every((row) => row.text === `line ${row.line}`)).toBe(true);
    const lines = unwrap(await client.diffView('lines', query));
    expect(lines.files.flatMap((each) => each.rows).reduce((sum, row) => sum + row.flat.delta, 0)).toBe(-7_140_000_000);
    expect(unwrap(await client.view('tags', id, query)).keys).toEqual([]);
    expect(unwrap(await client.diffView('tags', query)).totals.before).toBe(75_160_000_000);
    const subsystems = unwrap(await client.view('subsystems', id, query));
    expect(subsystems.sum).toBe(75_160_000_000);
    expect(subsystems.rows.map((row) => row.name)).toContain('Loader');
    expect(unwrap(await client.diffView('subsystems', query)).sum.delta).toBe(-24_130_000_000);
    expect(unwrap(await client.view('graph', id, query))).toMatch(/^<svg .*<\/svg>$/s);
    expect(unwrap(await client.diffView('graph', { ...query, nodecount: 10 }))).toContain('10 of ');
    expect(await client.view('lines', 'nothing', query))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect(await openProfileClient({ dataDir, workerUrl, subsystems: [{ id: 'x', name: 'Mine', functions: ['('] }] }))
      .toMatchObject({ ok: false });
  });

  it('refuses each broken file with a sentence and reads the next good one', async () => {
    const broken = await client.add(
      { bytes: profileBytes('malformed/error-page.html'), name: 'x', source: { how: 'upload' } }
    );
    expect(broken).toEqual(
      { ok: false, error: { errorType: 'unprofilable', message: expect.stringContaining('web page') as string } }
    );
    const bomb = Buffer.concat(Array.from({ length: 9 }, () => gzipSync(new Uint8Array(64 * 1024 * 1024))));
    const refused = await client.add({ bytes: bomb, name: 'bomb', source: { how: 'upload' } });
    expect(refused).toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    await add(BEFORE);
    expect(await client.list()).toHaveLength(1);
  });

  it('says which profile is not there', async () => {
    for (
      const result of [
        await client.get('nothing'), await client.top('../../etc', {}),
        await client.diffTop({ before: ['a'], after: ['b'] }), await client.remove('x'),
      ]
    ) {
      expect(result).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    }
  });

  it('refuses a file above the upload limit without reading it', async () => {
    const small = unwrap(await openProfileClient({ dataDir, workerUrl: silentWorker, maxUploadBytes: 1024 }));
    expect(await small.add({ bytes: profileBytes(BEFORE), name: 'x', source: { how: 'upload' } }))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    await small.close();
  });

  it('writes a damaged description anew and leaves damaged bytes out of the list', async () => {
    const id = await add(BEFORE);
    const other = await add(AFTER);
    await client.close();
    writeFileSync(join(dataDir, 'profiles', `${id}.json`), '{"info": {"id"');
    writeFileSync(join(dataDir, 'profiles', `${other}.json`), '[]');
    writeFileSync(join(dataDir, 'profiles', `${other}.pb.gz`), 'not a profile');
    writeFileSync(join(dataDir, 'profiles', `${'0'.repeat(64)}.pb.gz.1.tmp`), 'half');
    client = unwrap(await openProfileClient({ dataDir, workerUrl }));
    expect(await client.list()).toMatchObject([{ id, samples: 1216, name: `recovered ${id.slice(0, 12)}` }]);
    expect(readdirSync(join(dataDir, 'profiles')).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  it('gives up on a task that takes too long, and on the next one as well', async () => {
    await client.close();
    client = unwrap(await openProfileClient({ dataDir, workerUrl: silentWorker, timeLimitMs: 300 }));
    const tasks = [
      1, 2, 3,
    ].map(() => client.add({ bytes: profileBytes(BEFORE), name: 'x', source: { how: 'upload' } }));
    for (const result of await Promise.all(tasks))
      expect(result).toMatchObject({ ok: false, error: { errorType: 'timeout' } });
  });

  it('puts the diff table of two large profiles together from both sides, as the whole pair gives it', async () => {
    const made = (side: 'before' | 'after'): Uint8Array =>
      largeProfile({ samples: 12_000, functions: 900, seed: 5, side });
    const [before = '', after = ''] = await Promise.all((['before', 'after'] as const).map(async (side) => (
      unwrap(await client.add({ bytes: made(side), name: side, source: { how: 'upload' } })).id)));
    const query = { before: [before], after: [after], limit: 50 };
    const table = unwrap(await client.diffTop(query));
    expect(table.rows).toHaveLength(50);
    const side = async (which: 'before' | 'after'): Promise<SideProfile[]> =>
      [{ profile: unwrap(await decode(made(which))).profile }];
    const whole = unwrap(pairOf(await side('before'), await side('after'), undefined, 'none'));
    expect(table).toEqual(JSON.parse(JSON.stringify(unwrap(diffTop(whole, { limit: 50 })))));
    expect(await client.diffTop({ ...query, focus: '(' }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });

  it('answers each view of the same question again without a thread, until the profile is removed', async () => {
    const ids = [await add(BEFORE), await add(AFTER)];
    const [before = '', after = ''] = ids;
    const pair = { before: [before], after: [after] };
    const view = { function: 'runtime.scanobject', limit: 5 };
    const questions: [string, () => Promise<Result<unknown>>][] = [
      ['top', () => client.top(before, view)], ['flamegraph', () => client.flamegraph(before, {})],
      ['diffTop', () => client.diffTop(pair)], ['diffFlamegraph', () => client.diffFlamegraph(pair)],
        ['comparability', () => client.comparability(pair)],
      ['report', () => client.diffReport('md', pair)],
      ...(
        ['callers', 'lines', 'tags', 'subsystems', 'graph'] as const
      ).flatMap((name): [string, () => Promise<Result<unknown>>][] => [
        [name, () => client.view(name, before, view)],
          [`diff ${name}`, () => client.diffView(name, { ...pair, ...view })],
      ]),
    ];
    const first = new Map<string, Uint8Array>();
    for (const [name, ask] of questions) first.set(name, jsonOf(await ask()));
    // The same bytes, not equal ones: nothing was computed.
    for (const [name, ask] of questions) expect(jsonOf(await ask()) === first.get(name), name).toBe(true);
    unwrap(await client.remove(before));
    for (const [name, ask] of questions)
      expect(await ask(), name).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it('answers many questions at once, each with its own answer', async () => {
    const ids = [await add(BEFORE), await add(AFTER)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => client.top(ids[i % 2] ?? '', { limit: i + 1 }))
    );
    answers.forEach((answer, i) => {
      expect(unwrap(answer).rows).toHaveLength(i + 1);
      expect(unwrap(answer).total).toBe(i % 2 === 0 ? 75_160_000_000 : 51_030_000_000);
    });
  });
});
