import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { DiffTopRow, DiffTopTable, Normalize } from '../../../core/contract/contract.ts';
import { diffFlameGraph, diffTop } from './diff.ts';
import { pairOf } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';

function table(before: Profile, after: Profile, sampleType = 'cpu', normalize: Normalize = 'none'): DiffTopTable {
  return unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], sampleType, normalize)), {}));
}

function row(of: DiffTopTable, name: string): DiffTopRow | undefined {
  return of.rows.find((each) => each.function === name);
}

describe('sides sampled at different rates', () => {
  it('are no difference where the CPU time is the same', () => {
    const at100 = foldedProfile('main;work 400\nmain;parse 200');
    const at400 = foldedProfile('main;work 1600\nmain;parse 800');
    const half = { ...at400, values: at400.values.map((value, cell) => (cell % 2 === 0 ? value : value / 4)) };
    const found = table(at100, half);
    expect(found.totals.before).toBe(found.totals.after);
    expect(found.rows.filter(({ sure, cumSure }) => sure === 'different' || cumSure === 'different')).toEqual([]);
    expect(found.finding.code).toBe('diff-none');
    const slower = { ...half, values: half.values.map((value, cell) => (cell === 1 ? value * 2 : value)) };
    expect(table(at100, slower).finding.code).toBe('diff-total');
  });

  it('weigh each side of a heap by its own rate', () => {
    const KIB = 1024;
    // The same 40 MiB in objects of 1 KiB: as 80 samples each 512 KiB before, as 10,240 samples each 4 KiB after.
    const heap = (mib: number, period: bigint): Profile => foldedProfile('main;keep 1', {
      sampleTypes: [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }],
      values: Float64Array.of(mib * KIB, mib * KIB * KIB), period, periodType: { type: 'space', unit: 'bytes' },
    });
    const [coarse, fine] = [524_288n, 4_096n];
    const pOf = (before: Profile, after: Profile): number | null =>
      row(table(before, after, 'alloc_space'), 'keep')?.pValue ?? null;
    expect(pOf(heap(40, coarse), heap(40, fine))).toBe(1);
    // 20 % more: beyond the sampling error of two fine profiles, within that of a coarse one.
    expect(pOf(heap(40, fine), heap(48, fine))).toBeLessThan(1e-6);
    expect(pOf(heap(40, coarse), heap(48, fine))).toBeGreaterThan(0.05);
    expect(pOf(heap(40, coarse), heap(120, fine))).toBeLessThan(1e-6);
    const { howSure } = table(heap(40, coarse), heap(40, fine), 'alloc_space');
    expect(howSure.sentence).toContain('each 524288 bytes allocated on average before, each 4096 after');
  });
});

describe('rows of groups of profiles', () => {
  /** Work goes up and down by a third from profile to profile, far more than its samples would. */
  const group = (size: number, parse: number): { profile: Profile }[] => Array.from({ length: size }, (_, i) => ({
    profile: foldedProfile(`main;work ${600 + 100 * (i % 5)}\nmain;parse ${parse + 7 * i}`),
  }));
  const diffOf = (size: number, normalize: Normalize = 'none'): DiffTopTable =>
    unwrap(diffTop(unwrap(pairOf(group(size, 300), group(size, 500), 'cpu', normalize)), {}));

  it('are judged by how far profiles of one side differ', () => {
    const found = diffOf(6);
    expect(found.howSure.method).toBe('rank');
    expect(row(found, 'parse')?.sure).toBe('different');
    expect(row(found, 'parse')?.pValue).toBeLessThan(2 / 924);
    expect(row(found, 'work')).toMatchObject({ sure: 'noise', pValue: 1 });
    expect(row(diffOf(6, 'function:work'), 'parse')?.sure).toBe('different');
  });

  it('are called among many rows by 4 against 4, which ranks alone could '
    + 'not; one profile that stands out is none', () => {
    const many = (at: number): string =>
      Array.from({ length: 30 }, (_, i) => `main;f${i} ${100 + ((i * 7 + at * 13) % 11)}`).join('\n');
    const side = (parse: number, odd: number): { profile: Profile }[] => Array.from({ length: 4 }, (_, i) => ({
      profile: foldedProfile(`main;parse ${parse + i}\nmain;odd ${i === 2 ? odd : 100 + i}\n${many(i)}`),
    }));
    const found = unwrap(diffTop(unwrap(pairOf(side(300, 100), side(500, 4000), 'cpu', 'none')), {}));
    expect(found.rows.filter(({ sure }) => sure === 'different').map((each) => each.function)).toEqual(['parse']);
  });

  it.each([[1, 7], [2, 6], [3, 5], [5, 3], [6, 2], [7, 1]])(
    'of one unchanged server are no difference at %d against %d', async (size) => {
      const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((i) => loadProfile(`steady/light-${i}.cpu.pb.gz`)));
      const [before, after] = [all.slice(0, size), all.slice(size)].map((side) => side.map((profile) => ({ profile })));
      const found = unwrap(diffTop(unwrap(pairOf(before ?? [], after ?? [], 'cpu', 'none')), {}));
      expect(found.totals.after / found.totals.before).toBeCloseTo(1, 0);
      expect(found.finding.code).not.toBe('diff-total');
    }
  );

  it('of fewer than four profiles a side are judged by their samples as well', () => {
    expect(diffOf(3).howSure.method).toBe('counts');
  });

  it('of different sizes have in a flame graph the mean of each side, with and without what a frame calls', () => {
    const { root } = unwrap(diffFlameGraph(unwrap(pairOf(group(2, 300), group(4, 500), 'samples', 'none')), {}));
    const side = (size: number, parse: number): number =>
      group(size, parse).reduce((sum, _, i) => sum + parse + 7 * i, 0) / size;
    const parsing = root.children[0]?.children.find(({ name }) => name === 'parse');
    expect(parsing).toMatchObject({
      before: side(2, 300), selfBefore: side(2, 300), after: side(4, 500), selfAfter: side(4, 500),
    });
  });

  it('mark the frames of a flame graph by their function', () => {
    const { root } = unwrap(diffFlameGraph(unwrap(pairOf(group(6, 300), group(6, 500), 'cpu', 'none')), {}));
    expect(root.children[0]?.children.map(({ name, sure }) => [name, sure]))
      .toEqual([['parse', 'different'], ['work', 'noise']]);
  });
});
