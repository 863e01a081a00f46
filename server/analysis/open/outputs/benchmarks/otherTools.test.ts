import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it('Google Benchmark: the fastest and the slowest, and what makes its times worth less', () => {
  expect(told(
    '***WARNING*** CPU scaling is enabled, the benchmark real time measurements may be noisy.',
    '-----------------------------------------------------',
    'Benchmark           Time             CPU   Iterations',
    '-----------------------------------------------------',
    'BM_insert/8      2.50 us         2.40 us       280000', 'BM_find/8         900 ns          890 ns       780000',
  )).toEqual(['google-benchmark', 'It has 2 benchmarks: the fastest is BM_find/8 (900 ns), the slowest BM_insert/8 '
    + '(2.50 us). CPU scaling was enabled, so real time is noisy.']);
});

it('Google Benchmark: two outputs of the same benchmarks in one text are compared', () => {
  const output = (first: string, second: string): string[] => ['Benchmark           Time             CPU   Iterations',
    `BM_insert     ${first} us         2.40 us       280000`, `BM_find     ${second} ns          890 ns       780000`];
  expect(told('before:', ...output('2.50', '900'), '', 'after:', ...output('2.00', '909'))[1])
    .toBe('It has two outputs; the second against the first: of the 2 benchmarks in both, 1 faster (BM_insert '
      + '\u221220 % (2.50 us to 2.00 us)), counting changes of 5 % or more. Nothing tests these differences: '
      + 'repeat both sides.');
});

it('compare.py of Google Benchmark: its geometric mean is no row', () => {
  expect(told(
    'Comparing a.json to b.json',
    'Benchmark            Time             CPU      Time Old      Time New       CPU Old       CPU New',
    '------------------------------------------------------------------------------------------------',
    'BM_a/8            +0.2500         +0.2400           100           125           100           124',
    'BM_b/8            -0.1000         -0.1000           100            90           100            90',
    'OVERALL_GEOMEAN   +0.0607         +0.0564             0             0             0             0',
  )).toEqual(['google-benchmark-compare', 'Time: 1 slower (BM_a/8, +25 %), 1 faster (BM_b/8, −10 %); +6.07 % in '
    + 'geometric mean. No difference is tested: repeat both sides (--benchmark_repetitions=9) for a U test.']);
});

it('BenchmarkDotNet: parameters are part of a name, and the baseline is reported', () => {
  expect(told(
    '| Method | N   | Mean       | Error     | StdDev    | Ratio | Allocated |',
    '|------- |---- |-----------:|----------:|----------:|------:|----------:|',
    '| Old    | 100 | 1,000.0 ns |  10.00 ns |   9.00 ns |  1.00 |     100 B |',
    '| New    | 100 |    0.25 us |   0.01 us |   0.01 us |  0.25 |         - |',
  )).toEqual(['benchmarkdotnet', 'It has 2 benchmarks: the fastest is New 100 (0.25 us in the mean), the slowest Old '
    + '100 (1,000.0 ns). Old 100 allocates most, 100 B. Of the baseline Old 100, New 100 takes 0.25 times the time.']);
});

it('critcmp: each row of the second side against the first', () => {
  expect(told(
    'group        base                                   pr', '-----        ----                                   --',
    'read/a       1.00     10.0±0.05µs        ? ?/sec    1.20     12.0±0.20µs        ? ?/sec',
    'read/b       2.00     20.0±0.05µs        ? ?/sec    1.00     10.0±0.20µs        ? ?/sec',
    'read/c       1.00     20.0±0.05µs        ? ?/sec    1.00     20.0±0.20µs        ? ?/sec',
  )).toEqual(['critcmp', 'pr against base: 1 slower (read/a, +20 %), 1 faster (read/b, −50 %), 1 the same. '
    + 'It states no test of significance.']);
});

it('a comment of github-action-benchmark: times alone are faster or slower', () => {
  expect(told(
    '| Benchmark suite | Current: 1a2b3c | Previous: 4d5e6f | Ratio |', '|-|-|-|-|',
    '| `BenchmarkEncode` | `240` ns/op\t 0 B/op | `100` ns/op\t 0 B/op | `2.40` |',
    '| `BenchmarkEncode - B/op` | `64` B/op | `32` B/op | `2` |',
    '| `BenchmarkDecode` | `90` ns/op | `100` ns/op | `0.90` |',
  )).toEqual(['github-action-benchmark', '1a2b3c against 4d5e6f, by the ratio (above 1 is worse): 1 slower '
    + '(BenchmarkEncode, +140 %), 1 faster (BenchmarkDecode, −10 %). It states no test of significance.']);
});
