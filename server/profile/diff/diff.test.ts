import { describe, expect, it } from 'vitest';
import { drawTree, foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { DiffFlameNode, Normalize } from '../../../core/contract/contract.ts';
import { decode } from '../decode/decode.ts';
import { encodeDifference } from '../query/difference.ts';
import { top } from '../query/top.ts';
import { diffCallers } from '../views/callers.ts';
import { render } from '../../../core/text/parts.ts';
import { diffFlameGraph, diffTop } from './diff.ts';
import { pairOf, type Pair, type SideProfile } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { quantities } from '../../../testdata/quantities.ts';

const BEFORE = 'main;read 6\nmain;parse 4';
const AFTER = 'main;read 6\nmain;index 5';
const SECOND = 1_000_000_000n;

function pair(before: Profile, after: Profile, normalize: Normalize = 'none', sampleType = 'samples'): Pair {
  return unwrap(pairOf([{ profile: before }], [{ profile: after }], sampleType, normalize));
}

describe('diffTop', () => {
  it('gives both sides and the delta, largest change first', () => {
    const table = unwrap(diffTop(pair(foldedProfile(BEFORE), foldedProfile(AFTER)), {}));
    expect(table.totals).toEqual({ before: 10, after: 11 });
    expect(table.rows.map((row) => [row.function, row.flat, row.cum.delta])).toEqual([
      ['index', { before: 0, after: 5, delta: 5 }, 5],
      ['parse', { before: 4, after: 0, delta: -4 }, -4],
      ['main', { before: 0, after: 0, delta: 0 }, 1],
      ['read', { before: 6, after: 6, delta: 0 }, 0],
    ]);
    expect(table.finding).toMatchObject({ code: 'diff-within-noise', severity: 'ok', time: null });
    expect(quantities(table.finding.claim)).toEqual([10, 11]);
  });

  it('says when nothing changed and when there is nothing', () => {
    const same = unwrap(diffTop(pair(foldedProfile(BEFORE), foldedProfile(BEFORE)), {}));
    expect(same.finding).toMatchObject({ code: 'diff-none', severity: 'ok' });
    expect(quantities(same.finding.claim)).toEqual([10]);
    const empty = unwrap(diffTop(pair(foldedProfile('main 0'), foldedProfile('main 0')), {}));
    expect(empty).toMatchObject({ rows: [], finding: { severity: 'unknown' } });
  });

  it.each<[string, Normalize, number]>([
    ['total: the sums are made equal', 'total', 10],
    ['duration: 10 s against 20 s', 'duration', 10],
    ['function: its cum is made equal', 'function:read', 10],
    ['samples ingested: 1000 against 2000', 'samples-ingested', 10],
  ])('normalises by %s', (_what, normalize, mainAfter) => {
    const before: SideProfile = {
      profile: foldedProfile(BEFORE, { durationNanos: 10n * SECOND }), samplesIngested: { start: 0, end: 1000 },
    };
    const after: SideProfile = {
      profile: foldedProfile('main;read 12\nmain;parse 8', { durationNanos: 20n * SECOND }),
      samplesIngested: { start: 500, end: 2500 },
    };
    const table = unwrap(diffTop(unwrap(pairOf([before], [after], 'samples', normalize)), {}));
    expect(table.rows.find((row) => row.function === 'main')?.cum).toEqual({ before: 10, after: mainAfter, delta: 0 });
  });

  it.each<[string, Normalize, string]>([
    ['a duration', 'duration', 'needs a duration'],
    ['a count of samples', 'samples-ingested', 'captured here'],
    ['the function', 'function:nowhere', 'has no value on'],
  ])('refuses to normalise by %s that is not there', (_what, normalize, words) => {
    const profile = foldedProfile(BEFORE);
    expect(pairOf([{ profile }], [{ profile }], 'samples', normalize)).toMatchObject({
      ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(words) as string },
    });
  });

  it.each<[Normalize, number, number]>([
    // Equal numbers of the same profile on both sides are no difference, whatever the number.
    ['none', 10, 11], ['sum', 20, 33], ['total', 10, 10], ['duration', 10, 11], ['function:read', 10, 11],
  ])('of groups of 2 and 3 with normalize=%s has totals %d and %d, in the table and in the frames', (...asked) => {
    const [normalize, before, after] = asked;
    const group = (stacks: string, size: number): { profile: Profile }[] =>
      Array.from({ length: size }, () => ({ profile: foldedProfile(stacks, { durationNanos: 7n }) }));
    const of = unwrap(pairOf(group(BEFORE, 2), group(AFTER, 3), 'samples', normalize));
    const table = unwrap(diffTop(of, {}));
    const graph = unwrap(diffFlameGraph(of, {}));
    expect([table.totals, graph.totals]).toEqual([{ before, after }, { before, after }]);
    expect(graph.root).toMatchObject({ before, after, delta: after - before });
    const main = table.rows.find((each) => each.function === 'main');
    expect(main?.cum).toEqual({ before, after, delta: after - before });
    expect(table.groups).toEqual({ before: 2, after: 3, countAs: normalize === 'sum' ? 'sum' : 'mean' });
    expect(render(table.finding.evidence.flat())).toContain(
      `the ${normalize === 'sum' ? 'sum' : 'mean'} of its side's profiles (2 before, 3 after)`
    );
    expect(unwrap(diffCallers(of, 'main', {})).cum).toEqual({ before, after, delta: after - before });
  });

  it('keeps a count that one profile of three has, in the table, the frames and the download', async () => {
    const group = [3, 0, 0].map((count) => ({ profile: foldedProfile(`main;rare ${count}\nmain 6`) }));
    const of = unwrap(pairOf(group, [...group, ...group.slice(1)], 'samples', 'none'));
    const rare = unwrap(diffTop(of, {})).rows.find((each) => each.function === 'rare');
    expect(rare?.flat).toEqual({ before: 1, after: 0.6, delta: -0.4 });
    expect(unwrap(diffFlameGraph(of, {})).root.children[0]?.children[0]).toMatchObject({ before: 1, after: 0.6 });
    const written = unwrap(await decode(unwrap(encodeDifference(of, {})))).profile;
    // Whole numbers: -0.4 of a count is none, of 10 ms it is -4 ms.
    expect(unwrap(top(written, { sampleType: 'cpu' })).rows.find((each) => each.function === 'rare')?.flat).toBe(-4e6);
  });

  it('compares units of one family in the finer one', () => {
    const seconds = foldedProfile(
      BEFORE, { sampleTypes: [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'milliseconds' }] }
    );
    const table = unwrap(diffTop(pair(seconds, foldedProfile(BEFORE), 'none', 'cpu'), {}));
    expect(table).toMatchObject({ unit: 'nanoseconds', totals: { before: 100e6 * 1e6, after: 100e6 } });
  });

  it('refuses profiles that have nothing in common, and a type that one lacks', () => {
    const heap = foldedProfile(
      BEFORE, { sampleTypes: [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }] }
    );
    expect(pairOf([{ profile: heap }], [{ profile: foldedProfile(AFTER) }], undefined, 'none')).toMatchObject({
      ok: false,
        error: { errorType: 'bad_data', message: expect.stringContaining('no sample type in common') as string },
    });
    const profile = foldedProfile(AFTER);
    expect(pairOf([{ profile }], [{ profile }], 'wall', 'none'))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
    expect(pairOf([], [{ profile }], undefined, 'none')).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });

  it('keeps p-values within 0 and 1 and gives none for kinds that do not tell', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz')];
    const { rows } = unwrap(diffTop(pair(before, after, 'none', 'cpu'), {}));
    expect(rows.every(({ pValue }) => pValue === null || (pValue >= 0 && pValue <= 1))).toBe(true);
    const goroutines = pair(
      await loadProfile('goprofiles/before/goroutine.pb.gz'), await loadProfile('goprofiles/after/goroutine.pb.gz'),
      'none', 'goroutine'
    );
    const table = unwrap(diffTop(goroutines, {}));
    expect(table.rows.every((row) => row.pValue === null && row.sure === (row.flat.delta === 0 ? 'noise' : 'unknown')))
      .toBe(true);
    expect(table.howSure.method).toBe('none');
  });
});

