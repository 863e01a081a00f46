import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { fleetBench } from './fleetBench.ts';

it('the answer for 200 targets over 24 hours', async () => {
  const rows = await fleetBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
