import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { memoryBench } from './memoryBench.ts';
import { storageBench } from './storageBench.ts';

it('keeps samples small, records cheaply and reads panels fast', async () => {
  const rows = await storageBench(new URL('../../dist/server/dataWorker.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});

it('holds a day of one target in little memory', async () => {
  const row = await memoryBench(new URL('../../dist/server/main.js', import.meta.url));
  printRow(row);
  expect(row).toMatchObject({ pass: true });
});
