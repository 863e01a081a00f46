import { expect, it, vi } from 'vitest';
import { memoised } from './memoised.ts';

it('computes once for each object, and anew for an equal one', () => {
  const compute = vi.fn(({ length }: { length: number }) => [length]);
  const lengthOf = memoised(compute);
  const [one, other] = [{ length: 3 }, { length: 3 }];
  expect(lengthOf(one)).toBe(lengthOf(one));
  expect(lengthOf(other)).toEqual(lengthOf(one));
  expect(compute).toHaveBeenCalledTimes(2);
});
