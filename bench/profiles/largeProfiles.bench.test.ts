import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { largeProfileBench } from './largeProfileBench.ts';

it('answers for large profiles sooner than go tool pprof, in little memory', async () => {
  const rows = await largeProfileBench(new URL('../../dist/server/main.js', import.meta.url));
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
});
