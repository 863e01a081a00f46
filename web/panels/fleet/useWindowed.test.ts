import { expect, it } from 'vitest';
import { drawnItems } from './useWindowed.ts';

const tops = Array.from({ length: 501 }, (_, i) => 52 * i);

it('draws every item that is in sight', () => {
  for (let top = -900; top < 27_000; top += 37) {
    const { first, last } = drawnItems(tops, top, top + 900);
    expect(first * 52).toBeLessThanOrEqual(Math.max(0, Math.min(499 * 52, top)));
    expect((last + 1) * 52).toBeGreaterThanOrEqual(Math.min(500 * 52, Math.max(0, top + 900)));
    expect(last - first).toBeLessThan(36);
  }
});

it('changes what is drawn once in eight items of a scroll', () => {
  const drawn = Array.from({ length: 320 }, (_, i) => drawnItems(tops, 5200 + 13 * i, 6100 + 13 * i));
  const changes = drawn.filter(({ first, last }, i) => first !== drawn[i - 1]?.first || last !== drawn[i - 1]?.last);
  // 80 items pass: ten blocks come and ten go.
  expect(changes.length).toBeLessThanOrEqual(21);
});

it('draws nothing of an empty list, and a short one whole', () => {
  expect(drawnItems([0], 0, 900).last).toBe(-1);
  expect(drawnItems([0, 52, 104], -400, 900)).toEqual({ first: 0, last: 1 });
});
