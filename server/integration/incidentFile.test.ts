import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Envelope, MemoryPanel, Note, OpenedArchive, PanelFinding, ProfileInfo, ReplayList, Target,
} from '../../core/contract/contract.ts';
import { tarGzOf, zipOf } from '../testdata/hostileArchives.ts';
import { demoOpened, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const PATHS = [
  'panels/gc-cpu', 'panels/compaction', 'panels/wal-replay', 'panels/memory', 'panels/scrapes', 'findings', 'host',
];
const demoProfile = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../public/demo', name));
const bundle = readFileSync(join(import.meta.dirname, '../testdata/archives/prom-2.42-debug.tar.gz'));

const [here, there] = [newDataDir(), newDataDir()];
let scope: Tsdbscope;
let other: Tsdbscope;

beforeAll(async () => {
  // Beside the demo a target that answers nothing, whose container's limit is known.
  const config = join(here.dataDir, 'tsdbscope.yml');
  writeFileSync(config, 'targets: [{name: limited, url: "http://127.0.0.1:9", memory_limit: 2GB}]\n');
  scope = await startTsdbscope(['--demo', '--config', config], join(here.dataDir, 'data'));
  // It answers nothing there: the other one never saw any target.
  other = await startTsdbscope(['http://127.0.0.1:9'], there.dataDir);
  await demoOpened(scope);
});
afterAll(async () => {
  await Promise.all([scope.stop(), other.stop()]);
  here.remove();
  there.remove();
});

async function exported(target: string, query = ''): Promise<Buffer> {
  const answer = await scope.fetch(`/api/v1/targets/${target}/incident${query}`);
  if (answer.status !== 200) throw new Error(await answer.text());
  expect(answer.headers.get('content-disposition')).toMatch(/filename="?[\w.-]+\.incident\.tar\.gz/);
  return Buffer.from(await answer.arrayBuffer());
}

async function post(
  path: string, body: Uint8Array | FormData
): Promise<{ status: number; answer: Envelope<OpenedArchive> }> {
  const sent = await other.fetch(
    `/api/v1${path}`, { method: 'POST', body: body instanceof FormData ? body : new Uint8Array(body) }
  );
  return { status: sent.status, answer: await sent.json() as Envelope<OpenedArchive> };
}

async function opened(path: string, body: Uint8Array | FormData): Promise<OpenedArchive> {
  const { status, answer } = await post(path, body);
  if (answer.status === 'error') throw new Error(answer.error);
  expect(status).toBe(201);
  return answer.data;
}

async function bodyOf(of: Tsdbscope, path: string): Promise<string> {
  return (await of.fetch(`/api/v1${path}`)).text();
}

describe('an incident opened on a machine that never saw the target', () => {
  it.each([
    ['the whole demo', 'demo-incident', ''],
    ['the last six minutes of it', 'demo-incident', '?start=1795192900&end=1795193267'],
    ['a replay of its WAL', 'demo-wal-replay', ''],
  ])('gives every panel\'s answer, the findings and the host to the byte: %s', async (_what, target, window) => {
    const name = `opened ${target} ${window.length}`;
    const { target: got, kind } =
      await opened(`/incidents?name=${encodeURIComponent(name)}`, await exported(target, window));
    expect({ kind, name: got?.name, state: got?.state, url: got?.url })
      .toEqual({ kind: 'incident', name, state: 'recorded', url: null });
    for (const path of PATHS) {
      // Without a window the opened one shows what was exported; with one, both are asked the same.
      const mine = await bodyOf(scope, `/targets/${target}/${path}${window}`);
      expect(mine.length, path).toBeGreaterThan(500);
      expect(await bodyOf(other, `/targets/${encodeURIComponent(name)}/${path}`) === mine, `${path}, no window asked`)
        .toBe(true);
      expect(
        await bodyOf(
          other, `/targets/${encodeURIComponent(name)}/${path}${window}`
        ) === mine, `${path}, the same window asked`
      ).toBe(true);
    }
  });

  it('knows the limit of its container, which the configuration had', async () => {
    await expect.poll(async () => (await scope.get<Target>('/targets/limited')).recorded).not.toBeNull();
    const [start, end] = [Math.floor(Date.now() / 1000) - 60, Math.ceil(Date.now() / 1000)];
    const {
      target,
    } = await opened('/incidents?name=opened%20limited', await exported('limited', `?start=${start}&end=${end}`));
    expect((await scope.get<MemoryPanel>('/targets/limited/panels/memory')).limitBytes).toBe(2 * 2 ** 30);
    expect(
      (await other.get<MemoryPanel>(`/targets/${encodeURIComponent(target?.name ?? '')}/panels/memory`)).limitBytes
    ).toBe(2 * 2 ** 30);
  });

  it('brings notes, starts and profiles along, and says so again after a restart', async () => {
    const note = {
      time: 1_795_192_900, endTime: null, text: 'here it began, see http://me:hunter2@wiki/x', author: 'on call',
    };
    await scope.fetch('/api/v1/targets/demo-incident/notes', { method: 'POST', body: JSON.stringify(note) });
    const file = await exported('demo-incident');
    const { target, profiles } = await opened('/incidents', file);
    const second = await opened('/incidents', file);
    expect([target?.name, second.target?.name]).toEqual(['demo-incident', 'demo-incident (2)']);
    expect(profiles.map(({ name }) => name)).toContain('Prometheus 2.42, quiet and compacting (after)');
    await other.stop();
    other = await startTsdbscope(['http://127.0.0.1:9'], there.dataDir);
    const [kept] = (await other.get<Target[]>('/targets')).filter(({ name }) => name === 'demo-incident (2)');
    expect(kept?.incident).toMatchObject({ name: 'demo-incident', profileIds: profiles.map(({ id }) => id) });
    const notes = await other.get<Note[]>('/targets/demo-incident/notes');
    expect(notes).toMatchObject([{ text: 'here it began, see http://wiki/x', author: 'on call' }]);
    const mine = await scope.get<ReplayList>('/replays?target=demo-incident');
    const theirs = await other.get<ReplayList>('/replays?target=demo-incident');
    expect(theirs.replays.map(({ start, outcome }) => ({ start, outcome })))
      .toEqual(mine.replays.map(({ start, outcome }) => ({ start, outcome })));
    expect(await bodyOf(other, '/targets/demo-incident/findings'))
      .toBe(await bodyOf(scope, '/targets/demo-incident/findings'));
    for (const { id } of profiles)
      expect(await bodyOf(other, `/profiles/${id}/top`)).toBe(await bodyOf(scope, `/profiles/${id}/top`));
  });

  it('takes what is asked for, and refuses words it does not know', async () => {
    const bare = await opened('/incidents?name=bare', await exported('demo-incident', '?include=none'));
    expect(bare).toMatchObject({ profiles: [], skipped: [], target: { incident: { profileIds: [] } } });
    const wrong = await scope.fetch('/api/v1/targets/demo-incident/incident?include=everything');
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { error: string }).error).toContain('profiles, uploads, replays, notes');
  });

  it('is refused when it was cut, altered, or is of another version, and leaves nothing behind', async () => {
    const file = await exported('demo-incident', '?include=none');
    const before = (await other.get<Target[]>('/targets')).length;
    const tar = gunzipSync(file);
    const altered = Buffer.from(tar);
    const at = altered.indexOf('"severity"');
    altered.write('"Severity"', at);
    const newer = Buffer.from(tar);
    newer.write('"version": 9', newer.indexOf('"version": 1'));
    for (const [bytes, sentence] of [
      [file.subarray(0, file.length - 1000), /cut off in or after its entry/],
      [
        gzipSync(altered),
        /The member "findings\.json" of the incident file is not what its manifest says \(another checksum\)/,
      ],
      [gzipSync(newer), /is of format version 9, and this tsdbscope reads version 1/],
    ] as const) {
      const { status, answer } = await post('/incidents?name=bad', bytes);
      expect(status).toBe(400);
      expect(answer.status === 'error' ? answer.error : '').toMatch(sentence);
    }
    expect((await other.get<Target[]>('/targets')).length).toBe(before);
  });
});

