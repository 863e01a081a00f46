import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { embedsBench } from './embedsBench.ts';

const LIMIT_MS = 1_800_000;

it('draws an embed in half the time of the page; twenty live in one page', { timeout: LIMIT_MS }, async () => {
  const rows = await embedsBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
