/** Tests when short blocks are told as what uses up the open files. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (flags: string, error: string): string => recognize(new TextEncoder().encode([
  'We run it with', '', `    prometheus ${flags}`, '', '```',
  'level=error ts=2026-01-02T03:04:05.678Z caller=compact.go:397 component=tsdb msg="removed tmp folder after failed '
    + `compaction" err="open /data/01ARZ3NDEKTSV4RRFFQ69G5FAV.tmp: ${error}"`, '```', '',
].join('\n'))).interest ?? '';
const FILES = 'too many open files';
const retention = '--storage.tsdb.retention.time=60d';

it('blocks of an hour for sixty days', () => {
  expect(said(`--storage.tsdb.max-block-duration=1h ${retention}`, FILES)).toContain(
    'With --storage.tsdb.max-block-duration=1h and a retention of 60d there come to be about 1,440 blocks');
});

it.each([
  ['another error', `--storage.tsdb.max-block-duration=1h ${retention}`, 'no space left on device'],
  ['the usual length', `--storage.tsdb.max-block-duration=2h ${retention}`, FILES],
  ['few blocks', '--storage.tsdb.max-block-duration=1h --storage.tsdb.retention=24h', FILES],
  ['no length', retention, FILES],
])('says nothing with %s', (_, flags, error) => { expect(said(flags, error)).not.toContain('there come to be'); });
