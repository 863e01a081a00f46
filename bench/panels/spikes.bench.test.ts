/** Spike attribution against the lists made by hand: the recordings that rules were made on, and two held-out runs. */
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { spikesBench } from './spikesBench.ts';

it('finds the spikes of the lists with their causes, none in a quiet hour', () => {
  const { rows, wrong } = spikesBench();
  rows.forEach(printRow);
  wrong.forEach((words) => console.log(`  ${words}`));
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 600_000);
