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

const snapshot = (clock: string, rest: string): string => `ts=2020-03-04T${clock}.000000Z lvl=info ${rest} `
  + 'log_id=0AB engine=tsm1';
const REFUSED = [
  snapshot('01:00:01', 'msg="Error adding new TSM files from snapshot" error="cannot allocate memory"'),
  snapshot('01:00:01', 'msg="Snapshot for path written" path=/d/data/m/autogen/7 duration=2000.000ms'),
  snapshot('01:00:01', 'msg="Error writing snapshot" error="cannot allocate memory"'),
];
const FULL = [snapshot('04:00:00', 'msg="Error writing snapshot" error="write /d/data/m/autogen/7/000000009-000000001.'
  + 'tsm.tmp: no space left on device"')];
const said = (lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a mapping that was refused before the disk was full comes first, with its own step', () => {
  const facts = said([...REFUSED, ...FULL]);
  expect(facts).toMatch(/^The first fault at [^ ]*01:00:01[^ ]*(?: UTC)? is that InfluxDB could not take over a /);
  expect(facts).toContain('(/d/data/m/autogen/7): "cannot allocate memory"');
  expect(facts).toMatch(/the disk that is full at [^ ]*04:00:00[^ ]*(?: UTC)? may follow from it/);
  expect(facts).toContain('vm.max_map_count');
  expect(facts).not.toContain('free space, then check');
});

it('is not claimed for the other order, or for one of the two', () => {
  expect(said([...FULL, ...REFUSED])).not.toContain('The first fault');
  expect(said(REFUSED)).not.toContain('The first fault');
  expect(said(FULL)).not.toContain('The first fault');
});
