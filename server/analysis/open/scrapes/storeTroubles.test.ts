import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { scrapeFacts } from '../outputs/metricFacts.ts';
import { readScrape } from './readScrape.ts';
import { haltedCompactor, readOnlyStorage } from './storeTroubles.ts';

const scrape = (...lines: string[]): ReturnType<typeof readScrape> => readScrape(lines.join('\n'));

it('a halted compactor, with what waits and its last upload', () => {
  const facts = haltedCompactor(scrape(
    'thanos_compact_halted 1', 'thanos_compact_todo_compactions 3', 'thanos_compact_todo_compaction_blocks 9',
    'thanos_compact_todo_downsample_blocks 1', 'thanos_objstore_bucket_last_successful_upload_time{bucket="a"} 1.7e+09',
  ));
  expect(facts).toContain('3 compactions of 9 blocks and the downsampling of 1 block wait.');
  expect(facts).toContain('Its last upload was at 2023-11-14T22:13:20Z.');
  expect(haltedCompactor(scrape('thanos_compact_halted 1'))).not.toMatch(/ waits?\.|last upload/);
});

it('a read-only storage, with its free space against the limit', () => {
  const own = ['vm_storage_is_read_only{path="/data"} 1', 'vm_free_disk_space_bytes{path="/data"} 5242880'];
  expect(readOnlyStorage(scrape(...own))).toContain('/data has 5 MiB free, less than -storage.minFreeDiskSpaceBytes '
    + '(9.54 MiB). It refuses new samples');
  expect(readOnlyStorage(scrape(...own, 'flag{name="storage.minFreeDiskSpaceBytes", value="1048576"} 1')))
    .toContain('has 5 MiB free (compare');
  expect(readOnlyStorage(scrape('vm_storage_is_read_only 1'))).toContain('as when its disk has less free space');
});

it('failed checkpoints, which the other counters count again, and a WAL that was never truncated', () => {
  const tsdb = (name: string, value: number): string => `prometheus_tsdb_${name} ${value}`;
  const facts = scrapeFacts([
    'prometheus_build_info{version="2.45.0"} 1', tsdb('checkpoint_creations_failed_total', 5),
    tsdb('checkpoint_creations_total', 5), tsdb('compactions_failed_total', 5),
    tsdb('head_truncations_failed_total', 5), tsdb('wal_truncations_total', 0),
    tsdb('wal_storage_size_bytes', 4 * 2 ** 30), tsdb('storage_blocks_bytes', 2 ** 30),
    tsdb('head_min_time_seconds', 1.7e9), tsdb('head_max_time_seconds', 1.7e9 + 7200),
  ].join('\n')) ?? '';
  expect(facts).toMatch(/^All 5 checkpoints of its WAL failed\. Each counts as a failed head truncation and a failed /);
  expect(facts).toContain('the head blocks are written all the same, as the head spans 2h');
  expect(facts).toContain('The WAL was never truncated since the start, and has 4 GiB, 4 times its blocks');
  expect(facts).not.toContain('5 failed compactions');
  expect(facts.match(/head spans/g)).toHaveLength(1);
});

it('few failures are reported with the number of all', () => {
  const requests = (name: string, count: number): string => `a_requests${name}_total{path="/w"} ${count}`;
  expect(scrapeFacts([requests('', 900_000), 'a_request_errors_total{path="/w"} 90'].join('\n')))
    .toContain('90 in a_request_errors_total (path="/w"), of 900,000 (0.01 %)');
});

it('takes corruptions beside failed checkpoints, without a failed write, for a damaged segment', () => {
  const values = (writes: number): string => [
    '# TYPE prometheus_tsdb_checkpoint_creations_total counter', 'prometheus_tsdb_checkpoint_creations_total 9',
    'prometheus_tsdb_checkpoint_creations_failed_total 9', 'prometheus_tsdb_wal_corruptions_total 9',
    `prometheus_tsdb_wal_writes_failed_total ${writes}`, 'prometheus_tsdb_head_series 100', '',
  ].join('\n');
  const of = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';
  expect(of(values(0))).toContain('The WAL counts 9 corruptions, and no failed write, so a damaged segment is likely');
  expect(of(values(0))).not.toContain('9 corruptions of the WAL');
  expect(of(values(0))).toContain('A failed checkpoint deletes no segment of the WAL: it grows');
  expect(of(values(3))).toContain('a full disk, or a damaged segment');
});
