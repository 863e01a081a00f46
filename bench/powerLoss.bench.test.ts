import { expect, it } from 'vitest';
import { printRow } from './benchRow.ts';
import { powerLossBench } from './powerLossBench.ts';

const LIMIT_MS = 3_600_000;

it('loses nothing acknowledged when the power fails', { timeout: LIMIT_MS }, async () => {
  const rows = await powerLossBench((line) => { console.log(line); });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
