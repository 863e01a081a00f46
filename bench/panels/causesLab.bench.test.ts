import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { causesLabBench, LAB_WINDOWS } from './causesLabBench.ts';

/**
 * Eight minutes a seed, and a build of the program: only when asked for,
 * `TSDBSCOPE_LAB_SEEDS=1,2,3 npx vitest run --project bench bench/panels/causesLab`. With `TSDBSCOPE_LAB_KEEP=folder`
 * the recordings of all windows stay, with what the kernel says of them. A quota needs the right to make a control
 * group.
 */
const seeds = (process.env['TSDBSCOPE_LAB_SEEDS'] ?? '').split(',').filter((text) => text !== '').map(Number);
const kept = process.env['TSDBSCOPE_LAB_KEEP'] ?? null;

it.skipIf(seeds.length === 0)('names the trouble of a real Prometheus first, and none where it has none', async () => {
  const rows = await causesLabBench(seeds, ({ cause, seed, first, isStable, claims, planted }) => {
    console.log(`${cause} ${seed}: ${first}${isStable ? '' : ', unstable'}\n  planted: ${planted}\n  ${
      claims.join('\n  ')}`);
  }, kept);
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, seeds.length * LAB_WINDOWS * 180_000 + 300_000);
