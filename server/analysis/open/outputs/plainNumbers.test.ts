import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { mayCompare, readComparisonTable } from './comparisonTable.ts';

it('a column of numbers is no output of du', () => {
  const numbers = Array.from({ length: 200 }, (_, i) => `${i * 7919}\n`).join('');
  expect(recognize(new TextEncoder().encode(numbers)).format).not.toBe('du');
});

it.each([
  ['benchcmp', 'benchmark     old ns/op     new ns/op     delta\nBenchmarkA    10    12    +20.00%'],
  ['benchcmp without its header', 'BenchmarkA   10   12   +20.00%\nBenchmarkB   10   12   +20.00%'],
  ['benchstat before 2023',
    'name  old time/op  new time/op  delta\nA  1.0ns ± 1%  2.0ns ± 1%  +100.00%  (p=0.000 n=5+5)'],
  ['benchstat as CSV', ',sec/op,CI,sec/op,CI,vs base,P\nA,1,0%,2,0%,+100.00%,p=0.008 n=5'],
  ['a cut part',
    'A-8   10.0n ± 1%   12.0n ± 2%  +20.00% (p=0.002 n=6)\nB-8   1.0n ± 1%   1.2n ± 2%  ~ (p=0.3 n=6)'],
  ['Markdown', '| name | old | new | delta |\n|---|---|---|---|\n| A | 1 | 2 | +100.00% |'],
  ['Markdown with marks', '`name` | `old ns/op` | **speedup** |\n--|--|--\nA | 1 | +2.00% |'],
  ['a quote', '> name  time/op\n> A  1.0ns ± 1%'],
])('reads the table of %s, which may be one at a glance', (_, text) => {
  const { rows, single } = readComparisonTable(text);
  expect(rows.length + single.length).toBeGreaterThan(0);
  expect(mayCompare(text)).toBe(true);
});

it('reads nothing where no part of a table is seen', () => {
  const text = '50% of it was slow, ~ 3x\nname of a thing 12.5%\n';
  expect(mayCompare(text.replace('name', 'a name'))).toBe(false);
  expect(readComparisonTable(text).rows).toEqual([]);
});
