import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { labelsBench } from './labelsBench.ts';

const LIMIT_MS = 300_000;

it('names more functions in whole than go tool pprof -http and speedscope', { timeout: LIMIT_MS }, async () => {
  const rows = await labelsBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
