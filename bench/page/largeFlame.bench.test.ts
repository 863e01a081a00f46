import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { largeFlameBench } from './largeFlameBench.ts';

const LIMIT_MS = 1_200_000;

it('paints and zooms the flame graph of 200,000 stacks', { timeout: LIMIT_MS }, async () => {
  const rows = await largeFlameBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
