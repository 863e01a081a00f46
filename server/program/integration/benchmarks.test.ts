import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, BenchmarkOutput, BenchmarkReport, Envelope } from '../../../core/contract/contract.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const folder = newDataDir();
const read = (name: string): string =>
  readFileSync(new URL(`../../../testdata/benchmarks/${name}`, import.meta.url), 'utf8');
let scope: Tsdbscope;

beforeAll(async () => { scope = await startTsdbscope(['--demo'], folder.dataDir); }, 120_000);
afterAll(async () => {
  await scope.stop();
  folder.remove();
});

async function post(body: string): Promise<{ status: number; answer: Envelope<BenchmarkReport> }> {
  const response = await scope.fetch('/api/v1/benchmarks', { method: 'POST', body });
  return { status: response.status, answer: await response.json() as Envelope<BenchmarkReport> };
}

/** A thousand benchmarks of 25 runs a side with equal values: the exact test of each takes some milliseconds. */
function slowSide(shift: number): string {
  return Array.from(
    { length: 25_000 }, (_, i) => `BenchmarkA${Math.floor(i / 25)} 1 ${1 + ((i * 7919 + shift * (i % 11)) % 20)} ns/op`
  ).join('\n');
}

describe('POST /api/v1/benchmarks', () => {
  it('compares two texts, whatever the type of the body says', async () => {
    const { status, answer } = await post(JSON.stringify({ before: read('old.txt'), after: read('new.txt') }));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'success', data: { verdict: 'better', columns: ['before', 'after'] } });
  });

  it('answers others while a comparison takes its time', async () => {
    const order: string[] = [];
    const slow = post(JSON.stringify({ before: slowSide(0), after: slowSide(1) }))
      .then((result) => { order.push('slow'); return result; });
    for (let i = 0; i < 3; i++) expect((await scope.fetch('/healthz')).status).toBe(200);
    order.push('health');
    // Either it is answered, or it was stopped on a machine that is this slow.
    expect([200, 504]).toContain((await slow).status);
    expect(order).toEqual(['health', 'slow']);
  }, 90_000);

  it.each([
    ['no JSON', '{', 400], ['nothing', '', 400], ['one side', '{"before":"a"}', 400],
    ['texts without a benchmark', '{"before":"a","after":"b"}', 400],
    [
      'more measurements than are compared',
      JSON.stringify({ before: 'BenchmarkA 1 1 ns/op\n'.repeat(50_001), after: 'BenchmarkA 1 1 ns/op' }), 413,
    ],
    ['more than 16 MiB', JSON.stringify({ before: 'x'.repeat(17 * 2 ** 20), after: '' }), 413],
  ])('refuses %s with a sentence', async (_, body, expected) => {
    const { status, answer } = await post(body);
    expect(status).toBe(expected);
    expect(answer).toMatchObject({ status: 'error', error: expect.stringMatching(/^[A-Z"][^\n]+\.$/) as string });
  });
});

describe('/api/v1/benchmark-outputs', () => {
  const path = '/api/v1/benchmark-outputs';
  const send = (body: string, name = 'old.txt'): Promise<Response> =>
    scope.fetch(`${path}?name=${name}`, { method: 'POST', body });
  const list = async (): Promise<BenchmarkOutput[]> =>
    (await (await scope.fetch(path)).json() as { data: BenchmarkOutput[] }).data;

  it('holds nothing that was only compared; an output that is sent is listed, read, removed and audited', async () => {
    expect(await list()).toEqual([]);
    const answer = await send(read('old.txt'));
    expect(answer.status).toBe(201);
    const { data } = await answer.json() as { data: BenchmarkOutput };
    expect(await list()).toEqual([data]);
    const stored = await (await scope.fetch(`${path}/${data.id}`)).json() as { data: { text: string } };
    expect(stored.data).toEqual({ ...data, text: read('old.txt') });
    expect((await scope.fetch(`${path}/${data.id}`, { method: 'DELETE' })).status).toBe(200);
    const gone = await scope.fetch(`${path}/${data.id}`);
    expect([gone.status, (await gone.json() as { error: string }).error])
      .toEqual([404, expect.stringMatching(/^The benchmark output [0-9a-f]{12} is not stored here.*paste it\.$/)]);
    const acts = async (): Promise<unknown[]> => (await scope.get<AuditEntry[]>('/audit'))
      .filter(({ action }) => action.includes('/benchmark-outputs'))
      .map(({ action, subject, status }) => [action, subject['id'], status]);
    await expect.poll(acts).toEqual([
      ['DELETE /benchmark-outputs/{id}', data.id, 200], ['POST /benchmark-outputs', data.id, 201],
    ]);
  });

  it.each([
    ['a text without a result', 'PASS\n', 400], ['nothing', '', 400],
    ['more than 4 MiB', `BenchmarkA 1 1 ns/op\n${'x'.repeat(4 * 2 ** 20)}`, 413],
  ])('refuses %s with a sentence, and stores nothing', async (_, body, expected) => {
    const answer = await send(body);
    expect(answer.status).toBe(expected);
    expect(await answer.json())
      .toMatchObject({ status: 'error', error: expect.stringMatching(/^The [^\n]+\.$/) as string });
    expect(await list()).toEqual([]);
  });
});
