/** Two tsdbscopes on one bucket of a real S3 server: what lasts is in it, whatever is killed meanwhile. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type {
  Capture, Embed, EmbedData, Note, ProfileInfo, ReplayList, ReplayLog, ServerStatus, TopTable,
} from '../../../../core/contract/contract.ts';
import { restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { S3Store } from '../../../features/object-store/s3Store.ts';
import { startS3, type S3Lab } from '../lab/s3Lab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const PROFILE = readFileSync(join(ROOT, 'public/demo/compaction.before.cpu.pb.gz'));
const HEAP = 'testdata/profiles/live/heap-gc.pb.gz';
const NOTES = '/targets/made/notes';

let s3: S3Lab;
let target: TestTarget;
let folder: ReturnType<typeof newDataDir>;
const scopes = new Map<string, Tsdbscope>();

beforeEach(async () => {
  s3 = await startS3();
  target = await startTestTarget(({ url = '' }, response) => {
    if (url.startsWith('/debug/pprof/heap')) response.end(readFileSync(join(ROOT, HEAP)));
    else if (url === '/metrics') response.end('process_cpu_seconds_total 1\nprocess_resident_memory_bytes 1e8\n');
    else response.writeHead(404).end();
  });
  folder = newDataDir();
});
afterEach(async () => {
  for (const scope of scopes.values()) await scope.kill9();
  scopes.clear();
  await target.close();
  await s3.stop();
  folder.remove();
});

async function start(name: string, s3Text = s3.yaml(), env: Record<string, string> = {}): Promise<Tsdbscope> {
  const config = join(folder.dataDir, `${name}.yml`);
  writeFileSync(config, `${s3Text}\ntargets: [{name: made, url: '${target.url}'}]\n`);
  const scope = await startTsdbscope(['--config', config], join(folder.dataDir, name), 0, env);
  scopes.set(name, scope);
  return scope;
}

async function send<T>(scope: Tsdbscope, method: string, path: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) };
  const answer = await scope.fetch(`/api/v1${path}`, { method, ...sent });
  const envelope = await answer.json() as { status: string; data: T; error: string };
  if (envelope.status !== 'success') throw new Error(`${path}: ${envelope.error}`);
  return envelope.data;
}

/** The same stacks under another comment of the gzip stream are one profile, so each needs a content of its own. */
function otherProfile(number: number): Buffer {
  // A comment in the string table, which nothing refers to: field 6, a text.
  const text = Buffer.from(`copy ${number}`);
  return gzipSync(Buffer.concat([gunzipSync(PROFILE), Buffer.from([0x32, text.length]), text]));
}

const upload = async (scope: Tsdbscope, number: number): Promise<string> => {
  const [info] = await send<ProfileInfo[]>(scope, 'POST', `/profiles?name=p${number}`, otherProfile(number));
  return info?.id ?? '';
};
const note = (scope: Tsdbscope, text: string): Promise<Note> =>
  send<Note>(scope, 'POST', NOTES, { time: 1_790_000_000, text, author: 'Ann' });
const notesOf = async (scope: Tsdbscope): Promise<string[]> =>
  (await scope.get<Note[]>(NOTES)).map(({ text }) => text).sort();
const profilesOf = async (scope: Tsdbscope): Promise<string[]> =>
  (await scope.get<ProfileInfo[]>('/profiles')).map(({ id }) => id).sort();
const faultsOf = async (scope: Tsdbscope): Promise<string[]> =>
  (await scope.get<ServerStatus>('/status')).storage.faults.map(({ message }) => message);
/** Nothing waits to be sent. */
const unsent = (scope: Tsdbscope): number => {
  const lines = readFileSync(join(scope.dataDir, 'objects', 'unsent.ndjson'), 'utf8').trim().split('\n')
    .map((line) => JSON.parse(line) as { id: string; how: string });
  return [...new Map(lines.map(({ id, how }) => [id, how])).values()].filter((how) => how !== 'sent').length;
};

