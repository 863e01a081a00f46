import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { profileBench } from './profileBench.ts';

it('equals every table of go tool pprof', async () => {
  const rows = await profileBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
