import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../../core/result.ts';
import { ManualClock } from '../../../testdata/time/manualClock.ts';
import { runInContext } from './requestContext.ts';
import { WorkerPool, type PoolOptions } from './workerPool.ts';

interface Tried {
  /** Returns which thread answered. */
  whoami(): Promise<Result<number>>;
  echo(value: Uint8Array): Promise<Result<Uint8Array>>;
  json(value: string): Promise<Result<{ value: string }>>;
  refuse(): Promise<Result<null>>;
  /** Answers after so long. */
  sleep(ms: number): Promise<Result<number>>;
  /** Answers when its thread has had so much time of a core. */
  work(ms: number): Promise<Result<number>>;
  /** Answers once there is a file of this name. */
  held(file: string): Promise<Result<number>>;
  hang(): Promise<Result<null>>;
  fillHeap(): Promise<Result<null>>;
  bug(message: string): Promise<Result<null>>;
  end(code: number): Promise<Result<null>>;
}

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
const workerUrl = pathToFileURL(join(folder, 'worker.mjs'));
let pool: WorkerPool<Tried> | undefined;
let clock = new ManualClock();

beforeAll(async () => {
  await build({
    configFile: false, logLevel: 'error', publicDir: false,
    build: {
      ssr: 'server/kernel/threads/serve.ts', outDir: folder, target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'serve.mjs' } },
    },
  });
  writeFileSync(join(folder, 'worker.mjs'), `
    import { existsSync, readFileSync } from 'node:fs';
    import { threadId } from 'node:worker_threads';
    import { inJson, serve } from './serve.mjs';
    const ok = (value) => ({ ok: true, value });
    serve({
      whoami: async () => ok(threadId),
      echo: async (bytes) => ok(new Uint8Array(bytes)),
      json: async (value) => inJson(ok({ value }), 'too large'),
      refuse: async () => ({ ok: false, error: { errorType: 'bad_data', message: 'no' } }),
      sleep: (ms) => new Promise((done) => { setTimeout(() => { done(ok(threadId)); }, ms); }),
      work: async (ms) => {
        const had = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
        for (const begun = had(); had() - begun < ms;);
        return ok(threadId);
      },
      held: async (file) => {
        while (!existsSync(file)) await new Promise((done) => { setTimeout(done, 10); });
        return ok(threadId);
      },
      hang: async () => { for (;;); },
      fillHeap: async () => { const kept = []; for (;;) kept.push(Array.from({ length: 10_000 }, () => ({}))); },
      bug: async (message) => { throw new TypeError(message); },
      end: async (code) => { process.exit(code); },
    });
  `);
});
beforeEach(() => { clock = new ManualClock(); });
afterEach(() => pool?.close());
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const says = {
  busy: 'too many wait', outOfMemory: 'no memory', stopping: 'stopping',
  late: (seconds: number) => `longer than ${seconds} s`,
  waited: (seconds: number) => `waited ${seconds} s`,
  starved: (seconds: number, worked: number) => `worked ${worked} of ${seconds} s`,
};

function open(options: Partial<PoolOptions<Tried>> = {}): WorkerPool<Tried> {
  const usual = { workerUrl, threads: 2, heapMb: 32, timeLimitMs: 20_000, maxWaiting: 10, says, clock };
  pool = new WorkerPool<Tried>({ ...usual, ...options });
  return pool;
}

