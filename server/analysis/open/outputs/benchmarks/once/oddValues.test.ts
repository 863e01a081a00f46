import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const HEADER = 'name  old time/op  new time/op  delta';
const told = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const once = (name: string, old: string, current: string, change: string): string =>
  `${name}-4   ${old} ± 0%   ${current} ± 0%  ${change}`;

it('a change that comes from one old value which stands apart is said to', () => {
  const text = told(HEADER, once('Get/cold/1', '1.33s', '1.98s', '+48.87%'),
    once('Get/cold/2', '1.70s', '1.89s', '+11.18%'), once('Get/cold/3', '1.66s', '2.02s', '+21.69%'),
    once('Get/cold/4', '1.62s', '1.97s', '+21.60%'));
  expect(text).toContain('The old value of Get/cold/1-4 (1.33 s) stands apart from the others of its group (1.62 s to '
    + '1.7 s), and its new value does not: its +48.9 % may come from that one run.');
});

it('a value that stands apart on both sides is another size, and values of all sizes show nothing', () => {
  const sizes = told(HEADER, once('Get/1', '1.00s', '1.10s', '+10.00%'), once('Get/2', '1.02s', '1.09s', '+6.86%'),
    once('Get/3', '1.01s', '1.12s', '+10.89%'), once('Get/4', '3.00s', '3.30s', '+10.00%'));
  const all = told(HEADER, once('Get/1', '1.00s', '1.10s', '+10.00%'), once('Get/2', '2.00s', '2.20s', '+10.00%'),
    once('Get/3', '4.00s', '4.40s', '+10.00%'), once('Get/4', '8.00s', '8.80s', '+10.00%'));
  expect(`${sizes} ${all}`).not.toContain('stands apart');
});
