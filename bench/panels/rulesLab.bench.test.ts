import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { rulesLabBench } from './rulesLabBench.ts';

/**
 * Nine minutes a seed, with the built program: only when asked for,
 * `TSDBSCOPE_RULES_SEEDS=1,2 npx vitest run --project bench bench/panels/rulesLab`.
 */
const seeds = (process.env['TSDBSCOPE_RULES_SEEDS'] ?? '').split(',').filter((text) => text !== '').map(Number);

it.skipIf(seeds.length === 0)('names the heavy rule groups of a real Prometheus, and none for a query', async () => {
  const rows = await rulesLabBench(seeds, (text) => { console.log(text); });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, seeds.length * 900_000 + 300_000);
