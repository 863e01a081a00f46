import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (root: unknown): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(JSON.stringify(root, null, 1)));
  return [format, interest];
};
const command = (name: string, mean: number, stddev: number, cpu: number): unknown =>
  ({ command: name, mean, stddev, median: mean, user: cpu, system: 0, times: Array.from({ length: 8 }, () => mean) });

describe('results of benchmarks in JSON', () => {
  it('two commands of hyperfine: which is faster, by how much, and whether they work', () => {
    expect(told({ results: [command('find .', 0.3, 0.006, 0.29), command('fd', 0.1, 0.002, 0.09)] })).toEqual([
      'json-benchmark', 'fd is 3.00 ± 0.08 times as fast as find .: 100.0 ± 2.0 ms (8 runs) and 300.0 ± 6.0 ms '
        + '(8 runs). ± is the standard deviation.',
    ]);
    expect(told({ results: [command('a', 0.3, 0.1, 0.01), command('b', 0.31, 0.1, 0.01)] })[1]).toBe('No difference '
      + 'between a and b is shown: 300.0 ± 100.0 ms (8 runs) and 310.0 ± 100.0 ms (8 runs). ± is the standard '
      + 'deviation. CPU time (user and system) is at most 3.33 % of it: they mostly wait. Its runs differ much: a '
      + '±33 %, b ±32 %. A smaller change of these cannot be seen.');
    expect(told({ results: [command('a', 1, 0, 1), command('b', 2, 0, 2), command('c', 4, 0, 4)] })[1])
      .toContain('The fastest is a; against it, b 2.00 times, c 4.00 times as long.');
  });

  it('JMH: the forks, and few values whose interval is wide', () => {
    const [, facts] = told([{
      jmhVersion: '1.36', benchmark: 'a.b.C.run', mode: 'avgt', forks: 0,
      primaryMetric: { score: 100.2, scoreError: 9, scoreUnit: 'us/op', rawData: [[100, 100.2, 100.4]] },
    }]);
    expect(facts).toMatch(/^C\.run: 100\.2 ± 9\.0 µs\/op \(3 iterations\)\. ± is half of the 99\.9 % confidence in/);
    expect(facts).toContain('It ran with forks 0');
    expect(facts).toContain('the values are from 100 µs/op to 100.4 µs/op');
  });

  it('Criterion: an estimate, one that measures no work, and a change', () => {
    const estimate = (ns: number): unknown =>
      ({ confidence_interval: { confidence_level: 0.95, lower_bound: ns, upper_bound: ns }, point_estimate: ns });
    const small = estimate(0.01);
    expect(told({ mean: estimate(0.4), median: estimate(0.4), median_abs_dev: small, std_dev: small })).toEqual([
      'json-benchmark', 'The benchmark: 0.400 ± 0.010 ns. ± is the standard deviation. Below 1 ns per '
        + 'operation no work is measured (the benchmark): the compiler removed it, or it only returns a value. It is '
        + 'one value, so noise cannot be judged.',
    ]);
    expect(told({ mean: { confidence_interval: { confidence_level: 0.95, lower_bound: 0.02, upper_bound: 0.06 },
      point_estimate: 0.04, standard_error: 0.01 }, median: estimate(0.04) })).toEqual(['criterion-change',
      'The mean time changed by +4.00 % (interval +2.00 % to +6.00 %): it takes longer.']);
  });

  it('a file that ends in the middle is to be copied whole', () => {
    const text = JSON.stringify({ results: [command('a', 1, 0, 1)] }).slice(0, -20);
    expect(recognize(new TextEncoder().encode(text))).toMatchObject({
      format: 'other-benchmark', door: null, remedy: expect.stringContaining('copy the whole file') as string,
    });
  });
});

describe('two commands of hyperfine with few runs', () => {
  const runs = (name: string, times: number[], cpu: number): unknown => {
    const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
    const stddev = Math.sqrt(times.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (times.length - 1));
    return { command: name, mean, stddev, median: times.toSorted((a, b) => a - b)[times.length >> 1], times,
      user: cpu * 0.9, system: cpu * 0.1, exit_codes: times.map(() => 0) };
  };

  it('a difference that they cannot show, CPU time that falls meanwhile, and runs that become slower', () => {
    const [old, current] = [runs('old (1111111)', [101, 103, 104], 90), runs('new (2222222)', [103.5, 105.5, 107], 88)];
    expect(told({ results: [old, current] })[1]).toBe('new takes 2.6 % longer than old in the mean (2.43 % in the '
      + 'median), but 3 runs each can show neither a difference nor that there is none: the smallest possible p is '
      + '0.10. new (2222222): 105.3 ± 1.8 s (3 runs), old (1111111): 102.7 ± 1.5 s (3 runs). ± is the standard '
      + 'deviation. From old to new the CPU time (user and system) falls by 2.22 % while the time rises: it is 87.7 % '
      + 'and 83.5 % of the time, so new does not work more, it waits more, such as for the disk, the network or other '
      + 'programs. In both, each run is slower than the one before: the machine or its state changes with time, as by '
      + 'heat, a cache or a growing file. Run both commands again in turns, at least 10 times each, with nothing else '
      + 'on the machine.');
  });

  it('a large difference is said, and runs without an order', () => {
    const [, facts] = told({ results: [runs('make', [10, 10.4, 10.1], 10), runs('ninja', [4, 4.1, 3.9], 4)] });
    expect(facts).toMatch(
      /^ninja is 2\.54 ± 0\.08 times as fast as make: .*The difference is (?:at least )?\d{2} times the /
    );
    expect(facts).toContain('so it is likely, but not tested: with 3 runs each the smallest possible p '
      + 'of a rank test is 0.10');
    expect(facts).not.toContain('each run is');
  });
});
