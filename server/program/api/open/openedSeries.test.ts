import { expect, it } from 'vitest';
import type { OpenedFile, ProfileInfo, ProfileSaid } from '../../../../core/contract/contract.ts';
import { finding, statements } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { seriesNote, withSeries } from '../../../../core/views/profile/said/seriesClaims.ts';
import type { DiffQuery } from '../../../data/store/files/profileCatalog.ts';
import type { OpenDeps } from './openFile.ts';
import { withProfileSeries } from './openedSeries.ts';

const MIB = 2 ** 20;
const START = 1_700_000_000;

interface Given { name: string; kind?: 'heap' | 'goroutine'; hours?: number | null; size: number; program?: string }

const idOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0');
const TYPES = {
  heap: [{ type: 'alloc_space', unit: 'bytes' }, { type: 'inuse_space', unit: 'bytes' }],
  goroutine: [{ type: 'goroutine', unit: 'count' }],
};

function opened({ name, kind = 'heap', hours = 0 }: Given): OpenedFile {
  const info: ProfileInfo = {
    id: idOf(name), name, kind, time: hours === null ? null : START + hours * 3600, durationSeconds: null,
    sampleTypes: TYPES[kind], defaultSampleType: kind === 'heap' ? 'inuse_space' : 'goroutine', samples: 1,
    sizeBytes: 1, addedTime: 0, source: { how: 'upload' }, comments: [],
  };
  return {
    name, sizeBytes: 1, outcome: 'opened', sentence: `A pprof profile: ${kind}.`, address: `/profiles?profile=${name}`,
    profiles: [info], target: null, log: null, output: null,
    what: {
      format: 'pprof', name: 'a pprof profile', program: null, version: null, confidence: 'certain', envelope: null,
    },
  };
}

/** What was stored with each profile, by its id. */
const kept = new Map<string, Partial<ProfileSaid>>();

function depsOf(given: readonly Given[]): Pick<OpenDeps, 'profiles'> {
  kept.clear();
  const byId = new Map(given.map((one) => [idOf(one.name), one]));
  const profiles = {
    keepSaid: async (id: string, said: Partial<ProfileSaid>) => {
      kept.set(id, said);
      return Promise.resolve();
    },
    comparability: async () => Promise.resolve(ok({ differences: [] })),
    diffTop: async (_query: DiffQuery) => Promise.resolve(ok({
      finding: finding({ code: 'diff-untested', severity: 'info', claim: [{ text: 'Memory in use rose.' }] }),
    })),
    view: async (view: string, id: string) => {
      const one = byId.get(id);
      const value = (one?.size ?? 0) * (one?.kind === 'goroutine' ? 1 : MIB);
      return Promise.resolve(ok(view === 'text' ? `File: ${one?.program ?? 'shop'}\nType: x` : {
        total: value, rows: [{ value, labels: [], frames: [{ function: 'shop.(*Cache).Put', inline: false }] }],
      }));
    },
  };
  return { profiles: profiles as unknown as OpenDeps['profiles'] };
}

const seriesOf = async (...given: Given[]) => withProfileSeries(depsOf(given), given.map(opened));

it('heaps are reported in the order of their times, at the diff of the first and the last', async () => {
  const series = await seriesOf(
    { name: 'c.pb.gz', hours: 2, size: 240 }, { name: 'a.pb.gz', hours: 0, size: 120 },
    { name: 'b.pb.gz', hours: 1, size: 180 }
  );
  expect(series?.files.map(({ sentence }) => sentence)).toEqual([
    'a.pb.gz to c.pb.gz: In-use heap grows in each of 3 profiles over 2h: 120 → 180 → 240 MiB, +60 MiB per hour; '
      + 'shop.(*Cache).Put accounts for 100 % of it and grew each time. A leak grows like this, and so does a cache '
      + 'that fills or a load that rises: take one more at the same load, and see what holds on to what '
      + 'shop.(*Cache).Put allocates. The address shows the diff of a.pb.gz and c.pb.gz.',
    'A pprof profile, 1 of 3 in that order: 120 MiB.', 'A pprof profile, 2 of 3 in that order: 180 MiB.',
  ]);
  expect(series?.address).toBe(`/diff?before=${idOf('a.pb.gz')}&after=${idOf('c.pb.gz')}`);
});

