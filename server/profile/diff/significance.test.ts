import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../core/statistics/random.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { halves, redrawn } from '../../../testdata/profiles/resample.ts';
import type { DiffTopRow, DiffTopTable, Normalize } from '../../../core/contract/contract.ts';
import { diffFlameGraph, diffTop } from './diff.ts';
import { qValues } from '../../../core/statistics/falseDiscovery.ts';
import { pairOf } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';
import { diffSubsystems } from '../views/subsystems.ts';
import { statements } from '../../../core/finding.ts';
import { render } from '../../../core/text/parts.ts';
import { evidenceQuantities } from '../../../testdata/quantities.ts';

function table(before: Profile, after: Profile, sampleType = 'cpu', normalize: Normalize = 'none'): DiffTopTable {
  return unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], sampleType, normalize)), {}));
}

function row(of: DiffTopTable, name: string): DiffTopRow | undefined {
  return of.rows.find((each) => each.function === name);
}

describe('qValues', () => {
  it('are those of Benjamini and Hochberg, in the order given', () => {
    expect(qValues([0.01, null, 0.04, 0.03, 0.005])).toEqual([0.02, null, 0.04, 0.04, 0.02]);
  });
  it('of nothing tested are none', () => { expect(qValues([null, null])).toEqual([null, null]); });
});

