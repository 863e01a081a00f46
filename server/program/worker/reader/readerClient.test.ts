/** The lanes, with a process that answers what the test wants. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ok, type Result } from '../../../../core/result.ts';
import type { Recorder } from '../../../data/store/recorder.ts';
import { buildProcess, SERVE_PROCESS } from '../../../../testdata/built/builtProcess.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { ClientDisconnected, runInContext } from '../../../kernel/threads/requestContext.ts';
import { ReaderClient } from './readerClient.ts';

const SOURCE = `
import { ServedProcess } from ${SERVE_PROCESS};
const own = new ServedProcess();
const recorder = own.starter();
const ok = (value) => ({ ok: true, value });
await recorder.notice('started');
own.serve({
  memory: async () => ok({ rssBytes: 1, heapBytes: 2, externalBytes: 3 }),
  exportIncident: () => recorder.unreadable('', ''),
  panel: async () => ok(0),
  lines: async ({ target, told }) => {
    if (told === undefined) await recorder.view(target, []);
    return ok(told ?? null);
  },
  findings: () => recorder.removeTarget('prom'),
  host: async () => { for (;;); },
});`;

let built: Awaited<ReturnType<typeof buildProcess>>;
let client: ReaderClient;
let clock: ManualClock;
const problems: string[] = [];
/** Each started process calls this once. */
const notice = vi.fn(() => Promise.resolve(ok(null)));
/** Each ends an export, of which two have room. */
const ends: (() => void)[] = [];
const VIEW = { held: [], bytes: Uint8Array.of(1) };
const view = vi.fn(() => Promise.resolve(ok(VIEW)));
const removeTarget = vi.fn(() => Promise.resolve(ok(null)));
const unreadable = (): Promise<Result<null>> => (
  new Promise((resolve) => { ends.push(() => { resolve(ok(null)); }); })
);

beforeAll(async () => { built = await buildProcess(SOURCE); });
beforeEach(() => { clock = new ManualClock(); });
afterEach(async () => {
  await client.close();
  problems.length = 0;
  ends.length = 0;
  notice.mockClear();
  view.mockClear();
});
afterAll(() => { built.remove(); });

function open(): ReaderClient {
  client = new ReaderClient({
    file: built.file, dataDir: built.folder,
    recorder: { notice, unreadable, removeTarget, view } as unknown as Recorder,
    onProblem: (message) => problems.push(message), clock,
  });
  return client;
}

/** Two minutes, each reader answering the question for its memory that comes every five seconds. */
async function passIdleTime(): Promise<void> {
  for (let passedMs = 0; passedMs < 120_000; passedMs += 5000) {
    const before = client.memory()[0]?.memory;
    if (passedMs % 20_000 === 0) client.keep();
    await clock.advance(5000);
    await expect.poll(() => before === undefined || client.memory()[0]?.memory !== before, { interval: 5 }).toBe(true);
  }
}

it('runs before the first question once a page was opened, and is one process', async () => {
  open();
  client.warm();
  client.warm();
  await expect.poll(() => notice.mock.calls).toHaveLength(1);
  expect(await client.read('panel', [])).toEqual(ok(0));
  expect(notice).toHaveBeenCalledTimes(1);
});

it('that was asked is followed by a fresh one while something is recorded, which stays', async () => {
  open();
  client.keep();
  await expect.poll(() => client.memory()).toHaveLength(1);
  await passIdleTime();
  await passIdleTime();
  expect(notice).toHaveBeenCalledTimes(1);
  await client.read('panel', []);
  await passIdleTime();
  expect(client.memory()).toEqual([]);
  client.keep();
  await expect.poll(() => notice.mock.calls).toHaveLength(2);
  expect(problems).toEqual([]);
});

it('is told what is new with each question after the first, which the process asks for itself', async () => {
  open();
  const query = { target: 'prom', startMs: 0, endMs: 1000, intervalSeconds: 1 };
  expect(await client.read('lines', [query])).toEqual(ok(null));
  expect(view).toHaveBeenCalledTimes(1);
  for (const number of [1, 2])
    expect(await client.read('lines', [query])).toEqual(ok({ number, news: { held: [], view: VIEW } }));
  expect(view).toHaveBeenCalledTimes(3);
  expect(await client.read('lines', [{ ...query, target: 'other' }])).toEqual(ok(null));
});

it('that cannot run is not started with every scrape', async () => {
  open();
  for (let i = 0; i < 5; i += 1) client.keep();
  await expect.poll(() => notice.mock.calls).toHaveLength(1);
  await client.close();
  client.keep();
  expect(notice).toHaveBeenCalledTimes(1);
});

it('admits the next only when the reader no longer works for one that left', async () => {
  open();
  const bulk = (): unknown => client.load().find(({ part }) => part === 'bulk');
  const leaving = new AbortController();
  const left = runInContext({ client: 'a', signal: leaving.signal }, () => client.read('exportIncident', []));
  const [second, third] = [1, 2].map(() => client.read('exportIncident', []));
  await expect.poll(() => ends).toHaveLength(2);
  leaving.abort(new ClientDisconnected('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(bulk()).toEqual({ part: 'bulk', running: 2, waiting: 1, bytes: 128 * 2 ** 20 });
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(3);
  for (const end of ends) end();
  expect([await second, await third]).toEqual([ok(null), ok(null)]);
  expect(bulk()).toEqual({ part: 'bulk', running: 0, waiting: 0, bytes: 0 });
});

it('asks the part that records only for what a reader may', async () => {
  open();
  await expect(client.read('findings', [])).rejects.toThrow('A reader may not ask for "removeTarget".');
  expect(removeTarget).not.toHaveBeenCalled();
});

it('starts nothing for what waited when it was closed', async () => {
  open();
  const running = [1, 2].map(() => client.read('exportIncident', []));
  const waiting = client.read('exportIncident', []);
  await expect.poll(() => notice.mock.calls.length).toBe(1);
  await client.close();
  const all = await Promise.all([...running, waiting]);
  expect(all.map((one) => !one.ok && one.error.message)).toEqual(all.map(() => 'tsdbscope is stopping.'));
  expect(notice).toHaveBeenCalledOnce();
});

it('tells the memory that a reader last reported, and ends one that hangs with that as the reason', async () => {
  open();
  expect(client.memory()).toEqual([]);
  await client.read('panel', []);
  const known = [{ reader: 'panels', memory: { rssBytes: 1, heapBytes: 2, externalBytes: 3 } }];
  await expect.poll(() => client.memory()).toEqual(known);
  const hanging: Promise<Result<unknown>> = client.read('host', []);
  await clock.advance(120_000);
  expect(client.memory()).toEqual(known);
  await clock.advance(5000);
  const reason = 'it answered nothing for 2m';
  expect(await hanging).toMatchObject({
    ok: false, error: { message: `The part that reads ended (${reason}) and is started again; try again.` },
  });
  expect(problems).toEqual([expect.stringContaining(reason)]);
  expect(client.memory()).toEqual([]);
});
