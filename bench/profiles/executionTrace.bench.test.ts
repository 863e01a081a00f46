import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { executionTraceBench } from './executionTraceBench.ts';

it('reads an execution trace of 20 MB soon, in little memory', async () => {
  const rows = await executionTraceBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