/** Returns the result of `work`, on a clock that advances meanwhile. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => { isOver = true; });
  await clock.until(() => isOver);
  return over;
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('a pool of threads', () => {
  it('answers with values, bytes, JSON text and failures as the methods gave them', async () => {
    const calls = open().calls();
    expect(await calls.echo(Uint8Array.of(1, 2))).toEqual({ ok: true, value: Uint8Array.of(1, 2) });
    const answer = await calls.json('é');
    expect(answer).toMatchObject({ ok: true, value: { value: 'é' } });
    expect(answer.ok && Buffer.from(answer.json ?? []).toString()).toBe('{"value":"é"}');
    expect(await calls.refuse()).toEqual({ ok: false, error: { errorType: 'bad_data', message: 'no' } });
  });

  it.runIf(process.platform === 'linux')('works at the priority it was given, and the program at its own', async () => {
    const own = getPriority();
    await open({ threads: 1, nice: 7 }).calls().whoami();
    const others = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    expect(others.filter((nice) => nice === 7)).toHaveLength(1);
    expect(getPriority()).toBe(own);
  });

  it('hands memory over where it is told to', async () => {
    const bytes = new Uint8Array(1000);
    expect(unwrap(await open().calls({ transfer: [bytes.buffer] }).echo(bytes))).toHaveLength(1000);
    expect(bytes).toHaveLength(0);
  });

  it('starts a second thread only when the first is busy, and no third', async () => {
    const calls = open().calls();
    const first = unwrap(await calls.whoami());
    expect(unwrap(await calls.whoami())).toBe(first);
    const threads = await Promise.all(Array.from({ length: 6 }, () => calls.sleep(20)));
    expect(new Set(threads.map(unwrap)).size).toBe(2);
  });

  it('refuses what would wait beyond its bounds of number and of bytes', async () => {
    const calls = open({ threads: 1, maxWaiting: 2, maxBytes: 100 }).calls();
    const all = await Promise.all([calls.sleep(50), calls.sleep(1), calls.sleep(1), calls.sleep(1)]);
    expect(all.map((one) => one.ok)).toEqual([true, true, true, false]);
    expect(all[3]).toMatchObject({ error: { errorType: 'busy', message: 'too many wait' } });
    // A single call may exceed the limit; two may not.
    const large = await Promise.all([calls.echo(new Uint8Array(150)), calls.echo(new Uint8Array(1))]);
    expect(large.map((one) => one.ok)).toEqual([true, false]);
    expect((await calls.echo(new Uint8Array(90))).ok).toBe(true);
  });

  it('gives a call to the thread that had its key, also the key of an answer, as long as that is free', async () => {
    const tried = open({ keyOf: { json: ({ value }) => value } });
    const asleep = ['a', 'b'].map((key) => tried.calls({ keys: [key] }).sleep(20));
    const [one, two] = (await Promise.all(asleep)).map(unwrap);
    expect(one).not.toBe(two);
    for (const [key, home] of [['b', two], ['a', one], ['b', two]] as const) {
      expect(unwrap(await tried.calls({ keys: [key, 'c'] }).whoami())).toBe(home);
    }
    const held = tried.calls({ keys: ['b'] }).sleep(200);
    expect(unwrap(await tried.calls({ keys: ['b'] }).whoami())).toBe(one);
    await tried.calls().json('learnt');
    await held;
    expect(unwrap(await tried.calls({ keys: ['learnt'] }).whoami())).toBe(one);
  });

  it('gives the next thread to the client that has the fewest, then to the one whose turn is longest ago', async () => {
    const tried = open({ threads: 1 });
    const order: string[] = [];
    const ask = (client: string): Promise<unknown> => runInContext(
      { client, signal: new AbortController().signal }, () => tried.calls().sleep(5)
    ).then(() => order.push(client));
    await Promise.all([...['a', 'a', 'a', 'a'].map(ask), ...['b', 'c', 'b'].map(ask)]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('answers others while one client keeps all threads and half of the queue busy', async () => {
    const tried = open({ threads: 2, hasSpare: true, maxWaiting: 10, timeLimitMs: 60_000 });
    const as = <T>(client: string, work: () => Promise<T>): Promise<T> =>
      runInContext({ client, signal: new AbortController().signal }, work);
    const hanging = Array.from({ length: 20 }, () => as('a', () => tried.calls().hang()));
    for (let i = 0; i < 3; i++) expect(await as('b', () => tried.calls().whoami())).toMatchObject({ ok: true });
    await tried.close();
    const answers = await Promise.all(hanging);
    // Two under way and five waiting; the spare thread was never its own.
    expect(answers.filter((one) => !one.ok && one.error.errorType === 'busy')).toHaveLength(13);
  });

  it('starts a thread for each call where none may keep its memory', async () => {
    const calls = open({ threads: 1, isSingleUse: true }).calls();
    const threads = await Promise.all([calls.whoami(), calls.whoami(), calls.whoami()]);
    expect(new Set(threads.map(unwrap)).size).toBe(3);
  });

  it('that is closed answers what waits, what is under way and what comes after', async () => {
    const tried = open({ threads: 1 });
    const asked = [tried.calls().hang(), tried.calls().whoami()];
    await tried.close();
    for (const answer of [...asked, tried.calls().whoami()]) {
      expect(await answer).toEqual({ ok: false, error: { errorType: 'internal', message: 'stopping' } });
    }
  });
});

describe('a call that goes wrong costs itself alone', () => {
  it('when it takes too long', async () => {
    const calls = open({ threads: 1, timeLimitMs: 1500, patience: 100 }).calls();
    const [late, next] = await passing(Promise.all([calls.hang(), calls.whoami()]));
    expect(late).toEqual({ ok: false, error: { errorType: 'timeout', message: 'longer than 2 s' } });
    expect(next.ok).toBe(true);
  });

  it('when it never gets its turn: it is told so, and not that it took too long', async () => {
    const calls = open({ threads: 1, timeLimitMs: 60_000, patience: 1 / 60 }).calls();
    // The second may get its turn in the moment in which its wait ends, the third cannot.
    const all = Promise.all([calls.hang(), calls.hang(), calls.whoami()]);
    await clock.advance(2000);
    const [runs, , waits] = await all;
    expect(waits).toEqual({ ok: false, error: { errorType: 'busy', message: 'waited 1 s' } });
    expect(runs).toMatchObject({
      ok: false, error: { errorType: 'busy', message: expect.stringMatching(/^worked \d of/) as string },
    });
  });

  it('when it has its turn and hardly works, which is not that it took too long', async () => {
    const calls = open({ threads: 1, timeLimitMs: 500, patience: 3 }).calls();
    const slept = calls.sleep(600_000);
    await clock.advance(1500);
    expect(await slept).toEqual({ ok: false, error: { errorType: 'busy', message: 'worked 0 of 2 s' } });
    expect((await calls.whoami()).ok).toBe(true);
  });

  it('not when it waits for its turn, a core or a disk for longer than it may work', async () => {
    const calls = open({ threads: 1, timeLimitMs: 800, patience: 700 }).calls();
    await calls.whoami();
    const working = Promise.all([calls.work(500), calls.work(500)]);
    const file = join(folder, 'go on');
    const [waits, last] = [calls.held(file), calls.whoami()];
    // A thread without a core, then one with a part of one: the clock is faster than any core.
    await clock.advance(10 * 800);
    expect((await passing(working)).map(({ ok }) => ok)).toEqual([true, true]);
    await clock.advance(10 * 800);
    writeFileSync(file, '');
    expect([await waits, await last].map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('when it needs more heap than a thread has', async () => {
    const calls = open({ threads: 1 }).calls();
    const [full, next] = await Promise.all([calls.fillHeap(), calls.whoami()]);
    expect(full).toEqual({ ok: false, error: { errorType: 'too_large', message: 'no memory' } });
    expect(next.ok).toBe(true);
  });

  it('when its thread ends', async () => {
    const calls = open({ threads: 1 }).calls();
    const [dead, next] = await Promise.allSettled([calls.end(7), calls.whoami()]);
    expect(dead).toMatchObject({ status: 'rejected', reason: { message: 'its thread ended with code 7' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { ok: true } });
  });

  it('when it throws: the thread goes on', async () => {
    const calls = open({ threads: 1 }).calls();
    const thread = unwrap(await calls.whoami());
    await expect(calls.bug('a bug')).rejects.toThrow(new TypeError('a bug'));
    expect(unwrap(await calls.whoami())).toBe(thread);
  });

  it('when what it is asked with cannot be sent', async () => {
    const calls = open({ threads: 1 }).calls();
    await expect(calls.sleep((() => 1) as unknown as number)).rejects.toThrow('could not be cloned');
    expect((await calls.whoami()).ok).toBe(true);
  });

  it('when the thread cannot start', async () => {
    const calls = open({ workerUrl: new URL('no-such-worker.mjs', workerUrl), threads: 1 }).calls();
    for (let i = 0; i < 2; i++) await expect(calls.whoami()).rejects.toThrow('no-such-worker');
  });

  it('when it is aborted before, while it waits, and while it is under way, which ends its thread', async () => {
    const tried = open({ threads: 1 });
    const [waits, runs] = [new AbortController(), new AbortController()];
    await expect(tried.calls({ signal: AbortSignal.abort(new Error('before')) }).whoami()).rejects.toThrow('before');
    const running = tried.calls({ signal: runs.signal }).hang();
    const waiting = tried.calls({ signal: waits.signal }).whoami();
    const next = tried.calls().whoami();
    waits.abort(new Error('waits'));
    await expect(waiting).rejects.toThrow('waits');
    runs.abort(new Error('runs'));
    await expect(running).rejects.toThrow('runs');
    expect((await next).ok).toBe(true);
  });
});