it('each of them keeps what they show, which leads on the page of their diff', async () => {
  const given = ['1', '2', '3'].map((name, i) => ({ name, hours: i, size: 100 + 60 * i }));
  const series = await seriesOf(...given);
  const infos = (series?.files ?? []).flatMap(({ profiles }) => profiles.map((info) => ({
    ...info, said: { facts: null, series: null, ...kept.get(info.id) },
  })));
  const [before = '', , after = ''] = infos.map(({ id }) => id);
  const own = finding({ code: 'diff-total', severity: 'info', claim: [{ text: 'Memory in use rose.' }] });
  const page = withSeries(own, infos, { before: [before], after: [after], isPlain: true });
  const [front, claim = '', ...others] = statements(page ?? own);
  expect(front).toBe('In-use heap grows in each of 3 profiles over 2h: 100 → 160 → 220 MiB, +60 MiB per hour.');
  expect(series?.files[0]?.sentence.startsWith(`1 to 3: ${claim} `)).toBe(true);
  expect(others.at(-1)).toBe('Memory in use rose.');
  expect(withSeries(own, infos, { before: [after], after: [before], isPlain: true })).toBe(own);
  expect(withSeries(own, infos, { before: [before], after: [after], isPlain: false })).toBe(own);
  const [one] = infos;
  expect(one === undefined ? undefined : seriesNote(one, infos.slice(0, 1))?.sides).toBeNull();
  expect(infos.map((info) => seriesNote(info, infos)?.text)).toEqual([1, 2, 3].map((at) =>
    `${at} of 3 opened together: ${claim}`));
});

it('without times they are in the order of their names, as numbers', async () => {
  const series = await seriesOf(
    { name: 'heap.10', hours: null, size: 300 }, { name: 'heap.9', hours: null, size: 200 },
    { name: 'heap.1', hours: null, size: 100 }
  );
  expect(series?.files[0]?.sentence).toMatch(/^heap\.1 to heap\.10: In-use heap grows .*100 → 200 → 300 MiB; /);
  expect(series?.files[0]?.sentence).toContain('in the order of their names.');
});

it('others are not compared, which is said: of another type, and of another program', async () => {
  const series = await seriesOf(
    { name: '1', hours: 0, size: 10 }, { name: 'g', kind: 'goroutine', size: 5 }, { name: '2', hours: 1, size: 20 },
    { name: 'x', hours: 2, size: 7, program: 'thanos' }, { name: '3', hours: 3, size: 30 }
  );
  expect(series?.files[0]?.sentence)
    .toMatch(/ Not compared with these: g \(of type goroutine\), x \(of the program thanos\)\.$/);
  expect(series?.files[1]?.sentence).toBe('A pprof profile: goroutine.');
});

it('two of another type are a pair, each group at its own address', async () => {
  const series = await seriesOf(
    { name: '1', hours: 0, size: 10 }, { name: '2', hours: 1, size: 20 }, { name: '3', hours: 2, size: 30 },
    { name: 'g1', kind: 'goroutine', hours: 0, size: 5 }, { name: 'g2', kind: 'goroutine', hours: 1, size: 6 }
  );
  expect(series?.address).toBeNull();
  expect(series?.files[3]?.sentence).toBe('g2 against g1: Memory in use rose.');
  expect(series?.files.map(({ address }) => address?.startsWith('/diff?')))
    .toEqual([true, false, false, true, false]);
});

it('two groups are compared if each name says its side', async () => {
  const series = await seriesOf(
    { name: 'before-1', hours: 0, size: 10 }, { name: 'after-1', hours: 1, size: 20 },
    { name: 'before-2', hours: 2, size: 11 }
  );
  expect(series?.files.map(({ sentence }) => sentence)).toEqual([
    'after-1 against before-1, before-2: Memory in use rose.', 'A pprof profile, on the side after.',
    'A pprof profile, on the side before.',
  ]);
  expect(series?.address).toBe(`/diff?before=${idOf('before-1')},${idOf('before-2')}&after=${idOf('after-1')}`);
});

it('two files, or one profile three times, are no series', async () => {
  const one = { name: '1', size: 10 };
  expect(await seriesOf(one, { name: '2', size: 20 })).toBeNull();
  expect(await seriesOf(one, one, one)).toBeNull();
});
