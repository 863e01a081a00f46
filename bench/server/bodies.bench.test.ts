import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { bodiesBench } from './bodiesBench.ts';

it('large bodies', async () => {
  const rows = await bodiesBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
