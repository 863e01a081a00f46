import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { builtRows } from '../builtRows.ts';
import { compactionBench } from './compactionBench.ts';
import { compactionCostRows } from './compactionCosts.ts';

it('finds, times and foretells compactions and the replay as their logs have them', () => {
  const rows = compactionBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 120_000);

it('is computed quickly enough', async () => {
  const rows = await builtRows(
    fileURLToPath(new URL('compactionCosts.ts', import.meta.url)), compactionCostRows
  );
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 300_000);
