import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueryLogTail } from './queryLogTail.ts';

let folder = '';
let path = '';
let nowMs = 0;
let taken: string[] = [];
let states: (string | null)[] = [];
let tail: QueryLogTail;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'query-log-'));
  path = join(folder, 'query.log');
  [nowMs, taken, states] = [0, [], []];
  tail = new QueryLogTail({
    path, steadyMs: () => nowMs, onState: (problem) => { states.push(problem); },
    take: (queries) => { taken.push(...queries.map(({ text }) => text)); },
  });
});

afterEach(async () => {
  await tail.close();
  rmSync(folder, { recursive: true });
});

const line = (query: string): string => `${JSON.stringify({
  params: { query, start: '2026-11-27T10:00:00Z', end: '2026-11-27T10:00:00Z', step: 0 },
  stats: { timings: { evalTotalTime: 1, execTotalTime: 1 } }, ts: '2026-11-27T10:00:01.000Z',
})}\n`;

async function look(): Promise<string[]> {
  nowMs += 2000;
  await tail.look();
  return taken.splice(0);
}

it('gives what was there, and then what is appended', async () => {
  writeFileSync(path, line('a') + line('b'));
  expect(await look()).toEqual(['a', 'b']);
  expect(await look()).toEqual([]);
  appendFileSync(path, line('c'));
  expect(await look()).toEqual(['c']);
});

it('waits for the end of a line, also within a character', async () => {
  const bytes = Buffer.from(line('é'));
  const middle = bytes.indexOf(Buffer.from('é')) + 1;
  writeFileSync(path, bytes.subarray(0, middle));
  expect(await look()).toEqual([]);
  appendFileSync(path, bytes.subarray(middle));
  expect(await look()).toEqual(['é']);
});

it('follows a rotation by rename, with what was written to the old file last', async () => {
  writeFileSync(path, line('a'));
  expect(await look()).toEqual(['a']);
  appendFileSync(path, line('b'));
  renameSync(path, `${path}.1`);
  writeFileSync(path, line('c'));
  expect(await look()).toEqual(['b', 'c']);
});

it('follows a truncation', async () => {
  writeFileSync(path, line('a').repeat(10));
  await look();
  truncateSync(path);
  appendFileSync(path, line('b'));
  expect(await look()).toEqual(['b']);
});

it('reads only the end of a large file, and a bounded part of it at once', async () => {
  writeFileSync(path, line('old').repeat(40_000) + line('new'));
  const all: string[] = [];
  for (let times = 0; times < 10; times++) {
    const found = await look();
    expect(found.length * line('old').length).toBeLessThan(1.1 * 2 ** 20);
    all.push(...found);
  }
  expect(all.length * line('old').length).toBeLessThan(4.2 * 2 ** 20);
  expect(all.at(-1)).toBe('new');
});

it('says once that the file is missing, and once that it is there', async () => {
  await look();
  await look();
  writeFileSync(path, line('a'));
  expect(await look()).toEqual(['a']);
  expect(states).toEqual([expect.stringMatching(/^The query log .* cannot be read \(ENOENT/), null]);
});

it('reads no folder and no device', async () => {
  const other = new QueryLogTail({
    path: folder, steadyMs: () => 0, onState: (problem) => { states.push(problem); }, take: () => undefined,
  });
  await other.look();
  expect(states[0]).toContain('it is no regular file');
});

it('skips a line without end', async () => {
  writeFileSync(path, 'x'.repeat(600_000));
  expect(await look()).toEqual([]);
  appendFileSync(path, `\n${line('a')}`);
  expect(await look()).toEqual(['a']);
});
