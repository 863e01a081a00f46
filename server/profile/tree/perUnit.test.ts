import { describe, expect, it } from 'vitest';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffFlameGraph, diffTop } from '../diff/diff.ts';
import { pairOf } from '../query/pair.ts';
import { top } from '../query/top.ts';
import { perUnit, perUnitOf } from './perUnit.ts';

describe('values per second and per ingested sample', () => {
  it.each([
    ['nanoseconds', 'second', 10, { factor: 1e-10, unit: 'cores' }],
    ['seconds', 'second', 10, { factor: 0.1, unit: 'cores' }],
    ['count', 'second', 10, { factor: 0.1, unit: 'count/s' }],
    ['microseconds', 'sample', 1000, { factor: 1, unit: 'nanoseconds/sample' }],
    ['bytes', 'sample', 1000, { factor: 0.001, unit: 'bytes/sample' }],
  ] as const)('%s per %s', (unit, per, amount, expected) => expect(perUnitOf(unit, { per, amount })).toEqual(expected));

  it('divides values and nothing else', () => {
    const table = {
      unit: 'bytes', sampleType: 'alloc_space', total: 600, rowsLeftOut: 3,
      rows: [{
        function: 'f', line: 7, flat: 60, cum: 600, share: { before: 0.1, after: 1 }, samples: { before: 2, after: 3 },
      }],
    };
    expect(perUnit(table, { per: 'sample', amount: 6 })).toEqual({
      ...table, unit: 'bytes/sample', total: 100, rows: [{ ...table.rows[0], flat: 10, cum: 100 }],
    });
    expect(perUnit(table, undefined)).toBe(table);
  });

  it('of a profile is every value of its table, divided', async () => {
    const profile = await loadProfile('recordings/quiet-1.cpu.pb.gz');
    const plain = unwrap(top(profile, {}));
    const cores = perUnit(plain, { per: 'second', amount: 30 });
    expect(cores.unit).toBe('cores');
    expect(cores.total).toBeCloseTo(plain.total / 30e9, 9);
    plain.rows.forEach(({ flat, cum }, i) => {
      expect(cores.rows[i]?.flat).toBeCloseTo(flat / 30e9, 9);
      expect(cores.rows[i]?.cum).toBeCloseTo(cum / 30e9, 9);
    });
  });

  it('of a diff divides each side by its own, also in the finding', async () => {
    const side = async (file: string, end: number) => (
      { profile: await loadProfile(file), samplesIngested: { start: 0, end } });
    const before = await side('steady/light-1.cpu.pb.gz', 3_000_000);
    const after = await side('steady/busy-1.cpu.pb.gz', 6_000_000);
    const pair = unwrap(pairOf([before], [after], 'cpu', 'samples-ingested'));
    const table = unwrap(diffTop(pair, { scale: { per: 'sample', amount: 3_000_000 } }));
    const own = [unwrap(top(before.profile, {})), unwrap(top(after.profile, {}))];
    expect(table.unit).toBe('nanoseconds/sample');
    expect(table.totals.before).toBeCloseTo((own[0]?.total ?? 0) / 3e6, 4);
    expect(table.totals.after).toBeCloseTo((own[1]?.total ?? 0) / 6e6, 4);
    const flat = new Map(own[1]?.rows.map((row) => [row.function, row.flat / 6e6]));
    for (const row of table.rows) expect(row.flat.after).toBeCloseTo(flat.get(row.function) ?? 0, 4);
    expect(table.finding.sentence).toContain('/sample');
    const graph = perUnit(unwrap(diffFlameGraph(pair, {})), { per: 'sample', amount: 3_000_000 });
    expect(graph.root.after).toBeCloseTo(table.totals.after, 4);
  });
});
