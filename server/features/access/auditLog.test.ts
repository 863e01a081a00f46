import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '../../../core/contract/contract.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { AuditLog } from './auditLog.ts';

let folder: string;
let faults: Faults;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  faults = new Faults();
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const opened = (maxFileBytes?: number): AuditLog => new AuditLog({
  dataDir: folder, faults, ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
});
const entry = (time: number, user = 'alice'): AuditEntry => ({
  time, user, role: 'admin', by: 'password', address: '::1', action: 'DELETE /x', subject: { id: 'ä' }, status: 200,
});

it('answers the newest lines first, over rotated files, until a time', async () => {
  const log = opened(1000);
  for (let time = 0; time < 30; time += 1) log.add(entry(time));
  await log.settled();
  expect(readdirSync(join(folder, 'audit')).length).toBeGreaterThan(2);
  expect((await log.read(4)).map(({ time }) => time)).toEqual([29, 28, 27, 26]);
  expect((await log.read(3, 12)).map(({ time }) => time)).toEqual([12, 11, 10]);
  expect((await opened().read(100)).map(({ time }) => time)).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i));
});

it('answers what was added before it was asked', async () => {
  const log = opened();
  log.add(entry(1));
  expect((await log.read(10)).map(({ time }) => time)).toEqual([1]);
});

it('keeps eight files', async () => {
  const log = opened(200);
  for (let time = 0; time < 50; time += 1) log.add(entry(time));
  await log.settled();
  expect(readdirSync(join(folder, 'audit'))).toHaveLength(8);
  expect((await log.read(1))[0]?.time).toBe(49);
});

it('skips a line that a crash cut, and cuts what a client sent', async () => {
  const log = opened();
  log.add(entry(1, 'x'.repeat(10_000)));
  await log.settled();
  appendFileSync(join(folder, 'audit', 'audit.jsonl'), '{"time": 2, "us\n');
  log.add(entry(3));
  await log.settled();
  const read = await log.read(10);
  expect(read.map(({ time }) => time)).toEqual([3, 1]);
  expect(read[1]?.user).toHaveLength(200);
});

const FILE = 'audit/audit.jsonl';

it.each<[what: string, plant: () => void]>([
  ['a file in place of the folder', () => { writeFileSync(join(folder, 'audit'), 'x'); }],
  ['a folder in place of the file', () => { mkdirSync(join(folder, FILE), { recursive: true }); }],
  ['garbage', () => {
    mkdirSync(join(folder, 'audit'));
    writeFileSync(join(folder, FILE), Buffer.alloc(4096, 0x80));
  }],
])('begins a new file where there is %s, which is set aside and named', async (_what, plant) => {
  plant();
  const log = opened();
  log.add(entry(1));
  expect((await log.read(10)).map(({ time }) => time)).toEqual([1]);
  expect(faults.report()).toEqual({ notices: [expect.stringMatching(/was set aside as \S+\.damaged/)], faults: [] });
});

it('also where the damage comes while it runs', async () => {
  const log = opened();
  log.add(entry(1));
  await log.settled();
  rmSync(join(folder, FILE));
  mkdirSync(join(folder, FILE));
  log.add(entry(2));
  expect((await log.read(10)).map(({ time }) => time)).toEqual([2]);
  expect(faults.report().notices).toHaveLength(1);
});

it('keeps the line that follows one that a crash cut', async () => {
  const log = opened();
  log.add(entry(1));
  await log.settled();
  appendFileSync(join(folder, FILE), '{"time": 2, "us');
  const again = opened();
  again.add(entry(3));
  expect((await again.read(10)).map(({ time }) => time)).toEqual([3, 1]);
});

it('is a fault while it cannot be written', async () => {
  mkdirSync(join(folder, 'audit.damaged'));
  writeFileSync(join(folder, 'audit.damaged', 'so that nothing takes its name'), '');
  writeFileSync(join(folder, 'audit'), 'x');
  const log = opened();
  log.add(entry(1));
  await log.settled();
  expect(faults.report().faults).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/^The audit log in .* cannot be written/) as string }),
  ]);
  rmSync(join(folder, 'audit'));
  log.add(entry(2));
  await log.settled();
  expect(faults.report().faults).toEqual([]);
});