describe('what is not an incident file', () => {
  it('the tarball of promtool debug: profiles by name and time, metrics as a target with its limits', async () => {
    const { profiles, metrics, target, skipped } = await opened('/debug-bundles?name=prom-eu-1', bundle);
    expect(profiles.map(({ name, kind }) => [name, kind])).toEqual([
      ['prom-eu-1 heap.pb', 'heap'], ['prom-eu-1 mutex.pb', 'mutex'], ['prom-eu-1 threadcreate.pb', 'threadcreate'],
      ['prom-eu-1 cpu.pb', 'cpu'], ['prom-eu-1 block.pb', 'block'], ['prom-eu-1 goroutine.pb', 'goroutine'],
      ['prom-eu-1 trace.pb', 'trace'],
    ]);
    // Of Go 1.19, whose format of traces states no time and is not read here: kept for "go tool trace".
    const [trace] = profiles.slice(-1);
    expect(trace).toMatchObject({ time: null, comments: [expect.stringContaining('go tool trace')] });
    for (const { time } of profiles.slice(0, -1)) expect(time).toBeGreaterThan(1_795_193_000);
    expect(metrics).toMatchObject({ target: 'prom-eu-1', samples: 602, timeFrom: 'profiles' });
    expect(target).toMatchObject({ state: 'recorded', kind: 'prometheus', version: '2.42.0+ds' });
    expect(skipped).toEqual([]);
    const findings = await other.get<PanelFinding[]>('/targets/prom-eu-1/findings');
    expect(new Set(findings.filter(({ severity }) => severity === 'unknown').map(({ code }) => code)))
      .toEqual(new Set(['one-scrape']));
    expect((await post('/debug-bundles?name=prom-eu-1', bundle)).answer)
      .toMatchObject({ status: 'error', error: expect.stringContaining('give another name') as string });
  });

  const before = demoProfile('compaction.before.cpu.pb.gz');
  const after = demoProfile('compaction.after.cpu.pb.gz');

  it('a zip and a folder of profiles keep paths as names; unreadable files get a reason', async () => {
    const zip = await opened(
      '/incidents',
      zipOf([
        { name: 'run/before/cpu.pb.gz', data: before }, { name: 'run/after/cpu.pprof', data: gunzipSync(after) },
        { name: 'run/notes.md', data: Buffer.from('# hello') }, { name: 'run/.DS_Store', data: Buffer.from('x') },
        { name: 'run/inner.zip', data: zipOf([]) }, { name: '../evil.pb.gz', data: before },
      ])
    );
    expect(zip.profiles.map(({ name }) => name)).toHaveLength(2);
    expect(zip.skipped.map(({ name }) => name)).toEqual(['../evil.pb.gz', 'run/notes.md', 'run/inner.zip']);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(before)]), 'run/before/cpu.pb.gz');
    form.append('file', new Blob([new Uint8Array(after)]), '../../etc/cpu.pb.gz');
    const folder = await opened('/debug-bundles', form);
    expect(folder.profiles).toHaveLength(1);
    expect(
      folder.skipped
    ).toEqual([{ name: '../../etc/cpu.pb.gz', reason: expect.stringContaining('leads out of the archive') as string }]);
  });

  it('is refused in a sentence when nothing in it opens; what is stored stays', async () => {
    const [targets, profiles] = [await other.get<Target[]>('/targets'), await other.get<ProfileInfo[]>('/profiles')];
    for (const [bytes, sentence] of [
      [
        await tarGzOf([{ name: 'readme.md', data: Buffer.from('hello') }]),
        /^Nothing in it could be opened: "readme\.md" was skipped because /,
      ],
      [
        await tarGzOf([{ name: 'link', type: 'symlink', linkname: '/etc/passwd' }]),
        /^Nothing in it could be opened: "link" was skipped because it is a symbolic link/,
      ],
      [await tarGzOf([{ name: 'zeros', data: Buffer.alloc(24 * 2 ** 20) }]), /more than 200 times its size/],
      [Buffer.from('hello '.repeat(100)), /^This is no tar archive/],
      [zipOf([]), /^There is no file in it/],
    ] as const) {
      const { status, answer } = await post('/debug-bundles?name=nothing', bytes);
      expect([400, 413]).toContain(status);
      expect(answer.status === 'error' ? answer.error : '').toMatch(sentence);
    }
    expect((await other.get<Target[]>('/targets')).map(({ name }) => name)).toEqual(targets.map(({ name }) => name));
    expect((await other.get<ProfileInfo[]>('/profiles')).map(({ id }) => id)).toEqual(profiles.map(({ id }) => id));
  });
});
