import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { moderatedPValues, priorOf, studentPValue } from './moderatedT.ts';

describe('studentPValue', () => {
  // Tables of Student's distribution, two-sided.
  it.each(
    [[12.706, 1, 0.05], [2.447, 6, 0.05], [3.707, 6, 0.01], [1.96, 1e6, 0.05]]
  )('of t = %f with %f degrees of freedom is %f', (t, freedom, p) => {
    expect(studentPValue(t, freedom)).toBeCloseTo(p, 4);
    expect(studentPValue(-t, freedom)).toBeCloseTo(p, 4);
  });
});

describe('moderatedPValues', () => {
  const random = seededRandom(11);
  /** Returns nearly normal noise of variance 1. */
  const noise = (): number => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
  const values = (count: number, size = 1): number[] => Array.from({ length: count }, () => size * noise());

  it('are even between 0 and 1 where nothing differs, whatever the rows vary by', () => {
    const rows = Array.from(
      { length: 4000 }, (_, row) => ({ before: values(4, 1 + (row % 3)), after: values(4, 1 + (row % 3)) })
    );
    const p = moderatedPValues(rows);
    for (const level of [0.01, 0.05, 0.5]) {
      const share = p.filter((each) => each !== null && each <= level).length / rows.length;
      expect(Math.abs(share - level)).toBeLessThan(4 * Math.sqrt((level * (1 - level)) / rows.length));
    }
  });
  it('borrow from the other rows: a difference of 5 is clear to 4 against 4 when all vary by 1', () => {
    const rows = [
      { before: values(4), after: values(4).map((each) => each + 5) },
      ...Array.from({ length: 200 }, () => ({ before: values(4), after: values(4) }))
    ];
    expect(moderatedPValues(rows)[0]).toBeLessThan(1e-4);
  });
  it('are 1 for equal rows, and none where a side has a single value', () => {
    expect(moderatedPValues([{ before: [1, 1], after: [1, 1] }, { before: [1, 2], after: [2, 1] }])).toEqual([1, 1]);
    expect(moderatedPValues([{ before: [1], after: [1, 2] }])).toEqual([null]);
    expect(moderatedPValues([])).toEqual([]);
  });
});

describe('priorOf', () => {
  it('is sure of the variance that all rows share, and knows none where nothing varies', () => {
    expect(priorOf([2, 2, 2, 2], 6)?.freedom).toBeGreaterThan(1e5);
    expect(priorOf([0, 0], 6)).toBeNull();
  });
});
