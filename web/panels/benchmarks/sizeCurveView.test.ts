import { describe, expect, it } from 'vitest';
import type { BenchmarkCurve } from '../../../core/contract/contract.ts';
import { curveView, measureText } from './sizeCurveView.ts';

const cell = (center: number) => ({ center, low: null, high: null });
function curveOf(unit: string, points: [number, ...number[]][]): BenchmarkCurve {
  return {
    unit, name: 'A/*', sizeName: 'rows', sizeUnit: '',
    points: points.map(
      ([size, ...centers]) => ({ size, label: String(size), row: `A/${size}`, cells: centers.map(cell) })
    ),
  };
}

describe('measureText', () => {
  it.each([
    [7.463e-7, 'sec/op', '746 ns'], [0.01, 'sec/op', '10 ms'], [0, 'sec/op', '0 s'], [90, 'sec/op', '90 s'],
    [4584, 'B/op', '4.48 KiB'], [12, 'B/op', '12 B'],
    [0, 'B/op', '0 B'], [1500, 'allocs/op', '1.5 k'], [8, 'allocs/op', '8'], [2.5e9, 'B/s', '2.33 GiB'],
    [0.25, 'ratio', '0.25'],
  ])('%s %s is %s', (value, unit, text) => {
    expect(measureText(value, unit)).toBe(text);
  });
});

describe('curveView', () => {
  it('is logarithmic if sizes and values span a decade, with ticks at decades', () => {
    const view = curveView(
      curveOf('sec/op', [[5, 7e-7, 6e-7], [100, 5e-5, 4e-5], [2000, 6.5e-3, 7e-3]]), ['old', 'new'], []
    );
    expect(view?.x.isLog).toBe(true);
    expect(view?.x.at(100)).toBeCloseTo(0.5, 2);
    expect(view?.y.ticks.map(({ text }) => text)).toEqual(['100 ns', '1 µs', '10 µs', '100 µs', '1 ms', '10 ms']);
    expect(view?.sizeTitle).toBe('rows');
  });

  it('is linear from zero with round ticks otherwise', () => {
    const view = curveView(curveOf('sec/op', [[1, 0.0012], [2, 0.0021], [3, 0.0033]]), ['old'], []);
    expect(view?.x.isLog).toBe(false);
    expect(view?.y)
      .toMatchObject({ isLog: false, ticks: [0, 1, 2, 3, 4].map((ms) => ({ text: ms === 0 ? '0 s' : `${ms} ms` })) });
    expect(view?.y.at(0)).toBe(0);
  });

  it('has round ticks in KiB, and decades in kB', () => {
    expect(curveView(curveOf('B/op', [[1, 4096], [2, 8192], [3, 9000]]), ['old'], [])?.y.ticks.map(({ text }) => text))
      .toEqual(['0 B', '5 KiB', '10 KiB']);
    expect(curveView(curveOf('B/op', [[1, 500], [2, 9000], [3, 90_000]]), ['old'], [])?.y.ticks.map(({ text }) => text))
      .toEqual(['100 B', '1 kB', '10 kB', '100 kB']);
  });

  it('uses a linear axis for a value of 0', () => {
    const view = curveView(curveOf('allocs/op', [[1, 0, 0], [2, 5, 0], [3, 50, 0]]), ['old', 'new'], []);
    expect(view?.y.isLog).toBe(false);
    expect(view?.lines.map(({ points }) => points.length)).toEqual([3, 3]);
  });

  it('draws at most five outputs, and no changes for more than two', () => {
    const view = curveView(
      curveOf('sec/op', [[1, 1, 2, 3, 4, 5, 6, 7], [2, 1, 2, 3, 4, 5, 6, 7], [3, 1, 2, 3, 4, 5, 6, 7]]),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'], []
    );
    expect(view).toMatchObject({ linesOmitted: 2, changes: [] });
    expect(view?.lines).toHaveLength(5);
  });

  it('is null for a single size', () => {
    expect(curveView(curveOf('sec/op', [[1, 1]]), ['a'], [])).toBeNull();
  });
});
