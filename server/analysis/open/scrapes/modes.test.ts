import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { modeFact, slowGroup, type ModeBucket } from './modes.ts';

const bucketsOf = (...counts: number[]): ModeBucket[] => {
  let below = 0;
  return counts.map((count, i) => {
    const one = { from: i === 0 ? 0 : 2 ** (i - 1) / 1000, to: 2 ** i / 1000, below, count };
    below += count;
    return one;
  });
};
const sum = (buckets: readonly ModeBucket[]): number => buckets.reduce((all, { count }) => all + count, 0);
const FSYNC = 'etcd_disk_wal_fsync_duration_seconds';

it('the group above the valley of two peaks is the slow one', () => {
  const buckets = bucketsOf(100, 500, 90, 20, 10, 60, 220, 40);
  expect(slowGroup(buckets, sum(buckets))).toMatchObject({ count: 320, above: 0.016 });
  expect(modeFact(buckets, { total: sum(buckets), unit: 1, noun: 'fsyncs' }))
    .toContain('320 fsyncs (30.8 %) took more than 16 ms, mostly 32 ms to 64 ms');
});

it('one peak, a thin tail and a shallow valley have no groups', () => {
  for (const counts of [[100, 500, 200, 60, 5], [900, 400, 2, 30, 4], [100, 500, 300, 420, 90]]) {
    const buckets = bucketsOf(...counts);
    expect(modeFact(buckets, { total: sum(buckets), unit: 1, noun: 'fsyncs' })).toBe('');
  }
});

it('a slow disk of etcd comes first, with what may follow from it', () => {
  const rows = ([[0.002, 400], [0.004, 500], [0.008, 510], [0.016, 520], [0.512, 530], [1.024, 990], ['+Inf', 1000]] as
    const).map(([le, count]) => `${FSYNC}_bucket{le="${le}"} ${count}`);
  const said = recognize(new TextEncoder().encode([
    '# TYPE etcd_server_leader_changes_seen_total counter', 'etcd_server_leader_changes_seen_total 12',
    `# TYPE ${FSYNC} histogram`, ...rows, `${FSYNC}_sum 300`, `${FSYNC}_count 1000`,
    '# TYPE etcd_server_has_leader gauge', 'etcd_server_has_leader 1', '# TYPE go_goroutines gauge', 'go_goroutines 90',
  ].join('\n'))).interest;
  expect(said).toMatch(/^The disk is too slow for etcd at times: the p99 of its WAL fsyncs is about 1\.02 s, where /);
  expect(said).toContain('12 leader changes (etcd_server_leader_changes_seen_total) since its start fit that');
});
