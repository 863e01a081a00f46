import { expect, it } from 'vitest';
import { statements } from '../../../core/finding.ts';
import { pairOf, runs } from '../../../testdata/benchmarks/reports.ts';

const bench = (rows: Readonly<Record<string, number>>): string => Object.entries(rows)
  .map(([name, ns]) => runs(6, (run) => `Benchmark${name}-8 100 ${ns * (1 + run / 1000)} ns/op`)).join('\n');

it('a time that nearly vanished is other work, and is kept out of the mean', () => {
  const told = statements(pairOf(bench({ Clone: 4000, Parse: 1000, Get: 100 }),
    bench({ Clone: 2, Parse: 2000, Get: 200 })).finding);
  expect(told).toEqual(expect.arrayContaining([
    'Time: 3 of 3 benchmarks changed significantly.',
    'Clone-8 (4.01 \u00b5s/op to 2 ns/op): one side is below 1 % of the other, so it does other work, or none. See '
      + 'whether the work was moved to another call, or whether the compiler removed it.',
    'Without it, the geometric mean is +100 %; with it, \u221287 %, which says nothing.',
  ]));
  expect(statements(pairOf(bench({ Parse: 1000, Get: 100 }), bench({ Parse: 2000, Get: 200 })).finding).join(' '))
    .not.toContain('other work');
});
