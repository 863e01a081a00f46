import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it('Criterion: the mean, changes that are all alike, and what measured nothing', () => {
  const rows = ['+8.0%', '+9.0%', '+9.5%', '+12.0%', '+10.0%'].flatMap((change, i) => [
    `enc/${i}  time:   [10.0 \u00b5s 10.1 \u00b5s 10.2 \u00b5s]`,
    `        change: [+1.0% ${change} +20.0%] (p = 0.00 < 0.05)`, '        Performance has regressed.',
  ]);
  expect(told(...rows)[1]).toContain('5 regressed. The largest: enc/3, +12 % (1.08 \u00b5s of 9.02 \u00b5s). The '
    + 'geometric mean of the 5 changes is ');
  expect(told(...rows)[1]).toContain('All 5 are slower by a similar share (+8 % to +12 %)');
  expect(told('noop  time:   [0.0000 ps 0.0000 ps 0.0000 ps]')[1]).toBe('It has 1 benchmark and compares with no '
    + 'earlier run: noop 0.0000 ps. 1 benchmark measured nothing (0 ps): the compiler removed what it calls, unless '
    + 'black_box keeps the result.');
});

it('Criterion: small changes in both directions, of which those that are not significant count in the mean', () => {
  const row = (name: string, change: string, p: string, verdict: string): string[] => [
    `${name}  time:   [30.0 ns 31.0 ns 32.0 ns]`, `        change: [-9% ${change} +9%] (p = ${p})`,
    `        ${verdict}`,
  ];
  expect(told(
    ...row('a', '+3.0000%', '0.00 < 0.05', 'Performance has regressed.'),
    ...row('b', '-4.0000%', '0.00 < 0.05', 'Performance has improved.'),
    ...row('c', '+4.5000%', '0.30 > 0.05', 'No change in performance detected.'),
  )[1]).toBe('All changes are below 5 %, in both directions, as runs of the same code may differ. 1 regressed, 1 '
    + 'improved, 1 without a change. The largest: b, \u22124 % (1.29 ns of 32.3 ns). The largest regression: a, '
    + '+3 % (0.903 ns of 30.1 ns). The geometric mean of the 3 changes is +1.1 % (computed here).');
});

it('Criterion: many outliers, and regressions that the text counts but does not show', () => {
  const rows = ['a', 'b'].flatMap((name, i) => [
    `${name}  time:   [10.0 ns 10.2 ns 10.4 ns]`,
    '        change: [\u22122.9% \u22122.0% \u22121.1%] (p = 0.00 < 0.05)', '        Performance has improved.',
    `Found ${12 + i} outliers among 100 measurements (${12 + i}.00%)`,
  ]);
  expect(told('The script counts 7 regressions.', '', ...rows)[1]).toBe('2 improved. The largest: a, \u22122 % '
    + '(0.208 ns of 10.4 ns). 12 to 13 % of the measurements of a benchmark are outliers: the machine was probably not '
    + 'quiet, so changes of a few percent say little: repeat both sides on a quiet one. The text speaks of 7 '
    + 'regressions; of those, these lines have none.');
});

it('cargo bench, with a benchmark of nothing, and cargo benchcmp', () => {
  expect(told(
    'test a::big ... bench:  12,345,678 ns/iter (+/- 123)', 'test a::small ... bench:  1,234 ns/iter (+/- 1)',
    'test a::none ... bench:  0 ns/iter (+/- 0)',
  )).toEqual(['rust-bench', 'It has 2 benchmarks: the fastest is '
    + 'a::small (1,234 ns/iter), the slowest a::big (12,345,678 ns/iter). a::none measured nothing (0 ns/iter): the '
    + 'compiler removed what it calls, unless black_box keeps the result.']);
  expect(told(' name    old ns/iter  new ns/iter  diff ns/iter   diff %  speedup',
    ' a::big  12,345       10,234             -2,111  -17.10%   x 1.21')[1])
    .toContain('ns/iter: 1 faster (a::big, \u221217.1 %).');
});

it('pytest-benchmark against a saved run', () => {
  expect(told(
    'Name (time in us)       Min            Max            Mean            StdDev',
    'test_a (0001_base)      10.00 (1.0)    20.00 (1.0)    10.00 (1.0)     1.0 (1.0)',
    'test_a (NOW)            12.00 (1.2)    22.00 (1.1)    12.50 (1.25)    1.0 (1.0)',
  )[1]).toBe('NOW against 0001_base, in the mean: 1 slower (test_a, +25 %). It tests no difference: compare them with '
    + 'the deviation (StdDev).');
});
