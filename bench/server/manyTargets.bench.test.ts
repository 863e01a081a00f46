import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { manyTargetsBench } from './manyTargetsBench.ts';

it.each([
  { targets: 50, intervalSeconds: 1, slowTargets: 0 },
  { targets: 200, intervalSeconds: 5, slowTargets: 0 },
  { targets: 50, intervalSeconds: 1, slowTargets: 5 },
])('records $targets targets at $intervalSeconds s, $slowTargets of them slow', async (load) => {
  const rows = await manyTargetsBench(load);
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
