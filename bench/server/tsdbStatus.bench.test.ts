import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { tsdbStatusBench } from './tsdbStatusBench.ts';

it('asks a Prometheus with a million series for them once a minute, and not while it is slow', async () => {
  const rows = await tsdbStatusBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 1_800_000);
