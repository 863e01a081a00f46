import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { closeAll, fetchFrom } from '../../../testdata/fetched.ts';

const MIB = 1024 * 1024;

afterEach(closeAll);

it('never reads more of a gzip bomb than the cap', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * MIB), { level: 9 });
  expect(bomb.length).toBeLessThan(MIB);
  const before = process.memoryUsage().rss;
  const { error } = await fetchFrom((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4', 'Content-Encoding': 'gzip' }).end(bomb);
  }, 20_000);
  expect(error).not.toBeNull();
  expect(process.memoryUsage().rss - before).toBeLessThan(180 * MIB);
});
