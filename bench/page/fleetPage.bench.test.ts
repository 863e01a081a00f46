import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { fleetPageBench } from './fleetPageBench.ts';

it('draws 200 targets over 24 hours soon, and scrolls 500', { timeout: 300_000 }, async () => {
  const rows = await fleetPageBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
