import { expect, it } from 'vitest';
import { comparedFiles } from './comparedFiles.ts';

const compared = (format: string, before: readonly string[], after: readonly string[], names = ['a.txt', 'b.txt']) =>
  comparedFiles({ name: names[0] ?? '', format, text: before.join('\n') },
    { name: names[1] ?? '', format, text: after.join('\n') });
const google = (rows: Readonly<Record<string, number>>): string[] => ['Benchmark     Time      CPU   Iterations',
  ...Object.entries(rows).map(([name, ns]) => `${name}     ${ns} ns     ${ns} ns     100`)];

it('Google Benchmark: by name, with the group that changes least', () => {
  expect(compared('google-benchmark',
    google({ a_ours: 100, b_ours: 100, c_ours: 100, a_libc: 200, b_libc: 200, c_libc: 200 }),
    google({ a_ours: 150, b_ours: 80, c_ours: 101, a_libc: 202, b_libc: 198, c_libc: 200 })))
    .toBe('b.txt against a.txt: of the 6 benchmarks in both, 1 faster (b_ours \u221220 % (100 ns to 80 ns)) and 1 '
      + 'slower (a_ours +50 % (100 ns to 150 ns)), counting changes of 5 % or more. By the last part of the names: '
      + 'ours \u221220 % to +50 %, libc \u22121 % to +1 %. If the code of libc is the same on both sides, its span is '
      + 'the noise. Nothing tests '
      + 'these differences: repeat both sides.');
  expect(compared('google-benchmark', google({ a: 100, b: 100 }), google({ a: 101, b: 100, c: 7 })))
    .toBe('b.txt against a.txt: none of the 2 benchmarks in both changes by 5 % or more. 1 row of one side is not in '
      + 'the other. Nothing tests these differences: repeat both sides.');
});

it('pytest-benchmark, BenchmarkDotNet and hyperfine: by name, and of one command each whatever it is', () => {
  const pytest = (mean: string): string[] => [
    'Name (time in us)        Min        Max       Mean    StdDev     Median', '-'.repeat(60),
    `test_read            10.0000    30.0000    ${mean}    1.0000    ${mean}`];
  expect(compared('pytest-benchmark', pytest('12.0000'), pytest('15.0000')))
    .toBe('b.txt against a.txt: test_read +25 % (12 us to 15 us).');
  const dotnet = (mean: string): string[] => ['| Method | Size | Mean | Error |', '|---|---|---|---|',
    `| Sort | 10 | ${mean} us | 0.1 us |`];
  expect(compared('benchmarkdotnet', dotnet('4.0'), dotnet('3.0')))
    .toBe('b.txt against a.txt: Sort 10 \u221225 % (4.0 us to 3.0 us).');
  const hyperfine = (command: string, ms: string): string[] => [`Benchmark 1: ${command}`,
    `  Time (mean \u00b1 \u03c3):     ${ms} ms \u00b1   2.0 ms    [User: 90.0 ms, System: 9.0 ms]`];
  expect(compared('hyperfine', hyperfine('./old -x', '100.0'), hyperfine('./new -x', '80.0')))
    .toBe('b.txt against a.txt: the command of each \u221220 % (100 ms to 80 ms).');
});

it('names of files say which one is the old side', () => {
  expect(compared('rust-bench', ['test a ... bench:         120 ns/iter (+/- 1)'],
    ['test a ... bench:         100 ns/iter (+/- 1)'], ['new.txt', 'old.txt']))
    .toBe('new.txt against old.txt: a +20 % (100 ns/iter to 120 ns/iter).');
});

it('perf report with the output of time: the times first, then what left the list', () => {
  const side = (real: string, ...rows: string[]): string[] => [`real    0m${real}s`, 'user    0m0.100s',
    'sys     0m0.900s', '', '# Overhead  Command  Shared Object  Symbol', ...rows];
  const main = (share: string): string => `     ${share}%  app  app  [.] main`;
  expect(compared('perf-report', side('10.000', '     7.00%  app  [kernel]  [k] flush', main('5.00')),
    side('4.000', main('6.00'))))
    .toBe('b.txt against a.txt: 4 s elapsed instead of 10 s (\u221260 %), 1 s of CPU instead of 1 s (no change); one '
      + 'run of each. 90 % and 75 % of the elapsed time is no CPU time of this process: it waited, or others worked '
      + 'for it. flush, the first in a.txt (7.00 %), is not listed in b.txt, whose last row has 6.00 %. In both: main '
      + '5.00 % to 6.00 %. These are shares of different totals: a share that falls is not by itself less time.');
});

it('perf stat by its counters, and tables of pprof by their totals', () => {
  const stat = (misses: string): string[] => [' Performance counter stats for \'app\':', '',
    `     ${misses}      cache-misses              #    1.2 % of all cache refs`, '         1,000      branches'];
  expect(compared('perf-stat', stat('2,000'), stat('1,000')))
    .toMatch(/^b\.txt against a\.txt: the counters that change most: cache-misses \u221250 % \(2,000 to 1,000\), b/);
  const pprof = (total: string, own: string): string[] => ['Type: inuse_space',
    `Showing nodes accounting for 5MB, 99% of ${total} total`, '      flat  flat%   sum%        cum   cum%',
    `    ${own} 40.00% 40.00%    ${own} 40.00%  a/b.Fill (inline)`];
  expect(compared('pprof-text', pprof('10MB', '4MB'), pprof('12MB', '6MB')))
    .toBe('b.txt against a.txt: The total of inuse_space is 10 MiB in the first and 12 MiB in the second: +20 %. Of '
      + 'the functions listed in both, the self values that change most: a/b.Fill +50 % (4MB to 6MB).');
});

it('texts of two forms, or without figures that are known, are not compared', () => {
  expect(compared('unknown', ['a'], ['b'])).toBeNull();
  expect(compared('google-benchmark', google({ a: 1 }), google({ b: 1 }))).toBeNull();
});
