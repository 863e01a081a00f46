/** What the running program says of files it cannot read, and of questions it cannot answer. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorType, LinesTable, ProfileInfo } from '../../../core/contract/contract.ts';
import { profileBytes } from '../../testdata/profiles/oracles.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;

beforeAll(async () => { scope = await startTsdbscope(['http://127.0.0.1:1'], dataDir); });
afterAll(async () => {
  await scope.stop();
  remove();
});

interface Answer { status: number; data: ProfileInfo[]; errorType?: ErrorType; error?: string }

async function upload(name: string, body: Uint8Array = profileBytes(name)): Promise<Answer> {
  const answer = await scope.fetch(
    `/api/v1/profiles?name=${encodeURIComponent(name)}`, { method: 'POST', body: new Uint8Array(body) }
  );
  return { ...(await answer.json() as Omit<Answer, 'status'>), status: answer.status };
}

async function refusal(path: string): Promise<{ status: number; error: string }> {
  const answer = await scope.fetch(`/api/v1${path}`);
  return { status: answer.status, error: ((await answer.json()) as { error: string }).error };
}

async function idOf(name: string): Promise<string> {
  return (await upload(name)).data[0]?.id ?? '';
}

const MALFORMED = new URL('../../testdata/profiles/malformed/', import.meta.url);
const FILES = readdirSync(MALFORMED).filter((file) => file !== 'index.tsv');
/** A byte, a field of the format, or what the file is instead. */
const PLACE = new RegExp([
  'byte', '\\bfield\\b', 'string', 'sample', 'location', 'function', 'mapping', 'varint', 'gzip', 'empty', 'HTML',
  'JSON', 'text', 'holds nothing', 'web page', 'error message',
].join('|'), 'i');

describe('every malformed file', () => {
  it('is there', () => { expect(FILES.length).toBeGreaterThan(55); });

  it.each(
    FILES.filter((file) => !file.startsWith('valid-'))
  )('%s is refused with a sentence that says what is wrong and where', async (file) => {
    const { status, error = '', errorType } = await upload(`malformed/${file}`);
    expect({ status, errorType }).toEqual({ status: 422, errorType: 'unprofilable' });
    expect(error).toMatch(PLACE);
    expect(error.length).toBeGreaterThan(30);
    expect(error.length).toBeLessThan(400);
  });

  it('1.2 GiB of zeros in a small file is refused before it is expanded', async () => {
    const member = gzipSync(Buffer.alloc(2 * 1024 * 1024));
    const { status, error } = await upload('bomb.pb.gz', Buffer.concat(Array.from({ length: 600 }, () => member)));
    expect(status).toBe(413);
    expect(error).toContain('512 MiB when expanded');
  });

  it.each(FILES.filter((file) => file.startsWith('valid-')))('%s is read', async (file) => {
    const { status, data } = await upload(`malformed/${file}`);
    // Two sample types of one name cannot be told apart: refused by the reference, read here.
    expect(status).toBe(201);
    const top = await scope.fetch(`/api/v1/profiles/${data[0]?.id ?? ''}/top`);
    expect(top.status).toBe(200);
  });

  it('leaves the program answering', async () => {
    expect(await scope.get('/status')).toMatchObject({ version: expect.any(String) as string });
  });
});

describe('a stored profile whose file is damaged', () => {
  it('is set aside, told in the answer, gone from the list, and can be uploaded again', async () => {
    const id = await idOf('goprofiles/before/heap.pb.gz');
    const other = await idOf('goprofiles/after/heap.pb.gz');
    await scope.stop();
    const file = join(dataDir, 'profiles', `${id}.pb.gz`);
    const bytes = readFileSync(file);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 1000, 2000);
    writeFileSync(file, damaged);
    scope = await startTsdbscope(['http://127.0.0.1:1'], dataDir);
    const { status, error } = await refusal(`/diff/top?before=${id}&after=${other}`);
    expect(status).toBe(422);
    expect(error).toContain('is damaged');
    expect(error).toContain(`set aside as ${id}.pb.gz.damaged; upload the profile again`);
    expect((await scope.get<ProfileInfo[]>('/profiles')).some((info) => info.id === id)).toBe(false);
    expect(readdirSync(join(dataDir, 'profiles'))).toContain(`${id}.pb.gz.damaged`);
    expect(await refusal(`/profiles/${id}/top`)).toMatchObject({ status: 404 });
    expect((await upload('goprofiles/before/heap.pb.gz', bytes)).data[0]?.id).toBe(id);
    expect((await scope.fetch(`/api/v1/profiles/${id}/top`)).status).toBe(200);
  });
});

