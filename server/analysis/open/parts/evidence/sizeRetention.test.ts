/** Tests the retention by size beside a disk that is full. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { sizeRetention } from './sizeRetention.ts';

const FAILED = 'level=error ts=2022-03-04T05:06:07.890Z caller=db.go:700 component=tsdb msg="compaction failed" '
  + 'err="compact head: persist head block: write chunks: preallocate: no space left on device"';
const FACTS = 'The cause given is "compact head: persist head block: no space left on device".';

it('leads where the text has both sizes', () => {
  const said = recognize(new TextEncoder().encode(['# Disk full', '', 'Our size retention is 9663676416 bytes for a '
    + 'disk of 10GB.', '', '```', FAILED, '```'].join('\n'))).interest ?? '';
  expect(said).toMatch(/^Retention by size is 90 % of the disk, 9663676416 bytes of 10GB: the rest does not hold /);
  expect(said).toContain('Delete the oldest block folder');
});

it.each([
  ['a flag and a claim', '--storage.tsdb.retention.size=46GB\n    requests:\n      storage: 50Gi\n', '92 %'],
  ['an operator', 'retentionSize: 19GiB\nThe PVC is 20Gi.', '95 %'],
  ['a percentage', 'We set the size retention to 95% of the volume.', '95 %'],
])('of %s', (_of, text, percent) => {
  expect(sizeRetention(FACTS, text)).toContain(`Retention by size is ${percent} of the disk`);
});

it.each([
  ['with room', '--storage.tsdb.retention.size=30GB on a disk of 50GB', FACTS],
  ['of another disk', '--storage.tsdb.retention.size=300GB on a disk of 50GB', FACTS],
  ['of another fault', '--storage.tsdb.retention.size=49GB on a disk of 50GB', 'The error "timeout".'],
  ['without a disk', '--storage.tsdb.retention.size=49GB', FACTS],
])('nothing %s', (_of, text, facts) => {
  expect(sizeRetention(facts, text)).toBeNull();
});

it('tells that the blocks are above the limit already, by a list or by a metric', () => {
  const flag = '--storage.tsdb.retention.size=9GB on a disk of 10GB';
  expect(sizeRetention(`${FACTS} They have 7 samples in 9.25 GiB (about 1 per second).`, flag))
    .toContain(' while it fails. Its blocks have 9.25 GiB, more than that limit. Delete the oldest block ');
  expect(sizeRetention(FACTS, `${flag}\nprometheus_tsdb_storage_blocks_bytes 1.073741824e+10`))
    .toContain('Its blocks have 10 GiB, more than that limit.');
  expect(sizeRetention(`${FACTS} They have 7 samples in 8.5 GiB.`, flag)).not.toContain('Its blocks have');
});
