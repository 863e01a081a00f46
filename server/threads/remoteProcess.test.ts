import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Result } from '../../core/result.ts';
import { AskerLeft, onBehalfOf } from './asker.ts';
import { ProcessEnded, RemoteProcess } from './remoteProcess.ts';

const SERVE = join(import.meta.dirname, 'serveProcess.ts');
const SOURCE = `
import { Readable } from 'node:stream';
import { ServedProcess, startOptions, stopIfUnwanted } from ${JSON.stringify(SERVE)};
const own = new ServedProcess();
const starter = own.starter();
let pieces = 0;
const ok = (value) => ({ ok: true, value });
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
  stopped: async () => ok(globalThis.stopped === true),
  exhaust: async () => { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); },
  die: async () => { process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined); },
});`;

let folder: string;
let file: URL;
const open: RemoteProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'process-'));
  writeFileSync(join(folder, 'own.ts'), SOURCE);
  await build({
    configFile: false, logLevel: 'silent',
    build: {
      ssr: true, outDir: join(folder, 'out'), target: 'node20',
      rolldownOptions: { input: join(folder, 'own.ts'), output: { entryFileNames: 'own.mjs' } },
    },
  });
  file = pathToFileURL(join(folder, 'out', 'own.mjs'));
});
afterEach(async () => { await Promise.all(open.splice(0).map((one) => one.kill())); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

function start(ends: ProcessEnded[] = []): RemoteProcess {
  const started = new RemoteProcess({
    file, options: { word: 'hello' }, heapMb: 64, nice: 0, onEnd: (error) => ends.push(error),
    asked: (method, args) => Promise.resolve(`${method} of ${String(args[0])}`),
  });
  open.push(started);
  return started;
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
  const work = onBehalfOf({ client: 'a', signal: leaving.signal }, () => own.call('work', []));
  expect(await valueOf(own.call('stopped', []))).toBe(false);
  leaving.abort(new AskerLeft('gone'));
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
