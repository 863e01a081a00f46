import { describe, expect, it } from 'vitest';
import { isBenchmarkText } from '../benchmarkText.ts';
import { benchmarkLines, readJsonBenchmarks } from './jsonResults.ts';

const jmh = (forks: number, unit: string): unknown => ({
  jmhVersion: '1.36', benchmark: 'org.a.b.Codec.encode', mode: 'avgt', forks, params: { size: '10' },
  primaryMetric: { score: 2.5, scoreError: 0.5, scoreUnit: unit, rawData: [[2.4, 2.5], [2.6]] },
  secondaryMetrics: { 'gc.alloc.rate.norm': { score: 48, scoreUnit: 'B/op' } },
});
const TEXTS: Readonly<Record<string, unknown>> = {
  'JMH': [jmh(3, 'us/op')],
  'pytest-benchmark': { machine_info: { cpu: { brand_raw: 'Some  CPU' } }, commit_info: { dirty: false }, benchmarks: [
    { name: 'test_a', stats: { mean: 0.002, stddev: 0.0001, median: 0.0019, rounds: 2, data: [0.0019, 0.0021] } },
    { name: 'test_b', stats: { mean: 1, stddev: 0, median: 1, rounds: 9 } },
  ] },
  'Google Benchmark': { context: { num_cpus: 4, load_avg: [3.5], library_build_type: 'debug' }, benchmarks: [
    { name: 'BM_x/8', run_name: 'BM_x/8', run_type: 'iteration', real_time: 1.5, cpu_time: 1.5, time_unit: 'us' },
    { name: 'BM_x/8', run_name: 'BM_x/8', run_type: 'iteration', real_time: 2.5, cpu_time: 2.5, time_unit: 'us' },
    { name: 'BM_x/8_mean', run_name: 'BM_x/8', run_type: 'aggregate', aggregate_name: 'mean', real_time: 2,
      cpu_time: 2, time_unit: 'us' },
    { name: 'BM_y', error_occurred: true, error_message: 'no file', time_unit: 'ns' },
  ] },
  'hyperfine': { results: [{ command: './old x', mean: 0.5, stddev: 0.01, user: 0.1, system: 0.2, times: [0.5, 0.5],
    exit_codes: [0, 1] }] },
  'Criterion': { sampling_mode: 'Linear', iters: [10, 20], times: [100, 220] },
  'BenchmarkDotNet': { HostEnvironmentInfo: { ProcessorName: 'Any' }, Benchmarks: [{ Type: 'Codec', Method: 'Encode',
    Parameters: 'N=1', Statistics: { Mean: 40, StandardDeviation: 1, N: 2, OriginalValues: [39, 41] },
    Memory: { BytesAllocatedPerOperation: 24 } }] },
};

describe('results of benchmark programs in JSON', () => {
  it.each(Object.entries(TEXTS))('%s is found by its keys', (program, root) => {
    const text = JSON.stringify(root, null, 2);
    expect(isBenchmarkText(text)).toBe(true);
    expect(readJsonBenchmarks(text)?.program).toBe(program);
    expect(readJsonBenchmarks(text.slice(0, -3))).toBeNull();
  });

  it.each([
    ['JMH', ['2400', '2500', '2600'].map((value) => `BenchmarkCodec.encode/size=10 1 ${value} ns/op 48 B/op`)],
    ['pytest-benchmark', ['cpu: Some CPU', 'Benchmarktest_a 1 1900000 ns/op', 'Benchmarktest_a 1 2100000 ns/op',
      'Benchmarktest_b 1 1000000000 ns/op']],
    ['Google Benchmark', ['BenchmarkBM_x/8 1 1500 ns/op', 'BenchmarkBM_x/8 1 2500 ns/op']],
    ['hyperfine', ['Benchmarkrun 1 500000000 ns/op', 'Benchmarkrun 1 500000000 ns/op']],
    ['Criterion', ['Benchmarkrun 1 10 ns/op', 'Benchmarkrun 1 11 ns/op']],
    ['BenchmarkDotNet', ['cpu: Any', 'BenchmarkCodec.Encode/N=1 1 39 ns/op 24 B/op',
      'BenchmarkCodec.Encode/N=1 1 41 ns/op 24 B/op']],
  ])('%s becomes lines of go test, one for each value', (program, lines) => {
    const found = benchmarkLines(JSON.stringify(TEXTS[program]))?.trim().split('\n')
      .map((line) => line.replace(/\d+\.\d+(?= ns)/, (value) => String(Math.round(Number(value)))));
    expect(found).toEqual(lines);
  });

  it('a rate of JMH stays one, for which more is better', () => {
    expect(benchmarkLines(JSON.stringify([jmh(1, 'ops/ms')])))
      .toMatch(/^Unit ops\/ms better=higher\nBenchmark.* 2\.4 ops\/ms/);
  });

  it('says how far results hold', () => {
    const doubts = (program: string): string =>
      readJsonBenchmarks(JSON.stringify(TEXTS[program]))?.doubts.join(' ') ?? '';
    expect(readJsonBenchmarks(JSON.stringify([jmh(0, 'us/op')]))?.doubts[0]).toMatch(/^It ran with forks 0/);
    expect(doubts('JMH')).toBe('Codec.encode/size=10 has 3 iterations: too few to judge the noise.');
    expect(doubts('Google Benchmark')).toBe('1 benchmark failed, such as BM_y ("no file"). The library is a debug '
      + 'build, so times are not those of a release. The load average was 3.5 on 4 CPUs, so other work took part of '
      + 'them.');
    expect(doubts('hyperfine')).toBe('1 run of 2 of ./old x ended with an exit code other than 0, so the time may not '
      + 'be that of its work. ./old x has 2 runs: too few to judge the noise.');
  });

  it('other JSON is none', () => {
    expect(readJsonBenchmarks('{"context":{},"benchmarks":[]}')).toBeNull();
    expect(isBenchmarkText('{"results":[{"metric":1}]}')).toBe(false);
  });
});
