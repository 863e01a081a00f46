import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { loginsBench } from './loginsBench.ts';

it('others log in while one address guesses', async () => {
  const rows = await loginsBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
