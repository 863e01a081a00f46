import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { neighboursBench } from './neighboursBench.ts';

it('a target beside hostile ones loses no more scrapes than alone', async () => {
  const rows = await neighboursBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 1_800_000);
