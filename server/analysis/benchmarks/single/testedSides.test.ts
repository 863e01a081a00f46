import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf, runs } from '../../../../testdata/benchmarks/reports.ts';

type Rows = readonly (readonly [name: string, ns: number, spread: number])[];
const lines = (rows: Rows, allocations = ''): string => rows.map(([name, ns, spread]) => runs(6, (run) =>
  `Benchmark${name}-4 100 ${(ns * (1 + spread * ((run * 5) % 6))).toFixed(2)} ns/op${allocations}`)).join('\n');
const said = (text: string): string[] => statements(reportOf([{ name: 'one', text }]).finding);

it('two sides in one output are tested benchmark by benchmark', () => {
  expect(said(lines([
    ['Get/pool=off/n=1', 100, 0.001], ['Get/pool=off/n=9', 900, 0.05], ['Get/pool=off/n=50', 5000, 0.001],
    ['Get/pool=on/n=1', 80, 0.001], ['Get/pool=on/n=9', 905, 0.05], ['Get/pool=on/n=50', 5500, 0.001],
  ]))).toEqual([
    'pool: on takes 20 % less time in 1 of 3 benchmarks and takes 10 % longer in 1 of 3 benchmarks (p=0.002), against '
      + 'off; one is not significant; \u22123.99 % in geometric mean of all.',
    'Time, on against off: n=1 \u221220 % (100 ns/op to 80.2 ns/op, p=0.002), n=50 +10 % (5.01 µs/op to 5.51 µs/op, '
      + 'p=0.002).',
    'Not significant, which does not mean the same: n=9 (+0.556 %, p=0.699).',
    'All runs of off come before those of on: a drift of the machine would look the same. Run them in turns, each at '
      + 'least 10 times.', 'It has no allocations: add -benchmem to see them.', 'It has 6 runs of each.',
  ]);
});

it('one benchmark, and sides without a difference', () => {
  expect(said(lines([['Sum/old', 100, 0.01], ['Sum/new', 60, 0.01]], ' 8 B/op 1 allocs/op')).slice(0, 2))
    .toEqual(['new takes 40 % less time (p=0.002), against old.',
      'Time, new against old: Sum/old-4 \u221240 % (103 ns/op to 61.5 ns/op, p=0.002).']);
  expect(said(lines([['Sum/old', 100, 0.01], ['Sum/new', 100, 0.01]]))[0])
    .toMatch(/^new shows no significant difference, against old \(/);
});
