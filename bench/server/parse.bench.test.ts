import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { parseBench } from './parseBench.ts';

it('parses at least three times as fast as the npm package, and as many samples', async () => {
  const rows = await parseBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
