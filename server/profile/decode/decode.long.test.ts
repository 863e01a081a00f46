import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decode } from './decode.ts';

const MIB = 1024 * 1024;

it('refuses a bomb without holding more of it than a chunk', async () => {
  const zeros = gzipSync(new Uint8Array(64 * MIB));
  const bomb = Buffer.concat(Array.from({ length: 18 }, () => zeros));
  const residentBefore = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => { most = Math.max(most, process.memoryUsage().rss); }, 20);
  const result = await decode(bomb);
  clearInterval(watch);
  expect(result).toMatchObject({ ok: false, error: { errorType: 'too_large' } });
  expect(most - residentBefore).toBeLessThan(100 * MIB);
});
