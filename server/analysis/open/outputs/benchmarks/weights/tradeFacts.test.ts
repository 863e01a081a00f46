import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const tested = (name: string, old: string, current: string, change: string): string =>
  `${name}-8   ${old} ± 1%   ${current} ± 1%  ${change} (p=0.000 n=10+10)`;
const TIME = 'name  old time/op  new time/op  delta';

it('less time with more memory is a trade, by the mean of all rows', () => {
  const text = told(TIME, tested('A', '10.0ms', '8.0ms', '-20.00%'), tested('B', '20.0ms', '18.0ms', '-10.00%'), '',
    'name  old alloc/op  new alloc/op  delta', tested('A', '1.00MB', '1.50MB', '+50.00%'),
    tested('B', '1.00MB', '1.20MB', '+20.00%'));
  expect(text).toContain('It trades memory for time: time/op −15.1 %, alloc/op +34.2 % in geometric mean. Weigh that '
    + 'by whether CPU or memory is short.');
});

it('a row of one side only is named, and the row with most time beside the largest relative change', () => {
  const text = told(TIME, tested('Short', '10.0ns', '14.0ns', '+40.00%'),
    tested('Mid', '10.0µs', '11.0µs', '+10.00%'),
    tested('Long', '10.0ms', '12.0ms', '+20.00%'), 'Lone-8   5.00ms ± 1%');
  expect(text).toContain('In absolute time Long-8 changes most: 10 ms to 12 ms (+20 %); the largest relative '
    + 'change, +40 %, is of a benchmark of 10 ns.');
  expect(text).toContain('1 row has a value on one side only and is not compared: Lone-8.');
});

it('rows that are not significant and differ little exclude a change', () => {
  const same = (name: string): string => `${name}-8   10.0ms ± 3%   10.1ms ± 2%   ~     (p=0.365 n=10+10)`;
  expect(told(TIME, same('A'), same('B'))).toContain('The runs of a row differ little (± 3 %): a change of more '
    + 'than 5 % would show.');
});
