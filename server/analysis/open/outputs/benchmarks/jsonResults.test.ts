import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (file: unknown): [program: string | null, interest: string | null, remedy: string | null] => {
  const { format, program, interest, remedy } = recognize(new TextEncoder().encode(JSON.stringify(file)));
  expect(format).toBe('other-benchmark');
  return [program, interest, remedy];
};

it('hyperfine: means with their deviations, their ratio, and commands that wait', () => {
  const run = (command: string, mean: number): object =>
    ({ command, mean, stddev: 0.002, median: mean, user: 0.001, system: 0.001, times: [mean, mean, mean] });
  expect(told({ results: [run('sleep 1', 1), run('sleep 3', 3)] })).toEqual(['hyperfine', 'It has 2 results: sleep 1: '
    + '1 s \u00b1 2 ms (3 runs); sleep 3: 3 s \u00b1 2 ms (3 runs). sleep 3 takes 3 times as long as sleep 1. Hardly '
    + 'any of it is CPU: the commands wait.',
  'For a smaller difference, let each run more often (hyperfine --runs 50).']);
});

it('JMH: without forks and with few values, a score is not to be trusted', () => {
  expect(told([{ jmhVersion: '1.36', benchmark: 'com.shop.CartBench.add', mode: 'avgt', forks: 0,
    params: { size: '10' }, primaryMetric: { score: 20.5, scoreError: 1.5, scoreUnit: 'us/op', rawData: [[20, 21]] },
  }])[1]).toBe('It has 1 result: CartBench.add (size=10): 20.5 \u00b1 1.5 us/op (2 values). It ran with 0 '
    + 'forks, within the VM of its caller: the values are not to be trusted. Run it with forks (-f 3). With 2 values, '
    + 'the error is mostly due to their number. There are no two sides: nothing is compared.');
});

it('pytest-benchmark: medians in their own unit, and a mean that outliers move', () => {
  const test = (name: string, median: number, mean: number): object =>
    ({ name, stats: { mean, median, stddev: mean / 100, rounds: 50 } });
  expect(told({ machine_info: {}, benchmarks: [test('test_a', 2e-7, 3e-7), test('test_b', 2, 2)] })[1]).toBe('It has 2 '
    + 'results: test_a: 200 ns (50 runs, mean 300 ns \u00b1 3 ns); test_b: 2 s (50 runs). Where a mean is given, '
    + 'outliers move it: compare medians. There are no two sides: nothing is compared.');
});

it('Google Benchmark: aggregates stand for their runs', () => {
  const row = (name: string, aggregate: string, time: number): object => ({
    name: `${name}_${aggregate}`, run_name: name, run_type: 'aggregate', aggregate_name: aggregate, repetitions: 9,
    real_time: time, cpu_time: time, time_unit: 'us',
  });
  expect(told({ context: { num_cpus: 2 }, benchmarks: [row('BM_Sort', 'mean', 12), row('BM_Sort', 'stddev', 0.5)] })[1])
    .toBe('It has 1 result: BM_Sort: 12 \u00b1 0.5 us (9 values). There are no two sides: nothing is compared.');
});
