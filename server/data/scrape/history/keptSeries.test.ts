import { expect, test } from 'vitest';
import { KeptSeries } from './keptSeries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const one = (times: number[]) => [{ name: 'a', labels: {}, times, values: times.map((time) => time / 10) }];

test('only what is new is asked for, with a minute for samples that came late', () => {
  const kept = new KeptSeries();
  expect(kept.missing('q', { startMs: DAY, endMs: DAY + HOUR }, 10_000)).toEqual([
    { startMs: DAY, endMs: DAY + HOUR },
  ]);
  kept.add(one([DAY + 1, DAY + 2]), { startMs: DAY, endMs: DAY + HOUR });
  expect(kept.missing('q', { startMs: DAY, endMs: DAY + HOUR + 9000 }, 10_000)).toEqual([]);
  expect(kept.missing('q', { startMs: DAY - MINUTE, endMs: DAY + HOUR + MINUTE }, 10_000)).toEqual([
    { startMs: DAY - MINUTE, endMs: DAY }, { startMs: DAY + HOUR - MINUTE, endMs: DAY + HOUR + MINUTE },
  ]);
  kept.add(one([DAY + 2, DAY + HOUR]), { startMs: DAY + HOUR - MINUTE, endMs: DAY + HOUR + MINUTE });
  expect(kept.within({ startMs: DAY, endMs: 2 * DAY })[0]?.times).toEqual([DAY + 1, DAY + 2, DAY + HOUR]);
  expect(kept.within({ startMs: DAY + 2, endMs: DAY + 2 })[0]?.values).toEqual([(DAY + 2) / 10]);
  expect(kept.within({ startMs: 0, endMs: 1 })).toEqual([]);
});

test('a long span comes in parts that leave no hole when one of them fails: the newest first, then onwards', () => {
  const kept = new KeptSeries();
  const parts = kept.missing('q', { startMs: 0, endMs: 13 * HOUR }, 10_000);
  expect(parts.map(({ startMs, endMs }) => [startMs / HOUR, endMs / HOUR])).toEqual([[12, 13], [6, 12], [0, 6]]);
  kept.add([], { startMs: 12 * HOUR, endMs: 13 * HOUR });
  const onwards = kept.missing('q', { startMs: 12 * HOUR, endMs: 25 * HOUR + 59 * MINUTE }, 10_000);
  expect(onwards.map(({ endMs }) => endMs / HOUR)).toEqual([13 - 1 / 60 + 6, 13 - 1 / 60 + 12, 25 + 59 / 60]);
});

test('another selector, or a span far away, begins anew', () => {
  const kept = new KeptSeries();
  kept.missing('q', { startMs: DAY, endMs: DAY + HOUR }, 10_000);
  kept.add(one([DAY]), { startMs: DAY, endMs: DAY + HOUR });
  expect(kept.missing('other', { startMs: DAY, endMs: DAY + HOUR }, 10_000)).toHaveLength(1);
  expect(kept.isEmpty()).toBe(true);
  kept.add(one([DAY]), { startMs: DAY, endMs: DAY + HOUR });
  kept.missing('other', { startMs: 5 * DAY, endMs: 5 * DAY + HOUR }, 10_000);
  expect(kept.isEmpty()).toBe(true);
});
