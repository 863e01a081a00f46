/** What other tools pack, opened as incidents, and what of the configuration travels with an incident file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Envelope, MemoryPanel, OpenedArchive, PanelFinding, ProfileInfo, Target,
} from '../../../core/contract/contract.ts';
import { tarGzOf, zipOf } from '../../../testdata/archives/hostileArchives.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const demoProfile = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../public/demo', name));
const bundle = readFileSync(join(import.meta.dirname, '../../../testdata/archives/prom-2.42-debug.tar.gz'));

const [here, there] = [newDataDir(), newDataDir()];
let scope: Tsdbscope;
let other: Tsdbscope;

beforeAll(async () => {
  // A target that answers nothing, whose container's limit is known; the other program never saw any target.
  const config = join(here.dataDir, 'tsdbscope.yml');
  writeFileSync(config, 'targets: [{name: limited, url: "http://127.0.0.1:9", memory_limit: 2GB}]\n');
  scope = await startTsdbscope(['--config', config], join(here.dataDir, 'data'));
  other = await startTsdbscope(['http://127.0.0.1:9'], there.dataDir);
});
afterAll(async () => {
  await Promise.all([scope.stop(), other.stop()]);
  here.remove();
  there.remove();
});

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

it('an incident file has the limit of its container, which the configuration had', async () => {
  await expect.poll(async () => (await scope.get<Target>('/targets/limited')).recorded).not.toBeNull();
  const [start, end] = [Math.floor(Date.now() / 1000) - 60, Math.ceil(Date.now() / 1000)];
  const file = await scope.fetch(`/api/v1/targets/limited/incident?start=${start}&end=${end}`);
  const { target } = await opened('/incidents?name=opened%20limited', Buffer.from(await file.arrayBuffer()));
  expect((await scope.get<MemoryPanel>('/targets/limited/panels/memory')).limitBytes).toBe(2 * 2 ** 30);
  expect(
    (await other.get<MemoryPanel>(`/targets/${encodeURIComponent(target?.name ?? '')}/panels/memory`)).limitBytes
  ).toBe(2 * 2 ** 30);
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
    expect(folder.skipped).toEqual([
      { name: '../../etc/cpu.pb.gz', reason: expect.stringContaining('leads out of the archive') as string },
    ]);
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
