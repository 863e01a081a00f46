import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const row = (name: string, time: string, change: string, verdict = 'regressed'): string[] => [
  `Benchmarking ${name}: Collecting 10 samples in estimated 7.1 s (20 iterations)`,
  `${name}  time:   [${time} ${time} ${time}]`, `        change: [${change} ${change} ${change}] (p = 0.00 < 0.05)`,
  `        Performance has ${verdict}.`,
];
const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;

it('a baseline in which all benchmarks take nearly the same is not of the same work', () => {
  expect(told(...row('scan/parquet', '20.000 ms', '+39900%'), ...row('scan/orc', '60.000 ms', '+109900%'),
    ...row('scan/avro', '10.000 ms', '+19900%'), 'Found 3 outliers among 10 measurements (30.00%)')).toBe(
    'The stored baseline is not of the same work: all 3 take 200 to 1,100 times as long as in it, and in it they take '
      + 'nearly the same time (50 µs to 54.5 µs), although now they differ by a factor of 6. That is how a run is '
      + 'stored that does not do the work, such as one that prepares a query and does not run it: no regression of '
      + 'the code is shown. Now: scan/avro 10 ms, scan/parquet 20 ms (2 times as long), scan/orc 60 ms (6 times as '
      + 'long). Delete target/criterion or save a new baseline (--save-baseline), measure both sides again, and make '
      + 'sure that the result is used (black_box).');
});

it('a run that became much faster in all benchmarks, or in one by more than a hundred times', () => {
  expect(told(...row('hash/a', '2.0000 ns', '-98.000%', 'improved'), ...row('hash/b', '9.0000 ns', '-99.000%',
    'improved'))).toMatch(/^The stored baseline is hardly of the same work: both are 50 to 100 times as fast as in it/);
  expect(told(...row('sort', '3.0000 s', '+29900%')))
    .toMatch(/^The stored baseline is hardly of the same work: sort takes 300 times as long as in it\. That is how/);
});

it('a regression of one benchmark, or of some, is one', () => {
  expect(told(...row('sort', '3.0000 s', '+2900%'))).toMatch(/^1 regressed\. The largest: sort, \+2,900 %/);
  expect(told(...row('sort', '3.0000 s', '+2900%'), ...row('map', '1.0000 s', '+9%'))).toMatch(/^2 regressed\./);
});

it('outliers are of their benchmark, and of the machine only if most benchmarks have them', () => {
  const rows = ['a', 'b', 'c'].map((name) => row(name, '10.0 ms', '+7%'));
  expect(told(...rows[0] ?? [], 'Found 4 outliers among 20 measurements (20.00%)', ...rows.slice(1).flat()))
    .toMatch(/ 4 of the 20 measurements of a are outliers; no other benchmark has any\.$/);
  expect(told(...rows.flatMap((one) => [...one, 'Found 4 outliers among 20 measurements (20.00%)'])))
    .toContain('20 % of the measurements of a benchmark are outliers: the machine was probably not quiet;');
});
