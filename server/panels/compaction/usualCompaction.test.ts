import { describe, expect, it } from 'vitest';
import type { Compaction } from '../../../core/contract/contract.ts';
import { usualCompactionSeconds } from './usualCompaction.ts';

type Seen = Pick<Compaction, 'durationSeconds' | 'running' | 'kind'>;

const lasted = (durationSeconds: number | null, change: Partial<Seen> = {}): Seen =>
  ({ kind: 'head', running: false, durationSeconds, ...change });
const usual = (...seconds: number[]): number | null => usualCompactionSeconds(seconds.map((one) => lasted(one)));

describe('how long the next head compaction takes', () => {
  it('is the upper quartile of those seen: one on a busy machine does not count', () => {
    expect(usual(4, 5, 76, 6, 4, 5, 3, 5)).toBe(5.25);
  });

  it('is at least that of the last one: they may have become slower', () => {
    expect(usual(4, 4, 4, 4, 30)).toBe(30);
  });

  it('does not look at merges, nor at those that run or whose end is not known', () => {
    expect(usualCompactionSeconds([
      lasted(4), lasted(90, { kind: 'merge' }), lasted(null), lasted(50, { running: true }),
    ])).toBe(4);
  });

  it('is not known where none was seen', () => { expect(usualCompactionSeconds([])).toBeNull(); });
});
