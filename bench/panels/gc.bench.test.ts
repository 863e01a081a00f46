import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { gcBench } from './gcBench.ts';

it('finds the GC cycles of the recording and makes up none, quickly enough', () => {
  const rows = gcBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 60_000);
