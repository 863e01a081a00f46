import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { rulesLabBench } from './rulesLabBench.ts';

/**
 * Ten minutes a seed on a quiet machine, with the program as built by `npm run build`: only when asked for,
 * `TSDBSCOPE_RULES_SEEDS=1,2,3,4,5,6 npm run bench -- bench/panels/rulesLab`. The line SUMMARY is the result.
 */
const seeds = (process.env['TSDBSCOPE_RULES_SEEDS'] ?? '').split(',').filter((text) => text !== '').map(Number);

it.skipIf(seeds.length === 0)('names the heavy rule groups of a real Prometheus, and none for a query', async () => {
  const rows = await rulesLabBench(seeds, (text) => { console.log(text); });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, seeds.length * 900_000 + 300_000);
