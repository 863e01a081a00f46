/** Tests that a halted compactor that still logs is not taken for an ended one. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (time: string, rest: string): string => `ts=2024-02-03T${time}Z caller=compact.go:1 ${rest}`;
const halt = line('04:05:06', 'level=error msg="critical error detected; halting" err="compaction: group 0@1: pre '
  + 'compaction overlap check: overlaps found while gathering blocks. [mint: 1, maxt: 2, range: 2h0m0s, blocks: 2]"');
const sync = (time: string): string => line(
  time, 'level=info msg="successfully synchronized block metadata" component=block.BaseFetcher duration=867ms cached=4'
);
const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('tells how long the process has run on', () => {
  expect(said(sync('04:05:00'), halt, sync('04:06:00'), sync('04:15:06'))).toContain('The process still logs 10m after '
    + 'the halt and may look healthy. It compacts, downsamples and applies retention for no group.');
});

it('says nothing of one that ended, or that was started again', () => {
  expect(said(sync('04:05:00'), halt)).not.toContain('still logs');
  expect(said(halt, line('04:10:00', 'level=info msg="starting compact node"'), sync('04:15:06')))
    .not.toContain('still logs');
});
