import { elementAt } from '../elementAt.ts';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './bootstrap.ts';
import { seededRandom } from './random.ts';

describe('bootstrap', () => {
  it('covers the true mean at about its stated rate', () => {
    const random = seededRandom(7);
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 40 }, () => random() + random() + random());
      const interval = bootstrapInterval(
        40, 300, random, (drawn) => drawn.reduce((sum, k) => sum + elementAt(values, k), 0) / 40
      );
      if (interval !== null && interval.low <= 1.5 && interval.high >= 1.5) covered++;
    }
    expect(covered).toBeGreaterThan(175);
    expect(covered).toBeLessThan(200);
  });

  it('says nothing of two values', () => {
    expect(bootstrapInterval(2, 300, seededRandom(1), () => 1)).toBeNull();
  });
});