it('shows all that lasts on a second one with an empty folder, and removes it there too', async () => {
  const a = await start('a');
  const id = await upload(a, 0);
  const made = await note(a, 'Quota lowered');
  const frozen = await send<Embed>(a, 'POST', '/embeds', {
    panel: 'flamegraph', profile: { ids: [id], query: {} }, frozen: true, title: 'Then',
  });
  const { replays } = await send<ReplayLog>(a, 'POST', '/replays?name=x.log', Buffer.from(restartLog));
  const { capture } = await send<{ capture: Capture }>(a, 'POST', '/targets/made/captures', { kind: 'heap' });
  await expect.poll(async () => (await a.get<Capture>(`/captures/${capture.id}`)).state).toBe('done');
  const all = await profilesOf(a);
  expect(all).toHaveLength(2);
  const b = await start('b');
  await expect.poll(() => profilesOf(b)).toEqual(all);
  await expect.poll(() => notesOf(b)).toEqual(['Quota lowered']);
  await expect.poll(async () => (await b.get<ReplayList>('/replays')).replays.map((one) => one.id))
    .toEqual([replays[0]?.id]);
  await expect.poll(async () => (await b.get<Capture[]>('/targets/made/captures')).map((one) => one.id))
    .toContain(capture.id);
  // The bytes come when somebody looks.
  expect(readdirSync(join(b.dataDir, 'profiles')).filter((name) => name.endsWith('.pb.gz'))).toEqual([]);
  expect(await b.get<TopTable>(`/profiles/${id}/top`)).toEqual(await a.get<TopTable>(`/profiles/${id}/top`));
  expect(readdirSync(join(b.dataDir, 'profiles'))).toContain(`${id}.pb.gz`);
  // Signed by the other.
  const path = frozen.url.slice(new URL(frozen.url).origin.length);
  await expect.poll(async () => (await b.fetch(path)).status).toBe(200);
  expect(await (await b.fetch(`${path}/data`)).json() as EmbedData).toMatchObject({ title: 'Then', frozen: true });
  await send(b, 'DELETE', `/profiles/${id}`);
  await send(b, 'DELETE', `${NOTES}/${made.id}?revision=1`);
  await send(b, 'DELETE', `/embeds/${frozen.id}`);
  await send(b, 'DELETE', `/replays/${replays[0]?.id ?? ''}`);
  await expect.poll(() => profilesOf(a)).toEqual(all.filter((one) => one !== id));
  await expect.poll(() => notesOf(a)).toEqual([]);
  await expect.poll(async () => (await a.fetch(path)).status).toBe(410);
  await expect.poll(async () => (await a.get<ReplayList>('/replays')).replays).toEqual([]);
  expect(readdirSync(join(a.dataDir, 'profiles'))).not.toContain(`${id}.pb.gz`);
  expect([await faultsOf(a), await faultsOf(b)]).toEqual([[], []]);
  // All of it again from the bucket alone.
  await a.stop();
  await b.stop();
  for (const name of ['a', 'b']) rmSync(join(folder.dataDir, name), { recursive: true });
  const c = await start('c');
  expect(await profilesOf(c)).toEqual(all.filter((one) => one !== id));
});

it('keeps what is made while the store is away or the program is killed, says so, and sends it later', async () => {
  const a = await start('a');
  const b = await start('b');
  const first = await upload(a, 1);
  await expect.poll(() => profilesOf(b)).toEqual([first]);
  await s3.kill9();
  const second = await upload(a, 2);
  await note(a, 'while it was away');
  await expect.poll(() => faultsOf(a)).toEqual([
    expect.stringMatching(/^The object store http\S+ cannot be reached \(ECONNREFUSED\); .* wait in the data folder/),
  ]);
  expect(await (await a.fetch('/-/ready')).text()).toMatch(/degraded: The object store/);
  // Killed with what was never sent, and with a removal that was not either.
  await send(a, 'DELETE', `/profiles/${first}`);
  await a.kill9();
  const again = await start('a');
  expect(await profilesOf(again)).toEqual([second]);
  expect(await notesOf(again)).toEqual(['while it was away']);
  await s3.start();
  await expect.poll(() => profilesOf(b), { timeout: 90_000 }).toEqual([second]);
  await expect.poll(() => notesOf(b)).toEqual(['while it was away']);
  await expect.poll(() => faultsOf(again)).toEqual([]);
  await expect.poll(() => faultsOf(b)).toEqual([]);
  expect(await b.get<TopTable>(`/profiles/${second}/top`)).toMatchObject({ rows: expect.anything() as unknown });
});