describe('a question that cannot be answered says what is missing', () => {
  it.each([
    [
      'duration', 'goprofiles/before/heap.pb.gz', 'goprofiles/after/heap.pb.gz',
      'needs a duration in both profiles, missing on both sides',
    ],
    [
      'samples-ingested', 'seed-wal/before.cpu.pb.gz', 'seed-wal/after.cpu.pb.gz',
      'captured here from a target that counts ingested samples, and of both sides that is not known',
    ],
    ['function:nobody', 'seed-wal/before.cpu.pb.gz', 'seed-wal/after.cpu.pb.gz', '"nobody" has no value on both sides'],
    [
      'weight', 'seed-wal/before.cpu.pb.gz', 'seed-wal/after.cpu.pb.gz',
      'must be none, sum, total, duration, samples-ingested or function:NAME',
    ],
  ])('normalize=%s', async (normalize, before, after, words) => {
    const answer = await refusal(
      `/diff/top?normalize=${normalize}&before=${await idOf(before)}&after=${await idOf(after)}`
    );
    expect(answer.status).toBe(400);
    expect(answer.error).toContain(words);
  });

  it('two profiles of different kinds', async () => {
    const [mutex, heap] = [await idOf('goprofiles/before/mutex.pb.gz'), await idOf('goprofiles/after/heap.pb.gz')];
    const answer = await refusal(`/diff/top?before=${mutex}&after=${heap}`);
    expect(answer).toMatchObject({ status: 400, error: expect.stringContaining('no sample type in common') as string });
  });

  it('lines without source code say how to name its folders', async () => {
    const table = await scope.get<LinesTable>(
      `/profiles/${await idOf('seed-wal/before.cpu.pb.gz')}/lines?function=runtime.scanobject`
    );
    expect(table.files[0]?.sourceNote).toContain('source_roots: [/home/me/src/prometheus]');
  });
});

describe('a profile as a file', () => {
  it.each([
    [
      'top?format=csv', 'text/csv', 'attachment; filename=top-before.cpu.csv',
      /^flat_nanoseconds,flat_share,cum_nanoseconds,cum_share,function,file\r\n/,
    ],
    [
      'top?format=text', 'text/plain', 'inline; filename=top-before.cpu.txt',
      /^File: walload-before-go111\nType: cpu\n/,
    ],
    [
      'traces?format=csv&limit=3', 'text/csv', 'attachment; filename=traces-before.cpu.csv',
      /^value_nanoseconds,labels,stack\r\n/,
    ],
    [
      'flamegraph?format=csv', 'text/csv', 'attachment; filename=flamegraph-before.cpu.csv',
      /^depth,value_nanoseconds,self_nanoseconds,function\r\n0,75160000000,/,
    ],
    [
      'flamegraph?format=svg', 'image/svg+xml', 'attachment; filename=flamegraph-before.cpu.svg',
      /^<svg [^>]*>\s*<title>before\.cpu\.pb\.gz<\/title>/,
    ],
    [
      'flamegraph?format=text', 'text/plain', 'inline; filename=flamegraph-before.cpu.folded.txt',
      /;runtime\.scanobject \d+\n/,
    ],
    ['graph?nodecount=5', 'image/svg+xml', 'inline; filename=graph-before.cpu.svg', /^<svg /],
  ])('%s', async (path, type, disposition, content) => {
    const answer = await scope.fetch(`/api/v1/profiles/${await idOf('seed-wal/before.cpu.pb.gz')}/${path}`);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-disposition')?.replaceAll('"', '')).toBe(disposition);
    expect(await answer.text()).toMatch(content);
  });

  it.each([
    ['top', 'diff-top.csv', 'p_value,q_value,sure,cum_p_value,cum_q_value,cum_sure,function,file'],
    ['tags', 'diff-tags.csv', 'share_after,value'],
    ['traces', 'diff-traces.csv', 'value_delta_nanoseconds,labels,stack'], [
      'subsystems', 'diff-subsystems.csv', 'share_after,id,name',
    ], ['flamegraph', 'diff-flamegraph.csv', 'kind,sure,function'],
  ])('of a diff: %s', async (view, file, header) => {
    const sides = `before=${await idOf('seed-wal/before.cpu.pb.gz')}&after=${await idOf('seed-wal/after.cpu.pb.gz')}`;
    const answer = await scope.fetch(`/api/v1/diff/${view}?${sides}&format=csv`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${file}`);
    expect((await answer.text()).split('\r\n')[0]).toContain(header);
  });

  it('shares of deltas with base=base are of what differs', async () => {
    const sides = `before=${await idOf('seed-wal/before.cpu.pb.gz')}&after=${await idOf('seed-wal/after.cpu.pb.gz')}`;
    const table = await scope.get<{ shareTotal: number }>(`/diff/top?${sides}&base=base&limit=1`);
    const text = await (await scope.fetch(`/api/v1/diff/top?${sides}&base=base&format=text&unit=ns`)).text();
    expect(text).toContain(`of ${table.shareTotal}ns total`);
    expect(await refusal(`/diff/top?${sides}&base=other`)).toMatchObject({ status: 400 });
  });
});
