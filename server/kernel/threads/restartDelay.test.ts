import { expect, it } from 'vitest';
import { RestartDelay } from './restartDelay.ts';

it('grows for a worker that keeps dying, and begins again for one that ran for long', () => {
  const delay = new RestartDelay();
  expect([0, 1000, 9000, 0, 0, 0, 0].map((ranMs) => delay.after(ranMs)))
    .toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect([3_600_000, 5].map((ranMs) => delay.after(ranMs))).toEqual([500, 1000]);
});