it('loses nothing over kills of either side, and two that write at once both stay', async () => {
  let a = await start('a');
  const b = await start('b');
  const made: string[] = [];
  for (let round = 0; round < 4; round++) {
    const [one, other] = await Promise.all([upload(a, 10 + round), upload(b, 20 + round)]);
    await Promise.all([note(a, `a${round}`), note(b, `b${round}`)]);
    made.push(one, other);
    if (round % 2 === 0) {
      await a.kill9();
      a = await start('a');
    } else {
      await s3.kill9();
      await s3.start();
    }
  }
  const notes = made.map((_, i) => `${i % 2 === 0 ? 'a' : 'b'}${Math.floor(i / 2)}`).sort();
  for (const scope of [a, b]) {
    await expect.poll(() => profilesOf(scope), { timeout: 90_000 }).toEqual(made.toSorted());
    await expect.poll(() => notesOf(scope)).toEqual(notes);
    await expect.poll(() => unsent(scope)).toBe(0);
  }
  for (const id of made) expect((await b.fetch(`/api/v1/profiles/${id}/download`)).status).toBe(200);
});

it('says in one sentence that credentials are wrong, and holds what hostile objects hold off', async () => {
  const a = await start('a', s3.yaml('another-secret-of-nobody'));
  await expect.poll(() => faultsOf(a)).toEqual([
    expect.stringMatching(/^The object store http\S+ refuses tsdbscope: the secret key is not the one of the access/),
  ]);
  expect(a.output()).not.toContain('another-secret-of-nobody');
  const id = await upload(a, 1);
  await a.stop();
  // In the environment, where the programs of AWS find them too.
  const { accessKeyId, secretAccessKey } = s3.keys;
  const good = await start('a', s3.yaml().replace(/ +(?:access_key_id|secret_access_key):.*\n/g, ''), {
    AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  await expect.poll(() => faultsOf(good)).toEqual([]);
  await expect.poll(() => unsent(good)).toBe(0);
  await good.kill9();
  // Somebody writes into the bucket.
  const bucket = new S3Store(s3.config);
  const objects = readdirSync(join(s3.bucketFolder, 'objects'));
  for (const name of objects) await bucket.put(`objects/${name}`, Buffer.alloc(5_000_000));
  const next = String(readdirSync(join(s3.bucketFolder, 'journal')).length + 1).padStart(12, '0');
  await bucket.put(`journal/${next}.json`, Buffer.from(JSON.stringify({
    format: 1, writer: 'x', batch: 'y', changes: [
      ['profiles', '../../../evil.json', { text: '{}' }],
      ['profiles', `${'0'.repeat(64)}.json`, { text: '{"info":7}' }],
      ['notes', `${'0'.repeat(32)}.${'0'.repeat(16)}`, { text: '{"target":"made","note":{}}' }],
      ['embeds', 'key', { text: 'mine' }], ['captures', 'x', { text: '{}' }],
    ],
  })));
  bucket.close();
  const b = await start('b');
  await expect.poll(() => profilesOf(b)).toEqual([id]);
  const answer = await b.fetch(`/api/v1/profiles/${id}/top`);
  expect((await answer.json() as { error: string }).error).toMatch(/larger than|is damaged/);
  const { notices } = (await b.get<ServerStatus>('/status')).storage;
  expect(notices.join('\n')).toMatch(/changes in the object journal.*damaged/s);
  expect(notices.join('\n')).toMatch(/"embeds\/key", which is none/);
  expect(readdirSync(folder.dataDir)).not.toContain('evil.json');
  expect(await notesOf(b)).toEqual([]);
});
