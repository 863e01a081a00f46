import { describe, expect, it } from 'vitest';
import { lastFillBySize } from './segmentFill.ts';

const MIB = 2 ** 20;

describe('the fill of a last segment, from the size of all', () => {
  it.each<[number, number, number]>([
    [128, 12, 0.25], [128, 2, 0.6], [10, 30, 0.7], [16, 20, 0.1], [32, 9, 0.5], [256, 5, 0.4], [1, 40, 0.3],
  ])('segments of %d MiB, %d of them, the last %d full', (size, count, fill) => {
    // Each full segment is short of its size, because the next record did not fit.
    const bytes = ((count - 1) * 0.999 + fill) * size * MIB;
    expect(lastFillBySize(bytes, count)).toBeCloseTo(fill, 1);
  });

  it('as Prometheus 3.15 reported twenty of 16 MiB, the last begun a second before it was killed', () => {
    expect(lastFillBySize(320_244_522, 20)).toBeCloseTo(0.09, 2);
  });

  it('nothing of a single segment, of none, or where no whole number of MiB fits', () => {
    expect(lastFillBySize(5 * MIB, 1)).toBeNull();
    expect(lastFillBySize(0, 9)).toBeNull();
    expect(lastFillBySize(9.4 * MIB, 100)).toBeNull();
  });
});
