import { describe, expect, it } from 'vitest';
import { render } from '../../text/parts.ts';
import { diffClaim, type Area } from './diffClaim.ts';

const area = (id: string, name: string, before: number, after: number): Area => (
  { id, name, flat: { before, after, delta: after - before } }
);
const table = { totals: { before: 80e9, after: 40e9 }, unit: 'nanoseconds', sampleType: 'cpu' };
const areas = [
  area('wal-replay', 'WAL replay', 40e9, 35e9), area('gc', 'Garbage collection', 20e9, 2e9),
  area('query', 'Queries', 1e9, 3e9), area('allocation', 'Memory allocation', 19.04e9, 10e9),
  area('web', 'Web', 1e9, 0),
];

describe('the claim of a diff', () => {
  it.each([
    ['how much changed, and the three areas where most of it did', table, areas,
      'CPU −50 % (80 to 40 s): GC −18 s, allocation −9 s, WAL replay −5 s.'],
    ['only areas that changed by a twentieth of it', table,
      [area('gc', 'GC', 40e9, 11e9), area('web', 'Web', 2e9, 1e9)], 'CPU −50 % (80 to 40 s): GC −29 s.'],
    ['a rise that is smaller than three falls', table,
      [...areas.filter(({ id }) => id !== 'query'), area('query', 'Queries', 1e9, 5.5e9)],
      'CPU −50 % (80 to 40 s): GC −18 s, allocation −9 s, WAL replay −5 s; Queries +4.5 s.'],
    ['hours and minutes on both sides', { ...table, totals: { before: 9300e9, after: 12_900e9 } }, [],
      'CPU +39 % (2h 35m to 3h 35m).'],
    ['no areas', table, [], 'CPU −50 % (80 to 40 s).'],
    ['a rise', { ...table, totals: { before: 10e9, after: 15e9 } }, [area('package:main', 'main', 1e9, 6e9)],
      'CPU +50 % (10 to 15 s): main +5 s.'],
    ['two units', { ...table, totals: { before: 100 * 2 ** 20, after: 2 ** 31 }, unit: 'bytes', sampleType: 'inuse' },
      [], 'inuse ×20.5 (100 MiB to 2 GiB).'],
    ['counts', { totals: { before: 1_000, after: 1_500 }, unit: 'count', sampleType: 'contentions' }, [],
      'contentions +50 % (1,000 to 1,500).'],
    ['samples that need not be of the CPU', { totals: { before: 1_000, after: 1_500 }, unit: 'count',
      sampleType: 'samples' }, [], 'Number of samples +50 % (1,000 to 1,500).'],
    ['what is new', { ...table, totals: { before: 0, after: 5e9 } }, [], 'CPU new (0 to 5 s).'],
  ])('says %s', (_what, of, where, said) => expect(render(diffClaim(of, where))).toBe(said));
});
