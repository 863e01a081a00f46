/** Shares of the causes of CPU spikes, claimed against those by hand, in windows of recordings. */
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { sharesBench } from './sharesBench.ts';

it('claims the shares of causes that the lists made by hand have', () => {
  const { rows, windows } = sharesBench();
  windows.forEach((words) => { console.log(words); });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 600_000);
