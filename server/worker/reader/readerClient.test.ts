/** The lanes, with a process that answers what the test wants. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ok, type Result } from '../../../core/result.ts';
import type { Recorder } from '../../store/recorder.ts';
import { buildProcess, SERVE_PROCESS } from '../../testdata/built/builtProcess.ts';
import { AskerLeft, onBehalfOf } from '../../threads/asker.ts';
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
  findings: () => recorder.removeTarget('prom'),
  host: async () => { for (;;); },
});`;

let built: Awaited<ReturnType<typeof buildProcess>>;
let client: ReaderClient;
const problems: string[] = [];
/** Asked once by each process that is started. */
const notice = vi.fn(() => Promise.resolve(ok(null)));
/** Each ends an export, of which two have room. */
const ends: (() => void)[] = [];
const removeTarget = vi.fn(() => Promise.resolve(ok(null)));
const unreadable = (): Promise<Result<null>> => (
  new Promise((resolve) => { ends.push(() => { resolve(ok(null)); }); })
);

beforeAll(async () => { built = await buildProcess(SOURCE); });
afterEach(async () => {
  await client.close();
  problems.length = 0;
  ends.length = 0;
  notice.mockClear();
});
afterAll(() => { built.remove(); });

function open(watchMs?: number, times: { idleMs?: number; keepEveryMs?: number } = {}): ReaderClient {
  client = new ReaderClient({
    file: built.file, dataDir: built.folder, recorder: { notice, unreadable, removeTarget } as unknown as Recorder,
    onProblem: (message) => problems.push(message), ...(watchMs === undefined ? {} : { watchMs }), ...times,
  });
  return client;
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
  open(undefined, { idleMs: 100, keepEveryMs: 0 });
  client.keep();
  await expect.poll(() => notice.mock.calls).toHaveLength(1);
  await wait(400);
  client.keep();
  expect(notice).toHaveBeenCalledTimes(1);
  await client.read('panel', []);
  await wait(400);
  client.keep();
  await expect.poll(() => notice.mock.calls).toHaveLength(2);
  expect(problems).toEqual([]);
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
  const left = onBehalfOf({ client: 'a', signal: leaving.signal }, () => client.read('exportIncident', []));
  const [second, third] = [1, 2].map(() => client.read('exportIncident', []));
  await expect.poll(() => ends).toHaveLength(2);
  leaving.abort(new AskerLeft('gone'));
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
  open(20);
  expect(client.memory()).toEqual([]);
  await client.read('panel', []);
  const known = [{ reader: 'panels', memory: { rssBytes: 1, heapBytes: 2, externalBytes: 3 } }];
  await expect.poll(() => client.memory()).toEqual(known);
  const hanging: Promise<Result<unknown>> = client.read('host', []);
  await wait(50);
  expect(client.memory()).toEqual(known);
  const reason = 'it answered nothing for two minutes';
  expect(await hanging).toMatchObject({
    ok: false, error: { message: `The part that reads ended (${reason}) and is started again; try again.` },
  });
  expect(problems).toEqual([expect.stringContaining(reason)]);
  expect(client.memory()).toEqual([]);
});
