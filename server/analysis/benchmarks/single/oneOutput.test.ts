import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { benchmarkReport } from '../report.ts';
import { comparedSlot } from './nameSlots.ts';

function said(...lines: string[]): string[] {
  const report = benchmarkReport([{ name: 'one', text: lines.join('\n') }]);
  if (!report.ok) throw new Error(report.error.message);
  expect(report.value.finding.code).toBe('bench-one-output');
  return statements(report.value.finding);
}
const NOISE = 'One run each: how much of a difference is noise is unknown.';

describe('one output of benchmarks', () => {
  it('is compared by the only key of its names that makes pairs, also between commas', () => {
    expect(said(
      'goos: darwin', 'goarch: arm64', 'cpu: Some CPU',
      'BenchmarkWrite/size=64MB,labels=1,values=100-8 10 100000000 ns/op 2000 B/op',
      'BenchmarkWrite/size=64MB,labels=10,values=10-8 10 100000000 ns/op 2000 B/op',
      'BenchmarkWrite/size=256MB,labels=1,values=100-8 10 150000000 ns/op 2000 B/op',
      'BenchmarkWrite/size=256MB,labels=10,values=10-8 10 140000000 ns/op 2000 B/op',
      'PASS', 'ok  \tgithub.com/a/b\t12.5s',
    )).toEqual([
      'size: 256MB takes 40 % to 50 % longer, against 64MB, in 2 benchmarks.',
      'Time: 64MB 100 ms/op, 256MB 140 ms/op to 150 ms/op.', 'B/op is the same.', NOISE,
      'go test took 12.5 s in all, which is no measure of speed: it depends on -benchtime.',
      'It ran on Some CPU (darwin/arm64).',
    ]);
  });

  it('never joins packages or machines, and tells small differences of bytes as one limit', () => {
    const lines = (cpu: string, ns: number): string[] => ['goos: linux', 'pkg: a/b', `cpu: ${cpu}`,
      `BenchmarkX/std-4 1 ${2 * ns} ns/op 1000 B/op`, `BenchmarkX/fast-4 1 ${ns} ns/op 1005 B/op`];
    const report = benchmarkReport([{ name: 'one', text: [...lines('Big', 100), ...lines('Small', 900)].join('\n') }],
      { col: '.file' });
    if (!report.ok) throw new Error(report.error.message);
    expect(statements(report.value.finding).slice(0, 4)).toEqual([
      'Big: fast takes 50 % less time, against std.', 'Time: std 200 ns/op, fast 100 ns/op.',
      'B/op differs by at most 0.5 %.', 'Small: fast takes 50 % less time, against std.',
    ]);
  });

  it('has a side for each run of one package between sentences, compared within a machine', () => {
    const output = (cpu: string, names: [string, number][]): string => ['goos: linux', 'pkg: a/b', `cpu: ${cpu}`,
      ...names.map(([name, ns]) => `Benchmark${name}-4 1 ${ns} ns/op`)].join('\n');
    const report = benchmarkReport([{ name: 'one', text: ['no cache yet', output('Big', [['A', 100], ['B', 50]]),
      'now with a cache', output('Big', [['A', 10], ['B', 51]]), 'root@board:~# ./x.test',
      output('Small', [['A', 300]])].join('\n\n') }]);
    if (!report.ok) throw new Error(report.error.message);
    expect(report.value.columns).toEqual(['no cache yet', 'now with a cache', 'board']);
    expect(statements(report.value.finding).slice(0, 3)).toEqual([
      'One run per side cannot show a difference from noise.',
      'Time, now with a cache against no cache yet: A-4 −90 % (100 ns/op to 10 ns/op), '
        + 'B-4 +2 % (50 ns/op to 51 ns/op).', 'Only in board: A-4 300 ns/op.',
    ]);
  });

  it('lists few results that differ in several parts of their names', () => {
    expect(said(
      'BenchmarkMath/area/y=sin(x)/delta=0.1/abs=true-4 21801 55357 ns/op 0 B/op 0 allocs/op',
      'BenchmarkMath/max/y=2x+3/delta=1.0/abs=false-4 88335925 13.3 ns/op 0 B/op 0 allocs/op',
    )).toEqual([
      '2 benchmarks, from 13.3 ns/op to 55.4 µs/op.', 'Math/area/y=sin(x)/delta=0.1/abs=true-4: 55.4 µs/op, 0 B/op, '
        + '0 allocs/op.', 'Math/max/y=2x+3/delta=1.0/abs=false-4: 13.3 ns/op, 0 B/op, 0 allocs/op.', NOISE,
    ]);
  });

  it('names the slowest and the fastest of many, and the keys if several make pairs', () => {
    const lines = ['json', 'gob', 'xml'].flatMap((codec, i) => ['big', 'small'].map((size, j) =>
      `BenchmarkX/codec=${codec}/size=${size}-8 1 ${100 * (i + 1) + j} ns/op`));
    expect(said(...lines)).toEqual([
      '6 benchmarks, from 100 ns/op to 301 ns/op.', 'The slowest: X/codec=xml/size=small-8, 301 ns/op.',
      'The fastest: X/codec=json/size=big-8, 100 ns/op.', NOISE,
      'Its names vary by codec, size, so there are several ways to compare.',
    ]);
  });

  it('is compared by old and new, whichever comes first, with the number of runs', () => {
    const runs = [0, 1].flatMap(() => ['BenchmarkA/new-8 1 50 ns/op', 'BenchmarkA/old-8 1 100 ns/op']);
    expect(said(...runs)).toEqual([
      'new takes 50 % less time, against old.', 'Time: old 100 ns/op, new 50 ns/op.',
      'It has 2 runs of each, too few for a test.',
    ]);
  });

  it.each([
    ['2000000000 0.00 ns/op', '0 ns/op'], ['1000000000 0 ns/op', '0 ns/op'],
    ['1000000000 0.0000120 ns/op', '1.2e-5 ns/op'],
  ])('measured nothing: %s', (result, value) => {
    expect(said(`BenchmarkA-8 ${result} 0 B/op`)).toEqual([
      `A-8 measured nothing (${value}): its loop does not run b.N times, or the compiler removed what it calls.`,
      'Use for b.Loop() (from Go 1.24 on), or a loop over b.N whose result is kept, and run it again.',
    ]);
  });

  it('names a result that is faster than a CPU can be', () => {
    expect(said('BenchmarkA-8 1000000000 0.1250 ns/op', 'BenchmarkB-8 100 25 ns/op')[0])
      .toBe('A-8: below 1 ns per operation no work is measured. Unless it runs in parallel, its loop does not run '
        + 'b.N times, or the compiler removed what it calls, or it only returns a value.');
    expect(said('BenchmarkB-8 100 25 ns/op').join(' ')).not.toContain('no work');
  });

  it('names the benchmarks whose runs differ too much for a comparison, before the slowest and the fastest', () => {
    const runs = (name: string, ...ns: number[]): string[] => ns.map((one) => `Benchmark${name}-8 100 ${one} ns/op`);
    expect(said(
      ...runs('Store', 1000, 1100, 1500, 900, 1000), ...runs('Load', 100, 101, 104, 99, 100),
      ...['B', 'C', 'D'].flatMap((name) => runs(name, 50, 51, 52, 50, 50)), ...runs('Empty', 0.3, 0.3, 0.31, 0.3, 0.3),
    )).toEqual([
      '6 benchmarks, from 0.3 ns/op to 1 µs/op.',
      'Empty-8: below 1 ns per operation no work is measured. Unless it runs in parallel, its loop does not run b.N '
        + 'times, or the compiler removed what it calls, or it only returns a value.',
      'Runs differ from their median by up to: Store-8 ±50 %. A smaller change of it cannot be seen. The other 5 stay '
        + 'within 4 %.',
      'The slowest: Store-8, 1 µs/op.', 'The fastest: B-8, 50 ns/op.',
      'It has 5 runs of each; a 95 % confidence interval of a median needs 6.',
    ]);
  });

  it('is one result, or one output of time', () => {
    expect(said('BenchmarkA-8 1 100 ns/op 16 B/op 1 allocs/op'))
      .toEqual(['A-8: 100 ns/op, 16 B/op, 1 allocs/op.', NOISE]);
    expect(said('real\t0m2.000s', 'user\t0m3.500s', 'sys\t0m0.500s'))
      .toEqual(['It took 2 s, with 4 s of CPU.', 'It kept 2 cores busy.', NOISE]);
  });
});

describe('the part of names that tells sides apart', () => {
  it.each([
    [['A/before-8', 'A/after-8'], ['before', 'after']],
    [['EncodeNew-8', 'EncodeOld-8'], ['old', 'new']],
    [['A/new/small-8', 'A/old/small-8'], ['old', 'new']],
    [['A/json-8', 'A/gob-8', 'B/json-8', 'B/gob-8'], ['json', 'gob']],
    [['A/n=10-8', 'A/n=1000-8'], ['10', '1000']],
    [['A', 'A-2', 'A-8'], ['1', '2', '8']],
  ])('%j', (names, values) => { expect(comparedSlot(names)?.values).toEqual(values); });

  it.each([
    [['A/small-8', 'A/large-8']], [['A-8', 'B-8']], [['NewEncoder-8', 'NewDecoder-8']],
    [['A/x=1/y=1-8', 'A/x=2/y=2-8']],
  ])('none: %j', (names) => { expect(comparedSlot(names)).toBeNull(); });
});
