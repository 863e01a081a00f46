import { expect, it } from 'vitest';
import type { BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { comparedUnit as unit } from '../../../testdata/handMadeBenchmarks.ts';
import { isSummed, summaryTable } from './benchmarkSummary.ts';

const report = (units: BenchmarkUnit[], more: Partial<BenchmarkReport> = {}): BenchmarkReport => ({
  finding: {
    code: 'bench-changed', severity: 'ok', claim: [], evidence: [], confidence: 'sure', actions: [], moment: null,
    sentence: '', time: null,
  },
  verdict: 'mixed', columns: ['old', 'new'], config: [], units, curves: [], time: null, columnKeys: [], notes: [],
  markdown: '', ...more,
});

it('is of two outputs that were tested', () => {
  expect([isSummed(report([])), isSummed(report([], { verdict: 'untested' })),
    isSummed(report([], { columns: ['a', 'b', 'c'] }))]).toEqual([true, false, false]);
});

it('one table has a row a benchmark and a column a unit; each column has its own scale', () => {
  const { units, rows, widest } = summaryTable(report([
    unit('sec/op', -1, [0.16, -0.29]), unit('B/op', -1, [-0.1]),
  ]));
  expect(units).toEqual(['sec/op', 'B/op']);
  expect(widest).toEqual([0.29, 0.1]);
  expect(rows.map(({ name, cells }) => [name, ...cells.map((one) => one?.change ?? null)])).toEqual([
    ['B0', 0.16, -0.1], ['B1', -0.29, null],
  ]);
});
