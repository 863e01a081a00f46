import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi, type Mock } from 'vitest';
import type { Result } from '../../../core/result.ts';
import { buildProcess, SERVE_PROCESS } from '../../../testdata/built/builtProcess.ts';
import { ClientDisconnected, runInContext } from './requestContext.ts';
import { ProcessEnded, RemoteProcess } from './remoteProcess.ts';

const SOURCE = `
import { Readable } from 'node:stream';
import { ServedProcess, startOptions, stopIfUnwanted } from ${SERVE_PROCESS};
const own = new ServedProcess();
const starter = own.starter();
let pieces = 0;
let marks = 0;
let release;
const ok = (value) => ({ ok: true, value });
if (startOptions().word === 'late') await starter.answer('ready');
own.serve({
  options: async () => ok(startOptions()),
  echo: async (value) => ok(value),
  ask: async (word) => ok(await starter.answer(word)),
  fail: async () => { throw new Error('as told'); },
  stream: async (count) => ok(Readable.from((function* () {
    for (let i = 0; i < count; i++) { pieces++; yield Buffer.alloc(1000, i); }
  })())),
  broken: async () => ok(Readable.from((function* () { yield Buffer.from('a'); throw new Error('half way'); })())),
  pieces: async () => ok(pieces),
  work: async () => {
    for (;;) {
      await new Promise((done) => setTimeout(done, 5));
      try { stopIfUnwanted(); } catch (error) { globalThis.stopped = true; throw error; }
    }
  },
  hold: async () => { await new Promise((done) => { release = done; }); return ok('late'); },
  held: async () => ok(Readable.from((async function* () {
    try { for (;;) yield Buffer.from('a'); } finally { await new Promise((done) => { release = done; }); }
  })())),
  release: async () => {
    const held = release;
    release = undefined;
    held?.();
    return ok(held !== undefined);
  },
  mark: async () => ok(++marks),
  odd: async () => ok(() => 1),
  throwOdd: async () => { throw Object.assign(new Error('odd'), { cause: () => 1 }); },
  throwFunction: async () => { throw { toString: () => 'a function', call: () => 1 }; },
  complain: async () => { process.stderr.write('about to end\\n', () => { process.exit(3); }); return ok(0); },
  stopped: async () => ok(globalThis.stopped === true),
  exhaust: async () => { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); },
  die: async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined); },
});`;

let built: Awaited<ReturnType<typeof buildProcess>>;
const open: RemoteProcess[] = [];

beforeAll(async () => { built = await buildProcess(SOURCE); });
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((one) => one.kill()));
});
afterAll(() => { built.remove(); });

function start(
  ends: ProcessEnded[] = [], word = 'hello', asked: (word: unknown) => Promise<unknown> = () => Promise.resolve()
): RemoteProcess {
  const started = new RemoteProcess({
    file: built.file, options: { word }, heapMb: 64, nice: 0, onEnd: (error) => ends.push(error),
    asked: async (method, args) => await asked(args[0]) ?? `${method} of ${String(args[0])}`,
  });
  open.push(started);
  return started;
}

/** A call whose asker can leave. */
function leavable(own: RemoteProcess, method: string): { answer: Promise<unknown>; over: Mock; leave: () => void } {
  const leaving = new AbortController();
  const over = vi.fn();
  const answer = runInContext({ client: 'a', signal: leaving.signal }, () => own.call(method, [], over));
  return { answer, over, leave: () => { leaving.abort(new ClientDisconnected('gone')); } };
}

async function valueOf<T>(answer: Promise<unknown>): Promise<T> {
  const result = await answer as Result<T>;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

it('answers with values and bytes, passes on what was thrown, and can ask back', async () => {
  const own = start();
  expect(await valueOf(own.call('options', []))).toEqual({ word: 'hello' });
  const given = { bytes: new Uint8Array([1, 2]), numbers: Float64Array.of(NaN, -0), nothing: null };
  expect(await valueOf(own.call('echo', [given]))).toEqual(given);
  await expect(own.call('fail', [])).rejects.toThrow('as told');
  await expect(own.call('unknown', [])).rejects.toThrow('no method "unknown"');
  expect(await valueOf(own.call('ask', ['it']))).toBe('answer of it');
});

it('streams what is large as it is taken, and stops when nobody takes it any more', async () => {
  const own = start();
  const whole = await buffer(await valueOf<Readable>(own.call('stream', [300])));
  expect(whole.length).toBe(300_000);
  expect(whole[299_999]).toBe(299 % 256);
  const long = await valueOf<Readable>(own.call('stream', [1e9]));
  await new Promise((resolve) => long.once('data', resolve));
  long.destroy();
  const pieces = (): Promise<number> => valueOf<number>(own.call('pieces', []));
  const then = await pieces();
  expect(then).toBeLessThan(100_000);
  expect(await pieces()).toBeLessThan(then + 50);
  await expect(buffer(await valueOf<Readable>(own.call('broken', [])))).rejects.toThrow('half way');
});

it('stops work that nobody waits for', async () => {
  const own = start();
  const leaving = new AbortController();
  const work = runInContext({ client: 'a', signal: leaving.signal }, () => own.call('work', []));
  expect(await valueOf(own.call('stopped', []))).toBe(false);
  leaving.abort(new ClientDisconnected('gone'));
  await expect(work).rejects.toThrow('gone');
  await expect.poll(() => valueOf(own.call('stopped', []))).toBe(true);
});

it('ends by itself only: calls and streams fail with the reason', async () => {
  const ends: ProcessEnded[] = [];
  const own = start(ends);
  const stream = await valueOf<Readable>(own.call('stream', [1e9]));
  const failed = new Promise((resolve) => stream.once('error', resolve));
  await expect(own.call('die', [])).rejects.toThrow('ended by SIGKILL');
  expect(await failed).toBeInstanceOf(ProcessEnded);
  await expect(own.call('echo', [1])).rejects.toThrow('ended by SIGKILL');
  expect(ends).toHaveLength(1);
});

it('that exhausts its memory says so', async () => {
  const error: unknown = await start().call('exhaust', []).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ isOutOfMemory: true, message: 'it ran out of memory' });
});

