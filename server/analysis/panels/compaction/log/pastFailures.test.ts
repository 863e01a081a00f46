/** Tests that a cause counts only for the failures that state it, and is over once a block is written. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { readLog } from '../../../logs/readLog.ts';
import { isCompactionMessage } from './compactionLog.ts';
import { analyseCompactionLog } from './compactionLogTimeline.ts';

const at = (minute: number, second = 0): string => new Date(Date.UTC(2026, 0, 2, 3, minute, second)).toISOString();
const full = (minute: number): string => `level=error ts=${at(minute)} component=tsdb msg="compaction failed" `
  + 'err="compact head: persist head block: write chunks: preallocate: no space left on device"';
const wrote = (minute: number): string => `level=info ts=${at(minute)} component=tsdb msg="write block" `
  + 'mint=1596679200000 maxt=1596686400000 ulid=01EF13P2QK7Z0V0B7T4H9MPS6C duration=30s';
const unset = (minute: number): string => `level=error ts=${at(minute, 3)} component=tsdb msg="compaction failed" `
  + 'err="reload blocks: head truncate failed: truncate chunks.HeadReadWriter: maxt of the files are not set"';

function said(...lines: string[]): string {
  const result = analyseCompactionLog(readLog(Buffer.from(`${lines.join('\n')}\n`), isCompactionMessage), null);
  return result === null ? '' : [result.answer.finding.sentence, ...statements(result.answer.finding)].join(' ');
}

it('the disk had room again before the later failures, which have another cause', () => {
  const all = said(full(0), full(1), full(2), wrote(4), unset(4), wrote(14), unset(14));
  expect(all).toContain('Before that, 3 compactions failed from 03:00:00 UTC to 03:02:00 UTC because the disk was '
    + 'full; a block was written at 03:04:00 UTC, so it had room again.');
  expect(all).toMatch(/^2 truncations of the head’s chunk files failed since 03:04:03 UTC, 10m apart\. /);
  expect(all).toContain('10m apart. What failed was the truncation of the head: reload blocks: ');
  expect(all).not.toMatch(/the disk (?:is full|has no room)/);
  expect(all).not.toContain('The head and the WAL keep growing');
  expect(all).toContain('the chunk files of the head and the WAL grow until one succeeds.');
  expect(all).toContain('A start reads the times of these files anew: restart it');
});

it('without a block between them the disk may still be full', () => {
  expect(said(full(0), full(1), unset(4)))
    .toContain('the disk has no room for a new chunk file (2 of 3 lines say why)');
  expect(said(full(0), wrote(1), full(2), full(3))).toContain('3 compactions failed since 03:00:00 UTC');
});
