import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { damageOfGzip } from './damagedGzip.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-gzip-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const whole = gzipSync(Buffer.from('n 1\n'.repeat(10_000)));
const flipped = Buffer.from(whole);
flipped[whole.length - 6] = (flipped.at(-6) ?? 0) ^ 1;

it.each([
  ['a whole file', whole, null], ['one that ends early', whole.subarray(0, 60), 'unexpected end of file'],
  ['a flipped bit', flipped, 'incorrect data check'], ['an empty file', Buffer.alloc(0), 'unexpected end of file'],
  ['no gzip', Buffer.from('hello, this is text'), 'incorrect header check'],
])('%s', async (name, bytes, damage) => {
  const path = join(folder, `${name}.gz`);
  writeFileSync(path, bytes);
  expect(await damageOfGzip(path)).toBe(damage);
});

it('one that is gone is not damaged', async () => {
  expect(await damageOfGzip(join(folder, 'none.gz'))).toBeNull();
});
