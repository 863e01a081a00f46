/** Memory of the program while uploads are made to take it: a gzip bomb, then twenty bodies of 14 MB at once. */
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { printRow, type BenchRow } from '../benchRow.ts';

const MIB = 2 ** 20;
const MAX_BOMB_MIB = 400;
const MAX_PEAK_MIB = 700;

const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;
beforeAll(async () => { scope = await startTsdbscope(['--demo'], dataDir); });
afterAll(async () => {
  await scope.stop();
  remove();
});

function memoryMiB(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${scope.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

function check(name: string, measuredMiB: number, maxMiB: number): void {
  const row: BenchRow = {
    name, measured: `${measuredMiB.toFixed(0)} MiB`, bar: `less than ${maxMiB} MiB`, pass: measuredMiB < maxMiB,
  };
  printRow(row);
  expect(row.pass).toBe(true);
}

const post = async (path: string, body: Uint8Array): Promise<number> =>
  (await scope.fetch(`/api/v1${path}`, { method: 'POST', body: new Uint8Array(body) })).status;

it('a gzip bomb of 600 MiB is bounded while it expands', async () => {
  const bomb = await promisify(gzip)(Buffer.alloc(600 * MIB));
  const before = memoryMiB('VmRSS');
  expect([413, 422]).toContain(await post('/profiles', bomb));
  check('RSS that a gzip bomb adds', memoryMiB('VmRSS') - before, MAX_BOMB_MIB);
});

it('bodies of 14 MB that come at once are refused unread or read in a worker', async () => {
  const runs = 'BenchmarkA-2 100 1234 ns/op 56 B/op\n'.repeat(190_000);
  const texts = Buffer.from(JSON.stringify({ before: runs, after: runs }));
  const objects = Buffer.from(`[${'{"a":1,"b":[]},'.repeat(930_000)}0]`);
  await Promise.all(Array.from({ length: 10 }, (_, i) => Promise.allSettled([
    post('/benchmarks', i % 2 === 0 ? texts : objects), post('/targets/demo-incident/notes', objects),
  ])));
  check('peak RSS with twenty bodies of 14 MB at once', memoryMiB('VmHWM'), MAX_PEAK_MIB);
});
