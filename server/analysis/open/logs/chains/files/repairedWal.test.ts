/** Tests that the repair of a damaged WAL is reported once. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const LINES = [
  'msg="Encountered WAL read error, attempting repair" err="corruption in segment /wal/00000007 at 5: x"',
  'msg="Starting corruption repair" segment=7 offset=57',
  'msg="Deleting all segments newer than corrupted segment" segment=7', 'msg="Rewrite corrupted segment" segment=7',
].map((rest, i) => `time=2026-01-02T03:04:0${i}.001Z level=WARN source=wlog.go:4 component=tsdb ${rest}`);
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('one sentence tells it, with what is lost, what is not and where to look', () => {
  expect(of(...LINES)).toBe('Its WAL was damaged, and it deleted what came after the damage in segment 7, with all '
    + 'newer segments: samples that were only there are lost; its blocks are not concerned. It said "corruption in '
    + 'segment /wal/00000007 at 5: x". Look at the space and the errors of that disk, and at how the process ended '
    + 'before.');
});

it('an error after it is reported beside it', () => {
  const failed = 'time=2026-01-02T03:04:09.001Z level=ERROR source=main.go:9 msg="Opening storage failed" err="repair '
    + 'corrupted WAL: cannot handle error: a"';
  expect(of(...LINES, failed)).toContain('Opening storage failed');
});
