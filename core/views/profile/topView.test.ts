import { describe, expect, it } from 'vitest';
import type { TopTable } from '../../contract/contract.ts';
import type { Frame } from '../flame/flameGraphData.ts';
import { singleSpoken, topRows } from './topView.ts';

const top: TopTable = {
  unit: 'nanoseconds', sampleType: 'cpu', total: 75_160_000_000, rowsLeftOut: 0,
  rows: [
    { function: 'runtime.scanobject', file: 'mgcmark.go', flat: 8_990_000_000, cum: 17_890_000_000 },
    {
      function: 'github.com/prometheus/tsdb.(*memSeries).append', file: 'head.go', flat: 6_320_000_000,
      cum: 39_250_000_000,
    },
  ],
};

describe('topRows', () => {
  it('shares are of the total', () => expect(topRows(top)[1]?.cumRatio).toBeCloseTo(0.5222, 4));
  it(
    'a total of 0 has no shares',
    () => expect(topRows({ ...top, total: 0 })[0]).toMatchObject({ flatRatio: null, cumRatio: null })
  );
});

describe('singleSpoken', () => {
  it('names the function and both figures', () => {
    const frame: Frame = {
      key: 1, parentKey: 0, childKeys: [], depth: 1, name: 'a/b.F', width: 1,
      weight: { mode: 'single', cum: 2e9, flat: 1e9 },
    };
    expect(singleSpoken(frame, 4e9, 'nanoseconds')).toBe('b.F 50 %, cum 2 s (50 %), flat 1 s (25 %)');
  });
});
