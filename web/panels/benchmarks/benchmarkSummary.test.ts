import { describe, expect, it } from 'vitest';
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { summaryTable, summaryText } from './benchmarkSummary.ts';
import { changeText } from './sizeCurveView.ts';

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

describe('two outputs in one sentence', () => {
  it('counts slower, faster and same, worse first, and gives the means of other units', () => {
    expect(summaryText(report([
      unit('sec/op', -1, [0.16, null, -0.29, 0.18, null, null]), unit('B/op', -1, [-0.2, -0.24], -0.22),
      unit('allocs/op', -1, [-0.06], null), unit('B/s', 1, [null, null], 0.001),
    ]))).toBe('Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), 3 same. Memory −22 %, allocations −6 %.');
  });

  it('gives a range for many, and says when all is the same', () => {
    expect(summaryText(report([unit('sec/op', -1, [0.1, 0.2, 0.3, 0.4])]))).toBe('Time: 4 slower (+10 % to +40 %).');
    expect(summaryText(report([unit('sec/op', -1, [null, null])]))).toBe('Time: 2 same.');
    expect(summaryText(report([unit('B/s', 1, [-0.5, 0.5])]))).toBe('Throughput: 1 less (−50 %), 1 more (+50 %).');
  });

  it('is not given where nothing was tested, or more than two are compared', () => {
    expect(summaryText(report([unit('sec/op', -1, [0.1])], { verdict: 'untested' }))).toBeNull();
    expect(summaryText(report([unit('sec/op', -1, [0.1])], { columns: ['a', 'b', 'c'] }))).toBeNull();
    expect(changeText(Infinity)).toBe('from 0');
  });
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
