/** Tests the chain from a damaged checkpoint to a repair that misses a segment. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const DAMAGED = 'level=error ts=2026-01-02T03:04:05.678Z caller=db.go:609 component=tsdb msg="compaction failed" '
  + 'err="reload blocks: head truncate failed: create checkpoint: read segments: corruption in segment '
  + '/data/wal/checkpoint.000812/00000000 at 32768: unexpected checksum 0, expected 1a2b"';
const MISSING = 'level=error ts=2026-01-02T04:05:06.789Z caller=main.go:740 err="opening storage failed: repair '
  + 'corrupted WAL: cannot handle error: open WAL segment: 0: open /data/wal/00000000: no such file or directory"';
const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`)).interest ?? '';

it('a checkpoint that somebody removed', () => {
  expect(said(DAMAGED, '', 'Then I deleted /data/wal/checkpoint.000812, and now:', '', MISSING)).toContain('The first '
    + 'fault is the damaged checkpoint.000812 (unexpected checksum 0, expected 1a2b): since then the WAL was not '
    + 'truncated. It was removed, as the text says, and without a checkpoint the repair looks for');
});

it('a checkpoint of which no line says that it was removed', () => {
  const facts = said(DAMAGED, MISSING);
  expect(facts).toContain('The first fault is the damaged checkpoint.000812');
  expect(facts).not.toContain('It was removed');
});

it('says nothing with one of the errors', () => {
  expect(said(DAMAGED, DAMAGED.replace('03:04', '05:04'))).not.toContain('The first fault');
  expect(said(MISSING)).not.toContain('The first fault');
});
