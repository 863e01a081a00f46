import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { coldOpenBench } from './coldOpenBench.ts';

const LIMIT_MS = 7_200_000;

it('shows chart and claim of a live target in time', { timeout: LIMIT_MS }, async () => {
  const rows = await coldOpenBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
