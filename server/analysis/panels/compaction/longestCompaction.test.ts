import { describe, expect, it } from 'vitest';
import type { Compaction } from '../../../../core/contract/contract.ts';
import { longestCompactionSeconds } from './longestCompaction.ts';

type Seen = Pick<Compaction, 'durationSeconds' | 'running' | 'kind'>;

const lasted = (durationSeconds: number | null, change: Partial<Seen> = {}): Seen =>
  ({ kind: 'head', running: false, durationSeconds, ...change });
const longest = (...seconds: number[]): number | null => longestCompactionSeconds(seconds.map((one) => lasted(one)));

describe('how long the next head compaction takes', () => {
  it('is the longest of those seen, wherever it lies: a profile that is too short misses the end', () => {
    expect(longest(4, 5, 70, 6, 4, 5, 3, 5)).toBe(70);
    expect(longest(4, 4, 4, 4, 30)).toBe(30);
  });

  it('does not look at merges, nor at those that run or whose end is not known', () => {
    expect(longestCompactionSeconds([
      lasted(4), lasted(90, { kind: 'merge' }), lasted(null), lasted(50, { running: true }),
    ])).toBe(4);
  });

  it('is not known where none was seen', () => { expect(longestCompactionSeconds([])).toBeNull(); });
});
