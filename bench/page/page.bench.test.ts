import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { pageBench } from './pageBench.ts';

/** Each round of the peers takes more than a minute. */
const LIMIT_MS = 3_600_000;

it('opens a large profile sooner than speedscope and go tool pprof -http', { timeout: LIMIT_MS }, async () => {
  const rows = await pageBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
