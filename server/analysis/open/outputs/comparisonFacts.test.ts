import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): { format: string; interest: string | null; program: string | null } => {
  const { format, interest, program } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, interest, program };
};

const UNKNOWN = 'Which versions old and new are is not in the text.';

describe('a table that compares benchmarks says what changed', () => {
  it('each column and unit of a table whose header names the unit first', () => {
    const row = (name: string, one: string, other: string): string =>
      `${name}-2       3.0m ± ∞ ¹   3.5m ± ∞ ¹   ${one} (p=0.008 n=5)`
        + `   3.6m ± ∞ ¹   ${other} (p=0.008 n=5)`;
    expect(told(
      'name \\ time/op     b/std.txt  b/wasm.txt  b/cgo.txt', row('A', '+5.70%', '-6.09%'),
      row('B', '+7.00%', '-100.00%'),
      '', 'name \\ alloc/op     b/std.txt  b/wasm.txt  b/cgo.txt', row('A', '+50.00%', '-98.00%'),
    ).interest).toBe('b/cgo.txt has the lowest time/op in both rows. Each side is against std.txt. b/wasm.txt, '
      + 'time/op: 2 slower (most B-2, +7 %). b/cgo.txt, time/op: 2 faster (most B-2, nearly −100 %). b/wasm.txt, '
      + 'alloc/op: 1 more (A-2, +50 %). b/cgo.txt, alloc/op: 1 less (A-2, −98 %). Each value '
      + 'is of 5 runs. ± ∞ is no fault of the measurement: the range of a value needs at least 6 runs.');
  });

  it('tested rows, not their copy in a Markdown summary, with the mean of each package', () => {
    const table = (pkg: string, name: string, mean: string): string[] => [`pkg: a/${pkg}`,
      '          │  base.txt   │               pr.txt               │',
      '          │   sec/op    │   sec/op     vs base               │',
      `${name}-4   61.15n ± 3%   61.73n ± 2%       ~ (p=0.383 n=10)`,
      `${name}Two-4   25.54n ± 2%   25.29n ± 2%  -0.96% (p=0.037 n=10)`,
      `geomean     39.51n        39.51n       ${mean}`, ''];
    expect(told(
      '| Benchmark | base | PR | change |', '| --- | ---: | ---: | ---: |', '| X-4 | 61.15 ns | 61.73 ns | +1.0% |', '',
      ...table('one', 'X', '-0.01%'), ...table('two', 'Y', '-2.05%'),
    ).interest).toBe('sec/op of pr.txt against base.txt: 2 faster (most XTwo-4, −0.96 %), 2 not significant; '
      + '−0.01 % (one), −2.05 % (two) in geometric mean. Each value is of 10 runs.');
  });

  it('benchcmp, whose rows look like results', () => {
    expect(told(
      'benchmark          old ns/op     new ns/op     delta', 'BenchmarkA-8       103885        86064         -17.15%',
      'BenchmarkB-8       259720        286096        +10.16%', 'BenchmarkC-8       10            10            +0.00%',
      '', 'benchmark          old allocs     new allocs     delta',
      'BenchmarkA-8       877            840            -4.22%', '',
      'benchmark          old MB/s     new MB/s     speedup', 'BenchmarkA-8       79.00        93.43        1.18x',
    )).toEqual({
      format: 'benchstat', program: 'benchcmp',
      interest: 'ns/op of new against old: 1 slower (BenchmarkB-8, +10.2 %), 1 faster (BenchmarkA-8, −17.1 %), 1 '
        + 'same. allocs/op: 1 less (BenchmarkA-8, −4.22 %). '
        + `MB/s: 1 faster (BenchmarkA-8, +18 %). ${UNKNOWN} `
        + 'It compares one run per side: differences of time may be noise, those of allocations rarely are.',
    });
  });

  it('the older benchstat', () => {
    expect(told(
      'name     old time/op    new time/op    delta', 'A/x-4      2.27s ± 3%     2.16s ± 2%  -5.10%  (p=0.008 n=5+5)',
      'B-4       2.30s ± 1%     2.31s ± 3%     ~     (p=0.310 n=5+5)',
      '[Geo mean]  2.28s          2.23s         -2.31%',
    ).interest).toBe('time/op of new against old: 1 faster (A/x-4, −5.1 %), 1 not significant; −2.31 % in '
      + `geometric mean. ${UNKNOWN} Each value is of 5 runs.`);
  });

  it('the newer benchstat, in a fence behind words', () => {
    expect(told(
      'It is slower.', '', '```', '          │  old.txt   │            new.txt            │',
      '          │   sec/op   │   sec/op     vs base          │',
      'A-28        203.8n ± 5%   229.6n ± 1%  +12.66% (p=0.002 n=6)',
      'B-28        189.8n ± ∞ ¹  190.1n ± ∞ ¹       ~ (p=1.000 n=5) ²',
      'geomean     0.1            0.2        +6.10%', '```',
    ).interest).toBe('sec/op of new.txt against old.txt: 1 slower (A-28, +12.7 %), 1 not significant; +6.1 % in '
      + 'geometric mean. Each value is '
      + 'of 5 to 6 runs.');
  });

  it('rows whose header is cut off', () => {
    expect(told(
      'Q/i=~""-48        30.85m ±  2%        30.98m ±  0%        ~ (p=0.310 n=6)',
      'Q/n="1",j="a"-48  19.85m ±  1%        20.32m ±  2%   +2.35% (p=0.004 n=6)',
    ).interest).toBe('Values whose unit is cut off: 1 more (Q/n="1",j="a"-48, +2.35 %), 1 not significant. Each '
      + 'value is of 6 runs.');
  });

  it('Markdown with a change behind each value', () => {
    expect(told(
      '| Benchmark | Time (ns/op)  | Δ       | Allocs | Δ |', '|---|---|---|---|---|',
      '| A         | 1,966 → 1,627 | −17.24% | 40 → 7 | -82.50% |',
      '| B         | 1 → 1 | ~ | 7 → 7 | 0.00% |',
    ).interest).toBe('Time (ns/op): 1 faster (A, −17.2 %), 1 same. Allocs: 1 less (A, −82.5 %), 1 same. '
      + 'It states no test of significance: small differences may be noise.');
  });

  it('a table of one side', () => {
    expect(told('name  time/op', 'A-8   12.3ms ± 2%').interest)
      .toBe('It has one side, so nothing is compared: 1 row, such as A-8 (12.3ms ± 2%).');
  });

  it('results of go test win over a table of the same text', () => {
    expect(told(
      'BenchmarkA-8  100  12.5 ns/op', 'name  old time/op  new time/op  delta', 'A-8   12ns ± 1%  13ns ± 1%  +8.33%',
    ).format).toBe('go-benchmark');
  });

  const single = (name: string, delta: string): string => `${name}-8   5.00ms \u00b1 0%   6.00ms \u00b1 0%  ${delta}`;
  const HEADER = 'name     old time/op    new time/op    delta';

  it('one run per side, and the part of the names that separates slower from faster', () => {
    expect(told(
      HEADER, single('Get/Cold/1', '+40.00%'), single('Get/Cold/10', '+10.00%'), single('Get/Cold/100', '+25.00%'),
      single('Get/Warm/1', '-20.00%'), single('Get/Warm/10', '-5.00%'), single('Get/Warm/100', '+7.00%'),
    ).interest).toBe('Each value is of one run (± 0 % and no n=), so no difference is tested. time/op of new against '
      + 'old: 4 slower (most '
      + 'Get/Cold/1-8, +40 %), 2 faster (most Get/Warm/1-8, −20 %). By name: slower in all 3 rows of Cold (+10 % to '
      + '+40 %); faster in 2 of 3 rows of Warm (−5 % to −20 %), but not '
      + `Get/Warm/100-8 (+7 %). ${UNKNOWN} The changes of time/op go both ways, but by group: repeat each `
      + 'group as a whole, because a single row of one run proves nothing. Run both sides with -count 10 before '
      + 'any conclusion.');
  });

  it('a printed mean that its rows cannot have is of more rows, and a large spread is reported', () => {
    expect(told(
      '          │  old.txt    │            new.txt            │',
      '          │   sec/op    │   sec/op     vs base          │',
      'A-8         203.8n ± 5%   103.8n ± 31%  -49.07% (p=0.002 n=6)',
      'B-8         189.8n ± 2%   109.8n ± 4%   -42.15% (p=0.002 n=6)', 'geomean     0.1            0.2        -6.10%',
    ).interest).toBe('sec/op of new.txt against old.txt: 2 faster (most A-8, −49.1 %); the printed geometric mean, '
      + '−6.1 %, is of more rows '
      + 'than the text has. Each value is of 6 runs. The runs of a value differ by up to ± 31 % (A-8).');
  });

  it('no pattern where none separates them, and several runs with a spread', () => {
    const { interest } = told(
      HEADER, single('A/x', '+40.00%'), single('A/y', '-10.00%'), single('B/x', '-25.00%'),
      single('B/y', '+20.00%').replace('0%', '3%'),
    );
    expect(interest).not.toContain('By name');
    expect(interest).toContain('It states no test of significance');
  });
});

it('a table whose changes go both ways weighs them by absolute time, behind its mean', () => {
  const row = (name: string, old: string, current: string, change: string): string =>
    `${name}-8   ${old} ± 1%   ${current} ± 1%  ${change} (p=0.002 n=6)`;
  const { interest } = recognize(new TextEncoder().encode([
    '          │  before.txt  │             after.txt              │',
    '          │    sec/op    │    sec/op     vs base               │',
    row('Short', '200.0n', '230.0n', '+15.00%'),
    row('Tiny', '100.0n', '120.0n', '+20.00%'), row('Long', '30.00m', '22.50m', '-25.00%'),
    'geomean     1.0m     0.9m     -10.00%',
  ].join('\n')));
  expect(interest).toContain('All 3 changes are significant. The slower ones take 100 ns to 200 ns and lose 20 ns to '
    + '30 ns each; the faster one takes 30 ms and gains 7.5 ms: in absolute time every gain is far larger');
});