describe('diffFlameGraph', () => {
  it('reports its steps in their order', () => {
    const steps: string[] = [];
    diffFlameGraph(pair(foldedProfile(BEFORE), foldedProfile(AFTER)), {}, (step) => { steps.push(step); });
    expect(steps).toEqual(['layout', 'significance']);
  });

  const say = (node: DiffFlameNode): string => `${node.before}>${node.after} ${node.value} ${node.kind}`;

  it('keeps names of both sides; what is gone keeps its width', () => {
    const graph = unwrap(diffFlameGraph(pair(foldedProfile(BEFORE), foldedProfile(AFTER)), {}));
    expect(drawTree(graph.root, say)).toEqual([
      'root 10>11 15 grown',
      '  main 10>11 15 grown',
      '    index 0>5 5 new',
      '    parse 4>0 4 gone',
      '    read 6>6 6 same',
    ]);
    expect(graph).toMatchObject({ nodes: 5, culledNodes: 0, totals: { before: 10, after: 11 } });
  });

  it('never has children wider than their parent, whatever is normalised or culled', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz')];
    const graph = unwrap(diffFlameGraph(pair(before, after, 'total', 'cpu'), { minRatio: 0.001 }));
    let nodes = 0;
    const check = (node: DiffFlameNode): void => {
      nodes++;
      expect(node.children.reduce((sum, child) => sum + child.value, 0)).toBeLessThanOrEqual(node.value);
      expect(node.value).toBeGreaterThanOrEqual(Math.max(node.before, node.after));
      node.children.forEach(check);
    };
    check(graph.root);
    expect(graph.nodes).toBe(nodes);
    expect(graph.culledNodes).toBeGreaterThan(0);
    // The known rounding of -normalize: 53 ns short of the before side.
    expect(graph.root).toMatchObject({ before: 75_160_000_000, after: 75_159_999_947, delta: -53 });
  });
});
