import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { builtRows } from '../builtRows.ts';
import { gcBench } from './gcBench.ts';
import { gcCostRows } from './gcCosts.ts';

it('finds the GC cycles of the recording and makes up none', () => {
  const rows = gcBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 60_000);

it('is computed quickly enough', async () => {
  const rows = await builtRows(fileURLToPath(new URL('gcCosts.ts', import.meta.url)), gcCostRows);
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 300_000);
