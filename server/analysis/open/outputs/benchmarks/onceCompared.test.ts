import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const table = (...rows: [name: string, old: number, current: number, delta: string][]): string | null =>
  recognize(new TextEncoder().encode(['benchmark            old ns/op     new ns/op     delta', ...rows.map(
    ([name, old, current, delta]) => `Benchmark${name}-4     ${old}     ${current}     ${delta}`
  )].join('\n'))).interest;

it('one run per side: the large changes first, which are beyond noise, and a small one that shows nothing', () => {
  expect(table(['Load/10', 90_000, 9_900, '-89.00%'], ['Load/100', 91_000, 10_100, '-88.90%'],
    ['Load/1000', 95_000, 38_000, '-60.00%'], ['Load/10000', 99_000, 99_990, '+1.00%'])).toBe(
    'ns/op of new against old: 3 faster (most BenchmarkLoad/10-4, \u221289 %), 1 slower (BenchmarkLoad/10000-4, '
      + '+1 %); \u221273.5 % in geometric mean (computed here from the 4 rows). By name: \u221289 % at 10, '
      + '\u221260 % at 1000, +1 % at 10000: the change shrinks as the number grows. Which versions old and new are is '
      + 'not in the text. It compares one run per side: a factor of 2 or more (3 rows) is far beyond the usual noise, '
      + 'a change below 5 % (1 row) shows nothing; other differences of time may be noise.');
});

it('without a large change all of it may be noise, and a worse change stays first', () => {
  expect(table(['A', 100, 120, '+20.00%'], ['B', 100, 90, '-10.00%'])).toMatch(
    /^ns\/op of new against old: 1 slower .*, 1 faster .* one run per side: differences of time may be noise\.$/);
});
