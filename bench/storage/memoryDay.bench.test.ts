import { expect, it } from 'vitest';
import { printRow } from '../benchRow.ts';
import { memoryDayBench } from './memoryDayBench.ts';

/**
 * Seven and a half minutes an hour of it, after `npm run build`: only when asked for,
 * `TSDBSCOPE_MEMORY_HOURS=24 npx vitest run --project bench bench/storage/memoryDay`. TSDBSCOPE_MEMORY_PACE (default 8)
 * is how many times as fast its clock runs.
 */
const hours = Number(process.env['TSDBSCOPE_MEMORY_HOURS'] ?? 0);

it.skipIf(hours === 0)('memory is level after the first hour', async () => {
  const main = new URL('../../dist/server/main.js', import.meta.url);
  const rows = await memoryDayBench(main, hours, (reading) => {
    console.log(`${reading.hours.toFixed(2)} h ${reading.megabytes.toFixed(0)} MB`);
  });
  rows.forEach(printRow);
  expect(rows.filter(({ pass }) => !pass)).toEqual([]);
}, hours * 3_600_000 + 120_000);
