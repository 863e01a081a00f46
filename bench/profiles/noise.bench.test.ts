import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { noiseBench } from './noiseBench.ts';

it('tells change from noise', async () => {
  const rows = await noiseBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
