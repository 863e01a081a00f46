/** Logs posted to /api/v1/replays. What is read in them: the unit tests of panels/wal-replay/. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import type { Envelope, Replay, ReplayList, ReplayLog } from '../../../../core/contract/contract.ts';
import { part, restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { demo } from './sharedDemo.ts';

const gzipped = promisify(gzip);
/** Of another day: the recorded start is the start of the demo's recording as well. */
const LOG = restartLog.replaceAll('2026-11-20T', '2026-11-18T');
const posted: string[] = [];
afterAll(async () => { for (const id of posted) await remove(id); });

const remove = async (id: string): Promise<number> =>
  (await demo.fetch(`/api/v1/replays/${id}`, { method: 'DELETE' })).status;

async function post(body: BodyInit, query = ''): Promise<{ status: number; answer: Envelope<ReplayLog> }> {
  const response = await demo.fetch(`/api/v1/replays${query}`, { method: 'POST', body });
  return { status: response.status, answer: (await response.json()) as Envelope<ReplayLog> };
}

async function opened(body: BodyInit, query = ''): Promise<Replay> {
  const { status, answer } = await post(body, query);
  if (answer.status === 'error') throw new Error(answer.error);
  const [replay] = answer.data.replays;
  if (status !== 201 || answer.data.replays.length !== 1 || replay === undefined)
    throw new Error(`${answer.data.replays.length} starts with status ${status}`);
  posted.push(replay.id);
  return replay;
}

it('with the totals of the log; the start is kept as it was answered', async () => {
  const replay = await opened(new Uint8Array(await gzipped(LOG)), '?name=restart.log');
  expect(replay).toMatchObject({
    source: 'log', name: 'restart.log', target: null, version: '2.42.0+ds', outcome: 'finished', totalSeconds: 64.702,
    segments: { min: 0, max: 34, loaded: 35 },
  });
  expect(replay.reportedSeconds).toBeCloseTo(64.163219391, 9);
  expect(await demo.get<Replay>(`/replays/${replay.id}`)).toEqual(replay);
});

it('as a part of a form, by its file\'s name', async () => {
  const form = new FormData();
  const cut = part(restartLog.replaceAll('2026-11-20T', '2026-11-17T'), null, 'segment=20');
  form.append('log', new Blob([cut]), 'cut.log');
  expect(await opened(form))
    .toMatchObject({ name: 'cut.log', outcome: 'unknown', end: null, segments: { loaded: 20 } });
});

it('once more is not a second replay; one that was removed is gone until it is posted again', async () => {
  const { id } = await opened(LOG);
  const before = (await demo.get<ReplayList>('/replays')).replays.length;
  expect((await opened(LOG)).id).toBe(id);
  expect((await demo.get<ReplayList>('/replays')).replays).toHaveLength(before);
  expect(await remove(id)).toBe(200);
  expect((await demo.fetch(`/api/v1/replays/${id}`)).status).toBe(404);
  expect(await remove(id)).toBe(404);
  expect((await opened(LOG)).id).toBe(id);
  expect((await demo.fetch(`/api/v1/replays/${id}`)).status).toBe(200);
});

it.each<[string, () => Promise<BodyInit>, number, RegExp]>([
  ['nothing', () => Promise.resolve(''), 400, /The file is empty/],
  [
    'no log', () => Promise.resolve('<html>\n<body>'), 400,
    /None of its 2 lines has a time and a message; open a Prometheus log/,
  ],
  [
    'gzip cut off', async () => new Uint8Array((await gzipped(LOG)).subarray(0, 500)), 400,
    /cannot be unpacked/,
  ],
  [
    'gzip that swells', async () => new Uint8Array(await gzipped(Buffer.alloc(140 * 2 ** 20, 10))), 413,
    /more than 128 MiB/,
  ],
  ['more than is taken', () => Promise.resolve(Buffer.alloc(65 * 2 ** 20, 10)), 413, /larger than 64 MiB/],
])('%s is refused in a sentence', async (_name, body, status, sentence) => {
  const { status: got, answer } = await post(await body());
  expect(got).toBe(status);
  expect(answer.status === 'error' && answer.error).toMatch(sentence);
});

it('for a target there is not, or with a budget that is none, is refused', async () => {
  expect((await post(LOG, '?target=nobody')).status).toBe(404);
  expect((await demo.fetch('/api/v1/replays?budget=15m')).status).toBe(400);
  expect((await demo.fetch('/api/v1/replays?target=demo-wal-replay&budget=soon')).status).toBe(400);
});

it('the start that a recording saw is judged against a budget', async () => {
  const list = await demo.get<ReplayList>('/replays?target=demo-wal-replay&budget=1m');
  const own = list.replays.find(({ source }) => source === 'recording');
  expect(Math.abs((own?.totalSeconds ?? NaN) - 64.702)).toBeLessThan(0.5);
  expect(list.budget).toMatchObject({ verdict: 'too-short', basis: 'earlier', from: 'request' });
  expect(list.crashLoops).toEqual([]);
});
