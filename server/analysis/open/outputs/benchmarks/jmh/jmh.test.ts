import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): [string, string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('results of JMH', () => {
  it('without their head, with decimal commas, before and after, in a small heap', () => {
    expect(told(
      'Faster timers (run with -Xmx16m).', '```', 'Before fix',
      'TimerBench.record        thrpt   30   250,125 ± 2,000  ops/ms',
      'TimerBench.count         thrpt   30  1000,500 ± 9,000  ops/ms', '', 'After fix',
      'TimerBench.record        thrpt   30   500,250 ± 4,000  ops/ms',
      'TimerBench.count         thrpt   30  8004,000 ± 9,000  ops/ms', '```',
    )).toEqual(['jmh', 'ops/ms, higher is better: "After fix" has 2 to 8 times the throughput of "Before fix" in 2 '
      + 'benchmarks, 4 times in geometric mean (computed here); most count, 1000,500 to 8004,000 ops/ms (+700 %) '
      + '(decimal commas). All differences are beyond the errors. Also: record, 250,125 to 500,250 ops/ms (+100 %). It '
      + 'was measured with -Xmx16m: in so small a heap GC '
      + 'runs very often, so that a change in allocations weighs more than in a usual heap.']);
  });

  it('times with a head and parameters, of which one differs by less than the errors', () => {
    const head = 'Benchmark      (size)  Mode  Cnt    Score    Error  Units';
    expect(told(
      'master', head, 'a.Map.get          10  avgt   10   10.000 ±  0.100  ns/op',
      'a.Map.get        1000  avgt   10   40.000 ±  3.000  ns/op',
      'a.Map.get:\u00b7gc.alloc.rate.norm 10 avgt 10 24.000 ± 0.001 B/op', '', 'patched', head,
      'a.Map.get          10  avgt   10   20.000 ±  0.100  ns/op',
      'a.Map.get        1000  avgt   10   40.000 ±  2.000  ns/op',
    )).toEqual(['jmh', 'ns/op, lower is better: "patched" has 1 to 2 times the time per operation of "master" in 2 '
      + 'benchmarks; most get (size=10), 10.000 to 20.000 ns/op (+100 %). Within the errors: get (size=1000), 40.000 '
      + 'to 40.000 ns/op.']);
  });

  it('what an operation allocates is reported beside its time', () => {
    const of = (time: string, bytes: string): string[] => [`a.Map.put  avgt  5  ${time} ± 0.100  us/op`,
      `a.Map.put:gc.alloc.rate.norm  avgt  5  ${bytes} ± 0.001  B/op`,
      'a.Map.put:gc.count  avgt  5  99.000  counts'];
    expect(told('Before', ...of('50.000', '4000.500'), '', 'After', ...of('40.000', '1000.125'))[1]).toContain(
      '50.000 to 40.000 us/op (\u221220 %). The difference is beyond the errors. Allocated per operation: put 4000.500 '
      + 'to 1000.125 B/op (\u221275 %).'
    );
  });

  it('of one side are listed with what they allocate, and a large error is said', () => {
    expect(told(
      'Benchmark  (n)  Mode  Cnt  Score  Error  Units', 'a.B.run   8  thrpt    5  12.500 ± 0.100  ops/s',
      'a.B.run:gc.alloc.rate.norm  8  thrpt  5  48.000 ± 0.001  B/op',
      'a.B.walk  8  thrpt    5  10.000 ± 4.000  ops/s',
    )).toEqual(['jmh', 'It has 2 results (higher is better): a.B.run (n=8): 12.500 ± 0.100 ops/s, 48.000 B/op; '
      + 'a.B.walk (n=8): 10.000 ± 4.000 ops/s. The error of walk (n=8) is 40 % of its score: run it with more forks '
      + 'and iterations (-f 5 -i 10) before any conclusion.']);
  });

  it('with other parameters have no mean, and each says whether its bytes changed', () => {
    const head = 'Benchmark  (n)  (tags)  Mode  Cnt  Score  Error  Units';
    const rows = (one: string, other: string, bytes: string): string[] => [head,
      `a.B.put  5  true  avgt  5  ${one} ± 0.100  us/op`,
      `a.B.put:gc.alloc.rate.norm  5  true  avgt  5  ${bytes} ± 0.001  B/op`,
      `a.B.put  5  false  avgt  5  ${other} ± 0.100  us/op`,
      'a.B.put:gc.alloc.rate.norm  5  false  avgt  5  16.000 ± 0.001  B/op'];
    expect(told('Before', ...rows('20.000', '4.000', '800.000'), '', 'After', ...rows('10.000', '4.010', '400.000'))[1])
      .toBe('us/op, lower is better: "After" has 0.5 to 1 times the time per operation of "Before" in 2 benchmarks; '
        + 'most put (n=5, tags=true), 20.000 to 10.000 us/op (\u221250 %). Within the errors: put (n=5, tags=false), '
        + '4.000 to 4.010 us/op (+0.25 %). Allocated per operation: put (n=5, tags=true) 800.000 to 400.000 B/op '
        + '(\u221250 %). Those of put (n=5, tags=false) did not change.');
  });
});
