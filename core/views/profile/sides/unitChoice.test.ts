import { describe, expect, it } from 'vitest';
import type { ProfilePer } from '../../../contract/contract.ts';
import { normalizeOf, unitOptions } from './unitChoice.ts';

const figures = (seconds: number | null, samples: number | null): ProfilePer => ({
  sampleType: 'cpu', second: { amount: seconds, reason: seconds === null ? 'No CPU profile.' : '' },
  sample: { amount: samples, reason: samples === null ? 'No counter.' : '' },
});

describe('the units that values can have', () => {
  it('say what they are divided by', () =>
    expect(unitOptions([{ side: '', figures: [figures(30, 6_012_345)] }])).toEqual([
      { per: null, label: 'As recorded', isPossible: true, words: 'values in the unit of the profile' },
      { per: 'second', label: 'Cores', isPossible: true, words: '30 s of profile' },
      { per: 'sample', label: 'Per ingested sample', isPossible: true, words: '6,010,000 samples ingested' },
    ]));

  it('of a diff name the side that cannot be', () => {
    const [, cores, sample] = unitOptions([
      { side: 'before', figures: [figures(10, null)] },
      { side: 'after', figures: [figures(20, 500), figures(40, 700)] },
    ]);
    expect(cores).toMatchObject({
      isPossible: true, words: 'before: 10 s of profile; after: 30 s of profile each, on average',
    });
    expect(sample).toMatchObject({ isPossible: false, words: 'before: No counter.' });
  });

  it('are none while nothing is known', () =>
    expect(unitOptions([{ side: '', figures: [] }]).map(({ isPossible }) => isPossible)).toEqual([true, false, false]));

  it('compare each side by its own', () =>
    expect([normalizeOf(null, 'total'), normalizeOf('second', 'none'), normalizeOf('sample', 'none')])
      .toEqual(['total', 'duration', 'samples-ingested']));
});
