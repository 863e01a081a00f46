import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { decodeExpanded } from '../decode/decode.ts';
import { encodeChange } from './difference.ts';
import { top } from './top.ts';

const ALLOCS = {
  sampleTypes: [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }], period: 524_288n,
  periodType: { type: 'space', unit: 'bytes' },
};

describe('encodeChange', () => {
  it('is what was allocated between two snapshots', () => {
    const earlier = foldedProfile('main;start 90\nmain;serve 10', { ...ALLOCS, timeNanos: 5n });
    const later = foldedProfile('main;start 90\nmain;serve 25\nmain;compact 4', { ...ALLOCS, timeNanos: 9n });
    const change = unwrap(decodeExpanded(unwrap(encodeChange(earlier, later, 2.5))));
    expect(change).toMatchObject({ durationNanos: 2_500_000_000n, timeNanos: 5n, period: 524_288n });
    expect(unwrap(top(change, { sampleType: 'alloc_objects' })).rows.map((row) => [row.function, row.flat]))
      .toEqual([['serve', 15], ['compact', 4], ['main', 0]]);
  });

  it('refuses snapshots of two processes', () => {
    expect(encodeChange(foldedProfile('main 90', ALLOCS), foldedProfile('main 7', ALLOCS), 1)).toMatchObject({
      ok: false, error: { errorType: 'target_error', message: expect.stringContaining('restarted') as string },
    });
  });

  it('of real snapshots has the difference of their totals', async () => {
    const [earlier, later] = [await loadProfile('live/heap.pb.gz'), await loadProfile('live/heap-2.pb.gz')];
    const totals = [earlier, later].map((profile) => unwrap(top(profile, { sampleType: 'alloc_space' })).total);
    const change = unwrap(decodeExpanded(unwrap(encodeChange(earlier, later, 5))));
    expect(unwrap(top(change, { sampleType: 'alloc_space' })).rows.reduce((sum, row) => sum + row.flat, 0))
      .toBe((totals[1] ?? 0) - (totals[0] ?? 0));
  });
});
