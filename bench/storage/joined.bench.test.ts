import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { joinedReads } from './joinedBench.ts';

it('reads a panel over a day of history joined with an hour of recording', async () => {
  const rows = await joinedReads(new URL('../../dist/server/dataWorker.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
