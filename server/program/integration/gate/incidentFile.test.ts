/** An incident file of the demo, opened on a program that never saw its target. */
import { gunzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, Note, OpenedArchive, ReplayList, Target } from '../../../../core/contract/contract.ts';
import { newDataDir, startTsdbscope, type Client, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';
import { demo } from './sharedDemo.ts';

const PATHS = [
  'panels/gc-cpu', 'panels/compaction', 'panels/wal-replay', 'panels/memory', 'panels/scrapes', 'findings', 'host',
];
/** The last six minutes of demo-incident. */
const WINDOW = '?start=1795192900&end=1795193267';

const gzipped = promisify(gzip);
const there = newDataDir();
let other: Tsdbscope;

beforeAll(async () => {
  // It answers nothing there: this one never saw any target.
  other = await startTsdbscope(['http://127.0.0.1:9'], there.dataDir);
});
afterAll(async () => {
  await other.stop();
  there.remove();
});

async function exported(query: string): Promise<Buffer> {
  const answer = await demo.fetch(`/api/v1/targets/demo-incident/incident${query}`);
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

async function bodyOf(of: Client, path: string): Promise<string> {
  return (await of.fetch(`/api/v1${path}`)).text();
}

describe('an incident opened on a machine that never saw the target', () => {
  it('gives every panel\'s answer, the findings and the host to the byte', async () => {
    const { target, kind } = await opened('/incidents?name=opened', await exported(WINDOW));
    expect({ kind, name: target?.name, state: target?.state, url: target?.url })
      .toEqual({ kind: 'incident', name: 'opened', state: 'recorded', url: null });
    for (const path of PATHS) {
      // Without a window the opened one shows what was exported; with one, both are asked the same.
      const mine = await bodyOf(demo, `/targets/demo-incident/${path}${WINDOW}`);
      expect(mine.length, path).toBeGreaterThan(500);
      for (const window of ['', WINDOW])
        expect(await bodyOf(other, `/targets/opened/${path}${window}`) === mine, `${path}${window}`).toBe(true);
    }
  });

  it('brings notes, starts and profiles along, and says so again after a restart', async () => {
    const note = {
      time: 1_795_192_900, endTime: null, text: 'here it began, see http://me:hunter2@wiki/x', author: 'on call',
    };
    const noted = await demo.fetch(
      '/api/v1/targets/demo-incident/notes', { method: 'POST', body: JSON.stringify(note) }
    );
    const { data: { id, revision } } = await noted.json() as { data: Note };
    const file = await exported('');
    await demo.fetch(`/api/v1/targets/demo-incident/notes/${id}?revision=${revision}`, { method: 'DELETE' });
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
    const mine = await demo.get<ReplayList>('/replays?target=demo-incident');
    const theirs = await other.get<ReplayList>('/replays?target=demo-incident');
    expect(theirs.replays.map(({ start, outcome }) => ({ start, outcome })))
      .toEqual(mine.replays.map(({ start, outcome }) => ({ start, outcome })));
    expect(await bodyOf(other, '/targets/demo-incident/findings'))
      .toBe(await bodyOf(demo, '/targets/demo-incident/findings'));
    for (const { id } of profiles)
      expect(await bodyOf(other, `/profiles/${id}/top`)).toBe(await bodyOf(demo, `/profiles/${id}/top`));
  });

  it('takes what is asked for, and refuses words it does not know', async () => {
    const bare = await opened('/incidents?name=bare', await exported(`${WINDOW}&include=none`));
    expect(bare).toMatchObject({ profiles: [], skipped: [], target: { incident: { profileIds: [] } } });
    const wrong = await demo.fetch('/api/v1/targets/demo-incident/incident?include=everything');
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { error: string }).error).toContain('profiles, uploads, replays, notes');
  });

  it('is refused when it was cut, altered, or is of another version, and leaves nothing behind', async () => {
    const file = await exported(`${WINDOW}&include=none`);
    const before = (await other.get<Target[]>('/targets')).length;
    const tar = await promisify(gunzip)(file);
    const altered = Buffer.from(tar);
    const at = altered.indexOf('"severity"');
    altered.write('"Severity"', at);
    const newer = Buffer.from(tar);
    newer.write('"version": 9', newer.indexOf('"version": 1'));
    for (const [bytes, sentence] of [
      [file.subarray(0, file.length - 1000), /cut off in or after its entry/],
      [
        await gzipped(altered),
        /The member "findings\.json" of the incident file is not what its manifest says \(another checksum\)/,
      ],
      [await gzipped(newer), /is of format version 9, and this tsdbscope reads version 1/],
    ] as const) {
      const { status, answer } = await post('/incidents?name=bad', bytes);
      expect(status).toBe(400);
      expect(answer.status === 'error' ? answer.error : '').toMatch(sentence);
    }
    expect((await other.get<Target[]>('/targets')).length).toBe(before);
  });
});
