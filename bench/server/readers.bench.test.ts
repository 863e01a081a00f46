import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { readersBench } from './readersBench.ts';

it('five minutes of all that readers do cost the recording nothing', async () => {
  const rows = await readersBench();
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, 900_000);
