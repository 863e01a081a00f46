/** Tests the sum of the points that partial writes drop. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { partialWrites } from './partialWrites.ts';

const refused = (dropped: number): string =>
  `{"error":"partial write: max-series-per-database limit exceeded: (1000000) dropped=${dropped}"}`;

it('adds up the lines of a text', () => {
  const text = [refused(2), refused(1500), refused(40)].join('\n');
  const said = 'By the 3 lines with a partial write, 1,542 points were dropped (2 to 1,500 each); the other points of '
    + 'these writes were stored.';
  expect(partialWrites(text)).toContain(said);
  expect(recognize(new TextEncoder().encode(text)).interest).toContain(said);
});

it('is silent on one line, and on other texts', () => {
  expect(partialWrites(refused(2))).toBeNull();
  expect(partialWrites('a dropped=2\nb dropped=3')).toBeNull();
});