describe('rows of CPU profiles', () => {
  it.each<[number, number, Normalize]>(
    [1, 2, 3].flatMap(
      (i) => [2, 3, 4].filter((j) => j > i)
        .flatMap((j) => [[i, j, 'none'], [i, j, 'total']] as [number, number, Normalize][])
    )
  )(
    'of the same load are no difference: quiet-%i against quiet-%i, normalize %s', async (i, j, normalize) => {
      const found = table(
        await loadProfile(`recordings/quiet-${i}.cpu.pb.gz`), await loadProfile(`recordings/quiet-${j}.cpu.pb.gz`),
        'cpu', normalize
      );
      expect(found.howSure).toMatchObject({ method: 'counts', different: 0 });
      expect(found.rows.filter(({ cumSure }) => cumSure === 'different')).toEqual([]);
      expect(found.finding).toMatchObject({ code: 'diff-within-noise', severity: 'ok' });
    },
  );

  it.each<[string, number]>(
    [['light', 8], ['busy', 6]]
  )('of a steady server are called in at most 5 of 100: all pairs of profiles, %s load', async (load, captures) => {
    const profiles = await Promise.all(
      Array.from({ length: captures }, (_, i) => loadProfile(`steady/${load}-${i + 1}.cpu.pb.gz`))
    );
    const rows = profiles.flatMap((before, i) => profiles.slice(i + 1).flatMap((after) => table(before, after).rows));
    const share = (told: (row: DiffTopRow) => [number | null, string]): number => {
      const tested = rows.map(told).filter(([pValue]) => pValue !== null);
      expect(tested.length).toBeGreaterThan(100);
      return tested.filter(([, sure]) => sure === 'different').length / tested.length;
    };
    expect(share(({ pValue, sure }) => [pValue, sure])).toBeLessThanOrEqual(0.05);
    expect(share(({ cumPValue, cumSure }) => [cumPValue, cumSure])).toBeLessThanOrEqual(0.05);
  });

  it('of random halves are no difference', async () => {
    const random = seededRandom(3);
    const whole = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('recordings/compact-1.cpu.pb.gz')];
    const rows = Array.from({ length: 10 }, (_, i) => table(...halves(whole[i % 2] ?? foldedProfile('main 1'), random)))
      .flatMap((each) => each.rows);
    const tested = rows.filter(({ pValue }) => pValue !== null);
    expect(tested.length).toBeGreaterThan(200);
    expect(tested.filter(({ sure }) => sure === 'different').length).toBeLessThanOrEqual(tested.length * 0.05);
  });

  it('of the seed pair: what changed is called, and the sentence leaves the rest out', async () => {
    const found = table(await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz'));
    for (
      const name of [
        'runtime.scanobject', 'sync.(*RWMutex).RLock', 'runtime.mapaccess1_fast64',
        'github.com/prometheus/tsdb.(*memSeries).head',
      ]
    ) {
      expect(row(found, name)?.sure).toBe('different');
    }
    expect(row(found, 'encoding/binary.Varint')?.sure).toBe('noise');
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    // Values of go tool pprof -focus with the same expression: 19.66 s of 75.16 s, 7.47 s of 51.03 s.
    const gc = unwrap(diffSubsystems(pair, {})).rows.find(({ id }) => id === 'gc');
    expect(gc?.flat).toMatchObject({ before: 19_660_000_000, after: 7_470_000_000 });
    expect(found.totals).toEqual({ before: 75_160_000_000, after: 51_030_000_000 });
    const { code, evidence, sentence } = found.finding;
    expect([code, sentence]).toEqual([
      'diff-total', 'CPU −32 % (75.2 to 51 s): GC −12 s, allocation −7 s, WAL replay −4.9 s.',
    ]);
    expect(evidenceQuantities(evidence)).toEqual([
      [-7.98, -7.14, -3.59, -3.12, 0.9047], [19.66, 7.47], [24, 8.99, 1.85], [8, 1.93, 5.19], [94],
      // The seconds of the profiles, and the cores that each used in them.
      [49.76, 29.05, 1.511, 1.756],
    ]);
    // The counts are those of the table, and the largest of both signs are named.
    const { rows, howSure } = found;
    expect([howSure.different, howSure.eitherDifferent]).toEqual([24 + 8, 94]);
    expect(rows.filter((one) => one.sure === 'different' || one.cumSure === 'different')).toHaveLength(94);
    const fallen = rows.find((one) => one.sure === 'different' && one.flat.delta < 0)?.function ?? '';
    const grown = rows.find((one) => one.sure === 'different' && one.flat.delta > 0)?.function ?? '';
    const said = statements(found.finding).join(' ');
    expect([fallen, grown].filter((name) => !said.includes(`most of all ${name} (`))).toEqual([]);
  });

  it('that call nothing have one answer for flat and cum, however many others were tested', async () => {
    const found = table(await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz'));
    const leaves = found.rows.filter(({ flat, cum }) => flat.before === cum.before && flat.after === cum.after);
    expect(leaves.length).toBeGreaterThan(20);
    expect(leaves.filter((leaf) => leaf.sure !== leaf.cumSure || leaf.qValue !== leaf.cumQValue)).toEqual([]);
  });

  it('are named with what they call where none changed by itself', () => {
    const spread = (samples: number): Profile => foldedProfile(
      `main;other 2000\n${Array.from({ length: 60 }, (_, i) => `main;parse;p${i} ${samples}`).join('\n')}`
    );
    const found = table(spread(6), spread(3));
    expect(found.rows.filter(({ sure }) => sure === 'different')).toEqual([]);
    expect(found.finding.sentence).toBe(
      'parse changed by cum beyond noise (−1.8 s); total CPU (23.6 to 21.8 s) is within noise.'
    );
    expect(found.finding.evidence.map((statement) => render(statement)))
      .toContain('The change of parse (from 3.6 s to 1.8 s) is about all of that of the total (−1.8 s).');
    expect(evidenceQuantities(found.finding.evidence)).toEqual([[23.6, 21.8], [3.6, 1.8, -1.8]]);
  });

  it('are none of the program where the runtime interrupts it more often', () => {
    const busy = (samples: number): Profile =>
      foldedProfile(`main;work 900\nmain;work;runtime.asyncPreempt ${samples}`);
    expect(row(table(busy(10), busy(99)), 'runtime.asyncPreempt'))
      .toMatchObject({ pValue: null, sure: 'noise', cumSure: 'noise' });
    const frame = unwrap(
      diffFlameGraph(unwrap(pairOf([{ profile: busy(10) }], [{ profile: busy(99) }], 'cpu', 'none')), {})
    ).root.children[0]?.children[0]?.children[0];
    expect(frame).toMatchObject({ name: 'runtime.asyncPreempt', sure: 'noise' });
  });

  it('are no change where everything got a little slower at once', () => {
    const all = (factor: number): Profile =>
      foldedProfile(Array.from({ length: 12 }, (_, i) => `main;f${i} ${Math.round((400 + i) * factor)}`).join('\n'));
    expect(table(all(1), all(1.12)).finding.code).toBe('diff-within-noise');
    expect(table(all(1), all(1.6)).finding.severity).toBe('warning');
  });

  it('take a change of garbage collection for one only when there must have been more cycles', () => {
    const work = 'main;work 500\n';
    const gc = (samples: number): Profile =>
      foldedProfile(`${work}runtime.gcBgMarkWorker;runtime.gcDrain;runtime.scanobject ${samples}`);
    expect(row(table(gc(0), gc(56)), 'runtime.scanobject')?.sure).toBe('noise');
    expect(row(table(gc(400), gc(1800)), 'runtime.scanobject')?.sure).toBe('different');
    const other = (samples: number): Profile => foldedProfile(`${work}main;parse ${samples}`);
    expect(row(table(other(0), other(56)), 'parse')?.sure).toBe('different');
  });

  it('of too few samples are noise and not tested', () => {
    const found = row(table(foldedProfile('main;work 500'), foldedProfile('main;work 500\nmain;rare 9')), 'rare');
    expect(found).toMatchObject({ pValue: null, qValue: null, sure: 'noise' });
  });

  it('are judged by the rate when after is normalised', () => {
    const after = foldedProfile('main;work 1000\nmain;parse 100');
    const normalized = table(foldedProfile('main;work 500\nmain;parse 300'), after, 'cpu', 'function:work');
    expect(row(normalized, 'work')).toMatchObject({ sure: 'noise', flat: { delta: 0 } });
    expect(row(normalized, 'parse')?.sure).toBe('different');
  });

  it('a planted change is found whichever way it goes', () => {
    const random = seededRandom(7);
    const quiet = foldedProfile(
      `main;a 900\nmain;b 600\nmain;planted 300\n${Array.from({ length: 40 }, (_, i) => `main;f${i} 40`).join('\n')}`
    );
    const isFound = [1.5, 0.5].map((factor) => Array.from({ length: 20 }, () => {
      const found = table(
        redrawn(quiet, random), redrawn(quiet, random, (count, sample) => (sample === 2 ? count * factor : count))
      );
      return row(found, 'planted')?.sure === 'different';
    }).filter(Boolean).length);
    expect(Math.min(...isFound)).toBeGreaterThanOrEqual(18);
  });
});

describe('rows of heap profiles', () => {
  it('are judged by the objects that were sampled, not by their bytes', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.heap.pb.gz'), await loadProfile('seed-wal/after.heap.pb.gz')];
    const allocated = table(before, after, 'alloc_space');
    expect(allocated.howSure.method).toBe('sampled-bytes');
    expect(row(allocated, 'github.com/prometheus/tsdb.(*RecordDecoder).Samples')?.sure).toBe('different');
    expect(table(before, after, 'inuse_space').finding.code).toBe('diff-within-noise');
  });

  it('one small sampled object stands for a whole sampling interval: 3 against 1 '
    + 'MiB of them is noise, of large ones it is not', () => {
    const types = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
    const heap = (objects: number, size: number): Profile => foldedProfile('main;keep 1', {
      sampleTypes: types, period: 524_288n, periodType: { type: 'space', unit: 'bytes' },
        values: Float64Array.from([objects, objects * size]),
    });
    const mib = 1_048_576;
    expect(row(table(heap((30 * mib) / 64, 64), heap((10 * mib) / 64, 64), 'alloc_space'), 'keep'))
      .toMatchObject({ sure: 'different' });
    expect(row(table(heap((3 * mib) / 64, 64), heap(mib / 64, 64), 'alloc_space'), 'keep'))
      .toMatchObject({ sure: 'noise' });
    // 64 KiB objects that were all recorded would be 48 against 16.
    const exact = (objects: number): Profile => ({ ...heap(objects, 65_536), period: 1n });
    expect(row(table(exact(48), exact(16), 'alloc_space'), 'keep')).toMatchObject({ sure: 'different' });
  });

  it.each(
    [[1, 4], [4, 1]]
  )('in use at two moments of the same load are no difference: quiet-%i against '
    + 'quiet-%i, though they differ by more than sampling', async (i, j) => {
    const found = table(
      await loadProfile(`recordings/quiet-${i}.heap.pb.gz`), await loadProfile(`recordings/quiet-${j}.heap.pb.gz`),
      'inuse_space'
    );
    expect(found.rows.filter(({ sure, cumSure }) => sure === 'different' || cumSure === 'different')).toEqual([]);
    expect(row(found, 'github.com/prometheus/prometheus/model/labels.(*ScratchBuilder).Labels')?.sure).toBe('unknown');
    expect(found.finding).toMatchObject({ code: 'diff-momentary', severity: 'info', confidence: 'too-early' });
  });

  it('in use are told apart by several snapshots on each side', () => {
    const types = [{ type: 'inuse_objects', unit: 'count' }, { type: 'inuse_space', unit: 'bytes' }];
    const mib = 1_048_576;
    const group = (kept: number): { profile: Profile }[] => [0, 3, 1, 2].map((up) => ({
      profile: foldedProfile('main;keep 1\nmain;cache 1', {
        sampleTypes: types, period: 524_288n, periodType: { type: 'space', unit: 'bytes' },
          values: Float64Array.from([kept, (kept + up) * mib, 100, (100 + up) * mib]),
      }),
    }));
    const found = unwrap(diffTop(unwrap(pairOf(group(30), group(60), 'inuse_space', 'none')), {}));
    expect(row(found, 'keep')?.sure).toBe('different');
    expect(row(found, 'cache')?.sure).toBe('noise');
  });
});

describe('frames of a diff flame graph', () => {
  it('say whether their change is noise', () => {
    const pair = unwrap(
      pairOf(
        [{ profile: foldedProfile('main;work 500\nmain;parse 100') }],
        [{ profile: foldedProfile('main;work 510\nmain;parse 300') }], 'cpu', 'none'
      )
    );
    const { root } = unwrap(diffFlameGraph(pair, {}));
    expect(root.children[0]?.children.map(({ name, sure }) => [name, sure]))
      .toEqual([['parse', 'different'], ['work', 'noise']]);
  });
  it('say nothing where it cannot be told', () => {
    const changes = { sampleTypes: [{ type: 'goroutine', unit: 'count' }, { type: 'other', unit: 'count' }] };
    const pair = unwrap(
      pairOf(
        [{ profile: foldedProfile('main 5', changes) }], [{ profile: foldedProfile('main 90', changes) }], 'goroutine',
        'none'
      )
    );
    expect(unwrap(diffFlameGraph(pair, {})).root.sure).toBeUndefined();
  });
});
