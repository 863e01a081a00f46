import { expect, it } from 'vitest';
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { isSummed, summaryTable } from './benchmarkSummary.ts';

function cell(ratio: number | null, isSignificant: boolean, countedText: string | null = null): BenchmarkCell {
  return {
    center: 1, low: null, high: null, rangeRatio: null, n: 10, samples: [1], centerText: '1', rangeText: '0%',
    notes: [],
    comparison: {
      deltaText: '', deltaRatio: null, measuredRatio: ratio, pValue: 0, qValue: null, testText: '', isSignificant,
      countedText, notes: [],
    },
  };
}

function unit(name: string, better: -1 | 1, changes: (number | null)[], mean: number | null = null): BenchmarkUnit {
  return {
    unit: name, better, nearExact: false, config: { pkg: 'a' },
    geomean: { before: null, after: null, deltaRatio: mean },
    geomeans: [null, mean].map((deltaRatio) => (
      { center: null, centerText: null, deltaRatio, deltaText: null, notes: [] }
    )),
    rows: changes.map((ratio, i) => ({
      name: `B${i}`, before: null, after: null, deltaRatio: null, pValue: null, note: null,
      cells: [{ ...cell(null, false), comparison: null }, cell(ratio ?? 0.01, ratio !== null)],
    })),
  };
}

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