it('says when a call is over: not when its asker left, but when the process no longer works on it', async () => {
  const own = start();
  const left = leavable(own, 'hold');
  await own.call('mark', []);
  left.leave();
  await expect(left.answer).rejects.toThrow('gone');
  await own.call('mark', []);
  expect(left.over).not.toHaveBeenCalled();
  await own.call('release', []);
  await expect.poll(() => left.over).toHaveBeenCalledOnce();

  const over = vi.fn();
  const stream = await valueOf<Readable>(own.call('held', [], over));
  await new Promise((resolve) => stream.once('data', resolve));
  stream.destroy();
  await own.call('mark', []);
  expect(over).not.toHaveBeenCalled();
  await expect.poll(() => valueOf(own.call('release', []))).toBe(true);
  await expect.poll(() => over).toHaveBeenCalledOnce();
});

it('says that a call is over also where it was not sent, was never begun, failed, or the process ended', async () => {
  const own = start();
  const overs = ['fail', 'unknown', 'hold', 'held', 'die'].map((method) => {
    const over = vi.fn();
    return { over, answer: own.call(method, [], over).catch((error: unknown) => error) };
  });
  await Promise.all(overs.map(({ answer }) => answer));
  const after = vi.fn();
  await expect(own.call('mark', [], after)).rejects.toThrow('ended by SIGKILL');
  const leaving = AbortSignal.abort(new ClientDisconnected('gone'));
  const unsent = vi.fn();
  await expect(runInContext({ client: 'a', signal: leaving }, () => start().call('mark', [], unsent)))
    .rejects.toThrow('gone');
  for (const over of [...overs.map((one) => one.over), after, unsent]) expect(over).toHaveBeenCalledOnce();
});

it('does not begin what its asker left before the process was ready', async () => {
  let isAsked = false;
  let ready = (): void => undefined;
  const own = start([], 'late', () => {
    isAsked = true;
    return new Promise<void>((resolve) => { ready = resolve; });
  });
  const left = leavable(own, 'mark');
  left.leave();
  await expect(left.answer).rejects.toThrow('gone');
  const next = own.call('mark', []);
  await expect.poll(() => isAsked).toBe(true);
  ready();
  expect(await valueOf(next)).toBe(1);
  expect(left.over).toHaveBeenCalledOnce();
});

it('answers also what cannot be sent', async () => {
  const own = start();
  await expect(own.call('odd', [])).rejects.toThrow('could not be cloned');
  await expect(own.call('throwOdd', [])).rejects.toThrow('odd');
  await expect(own.call('throwFunction', [])).rejects.toThrow('a function');
  expect(await valueOf(own.call('mark', []))).toBe(1);
});

it('is not ended by the signals of a terminal: its starter ends it in order', async () => {
  const ends: ProcessEnded[] = [];
  const own = start(ends);
  await own.call('mark', []);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.kill(own.pid ?? 0, signal);
    await own.call('mark', []);
  }
  // The signal may have come after the answer.
  await expect.poll(() => valueOf(own.call('mark', []))).toBeGreaterThan(8);
  expect(ends).toEqual([]);
});

it('passes on what it writes to its standard error, and keeps the last of it', async () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => { written.push(String(text)); return true; });
  const ends: ProcessEnded[] = [];
  await start(ends).call('complain', []);
  await expect.poll(() => ends).toMatchObject([{ message: 'it ended with code 3', said: 'about to end\n' }]);
  expect(written).toContain('about to end\n');
});

it('that is killed for a reason ends for that reason', async () => {
  const own = start();
  const held = own.call('hold', []);
  void own.kill('it answered nothing');
  await expect(held).rejects.toThrow('it answered nothing');
});
