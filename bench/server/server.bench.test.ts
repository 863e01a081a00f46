import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { recordingCpu, secondStart } from './serverBench.ts';

it('records at little CPU and starts again quickly', async () => {
  const rows = [await secondStart(join(import.meta.dirname, '..', '..')), await recordingCpu()];
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
