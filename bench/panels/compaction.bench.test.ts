import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { compactionBench } from './compactionBench.ts';

it('finds, times and foretells compactions and the replay as their logs have them, fast enough', () => {
  const rows = compactionBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 120_000);
