import { expect, it } from 'vitest';
import { printRow } from './benchRow.ts';
import { storageBench } from './storageBench.ts';

it('keeps samples small, records cheaply and reads panels fast', async () => {
  const rows = await storageBench(new URL('../dist/server/dataWorker.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
