import { expect, it } from 'vitest';
import { isHiding } from './hidingMeans.ts';

it('a mean hides changes both ways, and large ones beside rows that do not change', () => {
  expect(isHiding([0.9, 1.2, 1])).toBe(true);
  expect(isHiding([0.03, 0.03, 1.01])).toBe(true);
  expect(isHiding([0.93, 0.97, 1])).toBe(false);
  expect(isHiding([0.2, 0.4, 0.3])).toBe(false);
  expect(isHiding([])).toBe(false);
});
