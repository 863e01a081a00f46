import { describe, expect, it } from 'vitest';
import type { BenchmarkUnit } from '../../contract/contract.ts';
import { comparedUnit as unit } from '../../../testdata/handMadeBenchmarks.ts';
import { benchClaim, ratioText } from './benchClaim.ts';

const two = (units: BenchmarkUnit[]) => ({ units, columns: ['old', 'new'] });

describe('two outputs in one sentence', () => {
  it('counts slower, faster and same, worse first, and gives the means of other units', () => {
    expect(benchClaim(two([
      unit('sec/op', -1, [0.16, null, -0.29, 0.18, null, null]), unit('B/op', -1, [-0.2, -0.24], -0.22),
      unit('allocs/op', -1, [-0.06], null), unit('B/s', 1, [null, null], 0.001),
    ]))).toBe('Time: 2 slower (+16 %, +18 %), 1 faster (−29 %), no difference shown in 3. Memory −22 %, '
      + 'allocations −6 %.');
  });

  it('gives the change of another unit itself if it is the only one of several', () => {
    expect(benchClaim(two([unit('sec/op', -1, [0.16, null]), unit('B/op', -1, [null, -0.3, null, null], -0.085),
      unit('allocs/op', -1, [null, -0.002, null, null], -0.0005)])))
      .toBe('Time: 1 slower (+16 %), no difference shown in 1. Memory −30 % in 1 of 4.');
  });

  it('gives a range for many, and says when all is the same', () => {
    expect(benchClaim(two([unit('sec/op', -1, [0.1, 0.2, 0.3, 0.4])]))).toBe('Time: 4 slower (+10 % to +40 %).');
    expect(benchClaim(two([unit('sec/op', -1, [null, null])]))).toBe('Time: no difference shown in 2.');
    expect(benchClaim(two([unit('B/s', 1, [-0.5, 0.5])]))).toBe('Throughput: 1 less (−50 %), 1 more (+50 %).');
  });

  it('is not given where more than two are compared, or nothing is', () => {
    expect(benchClaim({ units: [unit('sec/op', -1, [0.1])], columns: ['a', 'b', 'c'] })).toBeNull();
    expect(benchClaim(two([]))).toBeNull();
    expect(ratioText(Infinity)).toBe('from 0');
  });
});
