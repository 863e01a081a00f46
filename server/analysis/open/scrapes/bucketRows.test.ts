import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const ROWS = ['{app="shop",le="+Inf"} 100', '{app="shop",le="4.0"} 100', '{app="shop",le="2.0"} 98',
  '{app="shop",le="1.0"} 60', '{app="shop",le="0.5"} 20'];

it('buckets of one histogram have quantiles, not a highest series', () => {
  expect(told('The p99 jumps above the 95th percentile:', '```', ...ROWS, '```')).toBe('They are the 5 cumulative '
    + 'buckets of one histogram, 100 in all, so that le="+Inf" always has the highest value. By interpolation, as '
    + 'histogram_quantile does it, p95 is 1.92 (between 1 and 2), p99 is 3 (between 2 and 4): the true values may be '
    + 'anywhere within these buckets, so that two percentiles in neighbouring buckets look like a jump. 20 % are at '
    + 'most 0.5. None is above 4. Add bounds there for more exact percentiles, or use native histograms, over a time '
    + 'with enough requests.');
});

it('values above the last bound have no quantile', () => {
  const facts = told(...ROWS.map((row) => row.replace('le="4.0"} 100', 'le="4.0"} 98.5')));
  expect(facts).toContain('1.5 % are above the last bound, 4, and so is p99: add larger buckets.');
  expect(facts).not.toContain('p99 is');
});

it('rows of several histograms, or without buckets, keep their highest series', () => {
  expect(told(...ROWS, '{app="till",le="1.0"} 7')).toContain('has the highest value');
  expect(told('{app="a"} 1', '{app="b"} 2', '{app="c"} 3', '{app="d"} 4')).toContain('has the highest value: 4.');
});
