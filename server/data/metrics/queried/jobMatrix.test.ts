import { expect, test } from 'vitest';
import { readJobDurations } from './jobMatrix.ts';

const RANGE = { startMs: 60_000, endMs: 150_000, stepMs: 30_000, offsetMs: 1000 };
const encode = (result: unknown): Uint8Array => new TextEncoder().encode(
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
);
const job = (name: string, values: [number, string][]) => ({ metric: { job: name }, values });

test('each job at the moments of the range, gaps staying gaps, on our clock', () => {
  const read = readJobDurations(
    encode([job('load', [[60, '0.2'], [120, '0.4'], [150, 'NaN']]), job('__proto__', [[90, '0.1']])]),
    encode([job('load', [[60, '0.1'], [999, '7']])]), RANGE
  );
  if (typeof read === 'string') throw new Error(read);
  expect(read.time).toEqual([61, 91, 121, 151]);
  expect(Object.entries(read.maxSeconds)).toEqual([
    ['load', [0.2, null, 0.4, null]], ['__proto__', [null, 0.1, null, null]],
  ]);
  expect(read.p50Seconds).toEqual({ load: [0.1, null, null, null] });
  expect([read.others, read.othersMaxSeconds]).toEqual([0, []]);
});

test('the eight with the longest scrape, and of the rest the longest of each moment', () => {
  const jobs = Array.from({ length: 11 }, (_, i) => job(`j${i}`, [[60, String(i + 1)], [90, String(12 - i)]]));
  const read = readJobDurations(encode(jobs), encode([]), RANGE);
  if (typeof read === 'string') throw new Error(read);
  expect(Object.keys(read.maxSeconds)).toHaveLength(8);
  expect(read.others).toBe(3);
  // Every job has 12 or less: j3 to j7 never reach what j0, j1, j2 and j8 to j10 do.
  expect(read.othersMaxSeconds.slice(2)).toEqual([null, null]);
  expect(Math.max(...read.othersMaxSeconds.map(Number))).toBeLessThanOrEqual(9);
});

test('what is no answer is said', () => {
  expect(readJobDurations(new TextEncoder().encode('x'), encode([]), RANGE)).toBe('the answer is not JSON');
});
