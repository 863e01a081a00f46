import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { causesLabBench, LAB_CAUSES } from './causesLabBench.ts';

/**
 * Twelve minutes a seed, and a build of the program: only when asked for,
 * `TSDBSCOPE_LAB_SEEDS=1,2,3 npx vitest run --project bench bench/panels/causesLab`.
 */
const seeds = (process.env['TSDBSCOPE_LAB_SEEDS'] ?? '').split(',').filter((text) => text !== '').map(Number);

it.skipIf(seeds.length === 0)('names the trouble of a real Prometheus first, and none where it has none', async () => {
  const rows = await causesLabBench(seeds, ({ cause, seed, first, isStable, claims }) => {
    console.log(`${cause} ${seed}: ${first}${isStable ? '' : ', unstable'}\n  ${claims.join('\n  ')}`);
  });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, seeds.length * LAB_CAUSES.length * 180_000 + 300_000);
