import { describe, expect, it } from 'vitest';
import type { HeadGrowth, MemoryPanel, TargetCardinality } from '../../contract/contract.ts';
import { cardinalityView, growthText } from './cardinalityView.ts';

const none = { labelValues: null, labelBytes: null, labelPairs: null };
const panel = {
  churn: { createdPerSecond: 2, removedPerSecond: null, perHourRatio: 0.036 },
  ratios: { residentBytesPerSeries: { value: 4000 } },
} as unknown as MemoryPanel;
const growth: HeadGrowth = {
  time: 1_700_000_600, before: 1_700_000_000, spanSeconds: 600, reset: null,
  series: { name: '', count: 200_000, before: 199_000, growth: 1000, perHour: 6000 }, labelPairs: null, chunks: null,
  largest: null, lists: { metrics: [{ name: 'm', count: 9, before: 4, growth: 5, perHour: 30 }], ...none },
};
const base: TargetCardinality = {
  target: 'a', state: 'read', sentence: null, nextTime: null, readings: [],
  cost: { requests: 2, failed: 0, lastSeconds: 0.25, lastBytes: 4096 },
  growth,
};

describe('the view of what series there are', () => {
  it('says how many, what grew, churn and what asking cost', () => {
    expect(cardinalityView(base, panel, 'utc')).toEqual({
      context: '200,000 series at 22:23:20, +1,000 in 10m. Churn: 3.6 % of them per hour are new.', note: null,
      cost: 'Asked 2 times, at most once a minute; the last answer took 250 ms (4 KiB).', isCompared: true,
      bytesPerSeries: 4000,
      tables: [
        { key: 'metrics', title: 'Metrics by series', counted: 'series', isBytes: false, rows: growth.lists.metrics },
      ],
    });
  });

  it.each<[string, Partial<TargetCardinality>, RegExp]>([
    ['why it was not asked', { state: 'waiting', sentence: 'Not asked: it replays.', growth: null }, /^Not asked/],
    ['a restart between', { growth: { ...growth, reset: 'restart' } }, /restarted since 22:13:20/],
    ['a new day', { growth: { ...growth, reset: 'midnight' } }, /new day began since 22:13:20/],
    ['that one reading is not enough', { growth: { ...growth, before: null } }, /two readings/],
  ])('says %s', (_, more, words) => {
    expect(cardinalityView({ ...base, ...more }, panel, 'utc').note).toMatch(words);
  });

  it.each([
    [{ growth: 1200, before: 1 }, false, '+1,200'], [{ growth: -30, before: 40 }, false, '-30'],
    [{ growth: 0, before: 4 }, false, '0'], [{ growth: 50, before: null }, false, '≥ +50'],
    [{ growth: null, before: null }, false, ''], [{ growth: 2048, before: 1 }, true, '+2 KiB'],
  ])('growth of %j is written', (row, isBytes, text) => {
    expect(growthText({ name: 'm', count: 1, perHour: null, ...row }, isBytes)).toBe(text);
  });
});
