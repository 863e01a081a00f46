import { expect, it } from 'vitest';
import { statements } from '../../../core/finding.ts';
import { pairOf, reportOf, runs } from '../../../testdata/benchmarks/reports.ts';

const bench = (rows: Readonly<Record<string, number>>): string => Object.entries(rows)
  .map(([name, ns]) => runs(6, (run) => `Benchmark${name}-8 100 ${ns * (1 + run / 1000)} ns/op`)).join('\n');

it('a time that nearly vanished is other work, and is kept out of the mean', () => {
  const report = pairOf(bench({ Clone: 4000, Parse: 1000, Get: 100 }), bench({ Clone: 2, Parse: 2000, Get: 200 }));
  expect(statements(report.finding)).toEqual(expect.arrayContaining([
    'Clone-8 (4.01 \u00b5s/op to 2 ns/op): so large a change is other work, or work that the compiler removed.',
    'Without it, the time is +100 % in geometric mean of 2; the slowest of them is Parse-8, +100 %.',
  ]));
  expect(statements(pairOf(bench({ Parse: 1000, Get: 100 }), bench({ Parse: 2000, Get: 200 })).finding).join(' '))
    .not.toContain('other work');
});

it('of one output, benchmarks whose runs differ much are named', () => {
  const noisy = [50, 60, 100].map((ns) => `BenchmarkPut-8 100 ${ns} ns/op`).join('\n');
  expect(statements(reportOf([{ name: 'one', text: `${noisy}\n${bench({ Get: 100 })}` }]).finding)).toContain(
    'Runs of one benchmark differ by as much: Put-8 \u00b167 %. No smaller difference shows in it.');
});
