/** The main thread's side, with a worker that answers as the test wants. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Faults } from '../../../kernel/files/faults.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { RawScrape } from '../../../data/store/dataStore.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { openDataClient, type DataClient } from './dataClient.ts';

const MIB = 2 ** 20;
/** Before the first restart. */
const RESTART_MS = 500;
let folder: string;
let faults: Faults;
let data: DataClient | null;
let clock: ManualClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-client-'));
  faults = new Faults();
  data = null;
  clock = new ManualClock();
  vi.spyOn(log, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await data?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Stores scrapes with a body as soon as `go` is in the folder, replacing a first byte of 1 by 2, and ends when `die` is
 * there, which it removes.
 */
function workerCode(): string {
  return `import { parentPort } from 'node:worker_threads';
    import { existsSync, rmSync } from 'node:fs';
    import { join } from 'node:path';
    const folder = ${JSON.stringify(folder)};
    const status = {
      state: 'recording', bytes: 0, retentionBytes: 1, retentionSeconds: 1, reason: null,
      stoppedSince: null, notices: [], faults: [],
    };
    const answers = { opened: { ok: true, value: status }, status, targets: [] };
    const waiting = [];
    setInterval(() => {
      if (existsSync(join(folder, 'die'))) { rmSync(join(folder, 'die')); throw new Error('told to die'); }
      if (existsSync(join(folder, 'go'))) for (const { id, args: [, { body }] } of waiting.splice(0)) {
        if (body[0] === 1) body[0] = 2;
        parentPort.postMessage({ id, value: { stored: body.length > 0 } });
      }
    }, 10);
    parentPort.on('message', ({ id, method, args }) => {
      if (method === 'record') waiting.push({ id, args });
      else parentPort.postMessage({ id, value: answers[method] });
    });`;
}

async function open(): Promise<DataClient> {
  const opened = await openDataClient({
    dataDir: join(folder, 'data'), retentionMs: 1, retentionBytes: 1, faults, clock,
    readerFile: new URL('file:///none'), workerUrl: new URL(`data:text/javascript,${encodeURIComponent(workerCode())}`),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  data = opened.value;
  return opened.value;
}

const scrape = (bytes: number): RawScrape => ({
  startMs: 1000, durationSeconds: 0.01, status: 200, body: new Uint8Array(bytes), contentType: 'text/plain',
  error: null, extras: {},
});

const restarted = (): Promise<void> => new Promise((resolve) => {
  faults.onChange(() => { if (faults.report().notices.some((one) => one.includes('started again'))) resolve(); });
});

it('empties the folder of the readers when the program starts, and not when the worker is started again', async () => {
  const left = join(folder, 'data', 'readers', 'bulk-0', 'import');
  await mkdir(left, { recursive: true });
  await open();
  expect(existsSync(left)).toBe(false);
  await mkdir(left, { recursive: true });
  const again = restarted();
  await writeFile(join(folder, 'die'), '');
  await clock.armed(RESTART_MS);
  await clock.advance(RESTART_MS);
  await again;
  expect(existsSync(left)).toBe(true);
});

it('of a worker that is only slow, no scrape is lost, however large', async () => {
  const client = await open();
  const taken = Promise.all([1, 2, 3].map(() => client.record('prom', scrape(40 * MIB))));
  await writeFile(join(folder, 'go'), '');
  expect(await taken).toEqual([{ stored: true }, { stored: true }, { stored: true }]);
});

it('holds a bounded part of the scrapes while the worker is started again', async () => {
  const client = await open();
  const first = client.record('prom', scrape(40 * MIB));
  await writeFile(join(folder, 'die'), '');
  await clock.armed(RESTART_MS);
  await expect(client.record('prom', scrape(40 * MIB))).rejects.toThrow(/ended unexpectedly/);
  await writeFile(join(folder, 'go'), '');
  await clock.advance(RESTART_MS);
  // It was sent again with its body.
  expect(await first).toEqual({ stored: true });
  expect(faults.report().notices.join()).toMatch(/started again \(told to die\); 1 scrapes? .*missing/);
});

it('gives a worker the memory of a shared body, also the one that is started after it ended', async () => {
  const client = await open();
  const body = new Uint8Array(new SharedArrayBuffer(8), 2, 4).fill(1);
  const taken = client.record('prom', { ...scrape(0), body });
  await writeFile(join(folder, 'die'), '');
  await clock.armed(RESTART_MS);
  expect([...body]).toEqual([1, 1, 1, 1]);
  await writeFile(join(folder, 'go'), '');
  await clock.advance(RESTART_MS);
  expect(await taken).toEqual({ stored: true });
  expect([...body]).toEqual([2, 1, 1, 1]);
});
