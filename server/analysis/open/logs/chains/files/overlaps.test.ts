import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const HOUR = 3_600_000;
const FROM = Date.UTC(2025, 2, 4);
const ulid = (i: number): string => `01J${String(i).padStart(23, '0')}`;
const LONG = `<ulid: ${ulid(0)}, mint: ${FROM}, maxt: ${FROM + 48 * HOUR}, range: 48h0m0s>`;
const overlap = (i: number): string => {
  const [mint, maxt] = [FROM + 2 * i * HOUR, FROM + 2 * (i + 1) * HOUR];
  return `[mint: ${mint}, maxt: ${maxt}, range: 2h0m0s, blocks: 2]: ${LONG}, <ulid: ${ulid(i + 1)}, mint: ${mint}, `
    + `maxt: ${maxt}, range: 2h0m0s>`;
};
const of = (count: number): string => recognize(new TextEncoder().encode([
  'level=info ts=2025-03-04T05:06:07.1Z caller=compact.go:1 msg="start of compactions"',
  'level=error ts=2025-03-04T05:06:08.1Z caller=compact.go:2 msg="critical error detected; halting" err="compaction: '
    + `group 0@1: pre compaction overlap check: overlaps found while gathering blocks. ${
      Array.from({ length: count }, (_, i) => overlap(i)).join(String.raw`\n`)}"`,
].join('\n'))).interest ?? '';

it('overlaps are counted to the end of their line, which is longer than the part that is examined', () => {
  const said = of(24);
  expect(said).toContain('There are 23 more overlaps.');
  expect(said).toContain(`All 24 overlaps are with ${ulid(0)}. They fill its 2d, so the blocks that it was made of may `
    + 'all be there still.');
});

it('fewer overlaps do not fill the block, and a single one has no others', () => {
  expect(of(5)).toContain(`All 5 overlaps are with ${ulid(0)}. Check each of the other blocks`);
  expect(of(1)).not.toContain('more overlap');
});

it('a compacted block over a shorter one makes a second compactor likely, which is to be stopped first', () => {
  expect(of(1)).toContain(`mark ${ulid(1)} for deletion (thanos tools bucket mark). Stop the compactor first, and look `
    + 'for a second one that works on this bucket: that is a likely cause, and it makes such blocks again.');
});
