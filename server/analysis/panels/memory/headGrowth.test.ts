import { describe, expect, it } from 'vitest';
import type { HeadReading } from '../../../../core/contract/contract.ts';
import { headGrowth } from './headGrowth.ts';

const T = 1_795_000_000;
const none = { labelValues: null, labelBytes: null, labelPairs: null };

/** Returns a reading at T + `at`, with the number of series by metric name. */
function reading(at: number, metrics: Record<string, number>, more: Partial<HeadReading> & { isWhole?: boolean } = {}):
HeadReading {
  const { isWhole = true, ...fields } = more;
  const rows = Object.entries(metrics).map(([name, count]) => ({ name, count }));
  return {
    time: T + at, tookSeconds: 0.01, sizeBytes: 100, processStart: T - 5000, isDaily: false,
    series: rows.reduce((sum, { count }) => sum + count, 0), labelPairs: null, chunks: null,
    lists: { metrics: { rows, isWhole }, ...none }, ...fields,
  };
}

describe('growth between two readings', () => {
  it('is the difference of the last and the oldest, with the time between', () => {
    const growth = headGrowth([
      reading(0, { a: 1000, b: 500 }), reading(300, { a: 1300, b: 500 }), reading(600, { a: 1400, b: 450, c: 50 }),
    ]);
    expect(growth).toMatchObject({
      time: T + 600, before: T, spanSeconds: 600, reset: null, series: { count: 1900, growth: 400, perHour: 2400 },
      largest: { name: 'a', growth: 400, shareRatio: 1, isAtLeast: false },
    });
    expect(growth?.lists.metrics).toEqual([
      { name: 'a', count: 1400, before: 1000, growth: 400, perHour: 2400 },
      { name: 'c', count: 50, before: 0, growth: 50, perHour: 300 },
      { name: 'b', count: 450, before: 500, growth: -50, perHour: -300 },
    ]);
  });

  it('of a name that a list cut off lacked is at least what exceeds its last row', () => {
    const growth = headGrowth([
      reading(0, { a: 1000, b: 500 }, { isWhole: false, series: 5000 }),
      reading(60, { a: 1000, c: 900 }, { isWhole: false, series: 5600 }),
    ]);
    expect(growth?.lists.metrics?.[0]).toMatchObject({ name: 'c', before: null, growth: 400 });
    expect(growth?.largest).toEqual({ name: 'c', growth: 400, shareRatio: 400 / 600, isAtLeast: true });
  });

  it.each([
    ['nothing was read', [], null],
    ['there is one reading', [reading(0, { a: 1 })], { before: null, reset: null }],
    ['the two are seconds apart', [reading(0, { a: 1 }), reading(20, { a: 9 })], { before: null, reset: null }],
    [
      'the target restarted between', [reading(0, { a: 1 }), reading(60, { a: 9 }, { processStart: T + 30 })],
      { before: T, reset: 'restart', spanSeconds: null },
    ],
    [
      'what is counted by the day began anew',
      [reading(0, { a: 1 }, { isDaily: true }), reading(86_400, { a: 9 }, { isDaily: true })],
      { before: T, reset: 'midnight', spanSeconds: null },
    ],
  ])('is not given where %s', (_, readings, expected) => {
    const growth = headGrowth(readings);
    if (expected === null) expect(growth).toBeNull();
    else expect(growth).toMatchObject({ ...expected, series: { growth: null, perHour: null }, largest: null });
  });

  it('after a restart starts from the first reading of the new process', () => {
    const processStart = T + 30;
    expect(headGrowth([
      reading(0, { a: 1 }), reading(60, { a: 10 }, { processStart }), reading(120, { a: 30 }, { processStart }),
    ])).toMatchObject({ before: T + 60, reset: null, series: { growth: 20 } });
  });

  it('names no metric where none has half of it, and none where series shrink', () => {
    const before = reading(0, { a: 100, b: 100, c: 100 });
    expect(headGrowth([before, reading(60, { a: 110, b: 110, c: 110 })])?.largest).toBeNull();
    expect(headGrowth([before, reading(60, { a: 120, b: 10, c: 100 })])?.largest).toBeNull();
  });
});
