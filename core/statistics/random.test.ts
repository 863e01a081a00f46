import { describe, expect, it } from 'vitest';
import { elementAt } from '../elementAt.ts';
import { seededRandom } from './random.ts';

describe('seeded generator', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    const draw = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed));
    expect(draw(42)).toEqual(draw(42));
    expect(draw(42)).not.toEqual(draw(43));
  });

  it('is uniform enough', () => {
    const random = seededRandom(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) {
      const cell = Math.floor(random() * 10);
      counts[cell] = elementAt(counts, cell) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });
});
