import { expect, it } from 'vitest';
import { numberPattern, trendPattern } from './numberPattern.ts';

const of = (...rows: [name: string, change: number][]): string | null => numberPattern(
  rows.map(([name, change]) => ({ name, change })), ['faster', 'slower'], (change) => `${Math.round(100 * change)} %`
);

it('a number with the word beside it separates small from large', () => {
  expect(of(['Put/case=One_1_shard-2', 0.14], ['Put/case=One_1000_shard-2', -0.05], ['Put/case=Two_1_shard-2', 0.15],
    ['Put/case=Two_100_shard-2', -0.09], ['Put/case=Two_1000_shard-2', -0.08]))
    .toBe('By name: slower in both rows of 1_shard (14 % to 15 %); faster in all 3 rows of 100_shard and 1000_shard '
      + '(-5 % to -9 %).');
});

it('a number behind its key, with units', () => {
  expect(of(['Read/buf=4k-8', 0.1], ['Write/buf=16k-8', 0.2], ['Read/buf=1M-8', -0.3], ['Write/buf=2M-8', -0.3]))
    .toBe('By name: slower in both rows of buf=4k and buf=16k (10 % to 20 %); faster in both rows of buf=1M and '
      + 'buf=2M (-30 %).');
});

it('no number separates rows that go both ways, or other names', () => {
  expect(of(['A/1', 0.1], ['B/1', -0.1], ['A/9', 0.1], ['B/9', -0.1])).toBeNull();
  expect(of(['A/1', 0.1], ['B/1/2', 0.1], ['A/9', -0.1], ['B/9', -0.1])).toBeNull();
  expect(of(['A/1', 0.1], ['A/2', 0.1], ['A/9', 0.1], ['B/9', 0.1])).toBeNull();
});

it('changes that shrink or grow with the only number by which names differ', () => {
  const trend = (...rows: [name: string, change: number][]): string | null =>
    trendPattern(rows.map(([name, change]) => ({ name, change })), (change) => `${Math.round(100 * change)} %`);
  expect(trend(['Find/5of90000-4', -0.8], ['Find/50of90000-4', -0.79], ['Find/500of90000-4', -0.8],
    ['Find/9000of90000-4', -0.5], ['Find/90000of90000-4', 0.02]))
    .toBe('By name: -80 % at 5of90000, -50 % at 9000of90000, 2 % at 90000of90000: the change shrinks as the number '
      + 'grows.');
  expect(trend(['Sum/n=1-8', 0.02], ['Sum/n=10-8', 0.2], ['Sum/n=100-8', 0.9], ['Sum/n=1000-8', 4]))
    .toBe('By name: 2 % at n=1, 400 % at n=1000: the change grows as the number grows.');
  expect(trend(['A/1', 0.1], ['A/2', 0.11], ['A/3', 0.1], ['A/4', 0.12])).toBeNull();
  expect(trend(['A/1', 0.1], ['A/2', 0.9], ['A/3', -0.5], ['A/4', 2])).toBeNull();
});
