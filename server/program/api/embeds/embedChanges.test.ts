import { describe, expect, it } from 'vitest';
import type { DiffTopRow, Sureness } from '../../../../core/contract/contract.ts';
import { changesOf } from './embedChanges.ts';

function row(name: string, before: number, after: number, sure: Sureness): DiffTopRow {
  const sides = { before, after, delta: after - before };
  return {
    function: name, file: '', flat: sides, cum: sides, pValue: null, qValue: null, sure, cumPValue: null,
    cumQValue: null, cumSure: sure,
  };
}

describe('changesOf', () => {
  it('gives the largest changes that are not noise, by own value, eight at most', () => {
    const rows = [
      row('a', 90, 10, 'different'), row('b', 50, 0, 'noise'), row('c', 0, 20, 'unknown'), row('d', 5, 5, 'different'),
    ];
    expect(changesOf({ rows })).toEqual([{ name: 'a', before: 90, after: 10 }, { name: 'c', before: 0, after: 20 }]);
    expect(changesOf({ rows: Array.from({ length: 20 }, (_, i) => row(`f${i}`, 100 - i, 0, 'different')) }))
      .toHaveLength(8);
  });
});
