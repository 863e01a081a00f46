import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { gcLabBench } from './gcLabBench.ts';

/**
 * Ten minutes and more: only when asked for, `TSDBSCOPE_LAB_SECONDS=900 npx vitest run --project bench bench/gcLab`.
 */
const seconds = Number(process.env.TSDBSCOPE_LAB_SECONDS ?? 0);

it.skipIf(
  !(seconds > 0)
)('tells the CPU of GC cycles of a real Prometheus from its CPU counter as its CPU profiles do', async () => {
  const rows = await gcLabBench(seconds);
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, (seconds + 120) * 1000);
