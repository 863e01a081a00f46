import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { remoteWriteBench } from './remoteWriteBench.ts';

it('sends a backlog at least half as fast as a Prometheus', async () => {
  const rows = await remoteWriteBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
