/** Tests a cache that is full after the disk was. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { fullCache } from './influxDisks.ts';

const line = (clock: string, text: string): string =>
  `[write] 2016/03/04 ${clock} write failed for shard 3 on node 1: engine: ${text}`;
const DISK = line('05:06:07', 'error writing WAL entry: write /d/wal/a/default/3/_00007.wal: no space left on device');
const CACHE = line('05:26:07', 'cache maximum memory size exceeded');

it('follows from the disk', () => {
  expect(recognize(new TextEncoder().encode([DISK, CACHE, CACHE].join('\n'))).interest)
    .toContain('The full cache follows from the full disk');
});

it('alone, or before the disk was full, is reported as it is', () => {
  expect(fullCache([CACHE])).toBeNull();
  expect(fullCache([CACHE, DISK])).toBeNull();
});
