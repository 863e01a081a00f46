import { describe, expect, it } from 'vitest';
import type { DiffSubsystemRow } from '../../contract/contract.ts';
import { diffHeadline } from './diffHeadline.ts';

const row = (id: string, name: string, before: number, after: number): DiffSubsystemRow => (
  { id, name, flat: { before, after, delta: after - before }, share: { before: 0, after: 0 }, functions: [] }
);
const plain = (text: string | null) => text?.replace(/\s/g, ' ') ?? null;
const table = {
  finding: { code: 'diff-total' }, totals: { before: 80e9, after: 40e9 }, unit: 'nanoseconds', sampleType: 'cpu',
};
const areas = {
  ...table, sum: { before: 80e9, after: 50e9, delta: -30e9 },
  rows: [
    row('wal-replay', 'WAL replay', 40e9, 35e9), row('gc', 'Garbage collection', 20e9, 2e9),
    row('query', 'Queries', 1e9, 3e9), row('allocation', 'Memory allocation', 19e9, 10e9), row('web', 'Web', 1e9, 0),
  ],
};

describe('the headline of a diff', () => {
  it('says how much changed, and the three areas where most of it did', () => {
    expect(plain(diffHeadline(table, areas)))
      .toBe('CPU −50 % (80 s to 40 s): GC −18 s, allocation −9 s, WAL replay −5 s.');
  });
  it('begins the same before the areas are known', () => {
    expect(plain(diffHeadline(table, undefined))).toBe('CPU −50 % (80 s to 40 s).');
  });
  it('leaves out areas that hardly changed', () => {
    expect(plain(diffHeadline(table, { ...areas, rows: [row('gc', 'GC', 40e9, 11e9), row('web', 'Web', 2e9, 1e9)] })))
      .toBe('CPU −50 % (80 s to 40 s): GC −29 s.');
  });
  it('is the finding of its own where the total did not change beyond noise', () => {
    expect(diffHeadline({ ...table, finding: { code: 'diff-within-noise' } }, areas)).toBeNull();
    expect(diffHeadline({ ...table, totals: { before: 0, after: 0 } }, areas)).toBeNull();
  });
});
