import { expect, it } from 'vitest';
import type { OpenedFile, ProfileInfo } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import type { DiffQuery } from '../../../data/store/files/profileCatalog.ts';
import { withProfilePair } from './openedPair.ts';
import type { OpenDeps } from './openFile.ts';

const ID = { old: 'a'.repeat(64), new: 'b'.repeat(64) };
const info = (name: keyof typeof ID, over: Partial<ProfileInfo>): ProfileInfo => ({
  id: ID[name], name: `${name}.pb.gz`, kind: 'cpu', time: null, durationSeconds: null, sampleTypes: [], comments: [],
  defaultSampleType: 'cpu', samples: 1, sizeBytes: 1, addedTime: 0, source: { how: 'upload' }, ...over,
});
const opened = (profile: ProfileInfo): OpenedFile => ({
  name: profile.name, sizeBytes: 1, outcome: 'opened', sentence: 'A pprof profile: cpu. It has this.', address: '/x',
  profiles: [profile], target: null, log: null, output: null,
  what: {
    format: 'pprof', name: 'a pprof profile', program: null, version: null, confidence: 'certain', envelope: null,
  },
});

async function paired(...files: OpenedFile[]) {
  const asked: DiffQuery[] = [];
  const diffTop = async (query: DiffQuery) => {
    asked.push(query);
    const claim = [{ text: 'Cart grew.' }];
    return Promise.resolve(ok({ finding: finding({ code: 'x', severity: 'info', claim }) }));
  };
  const pair = await withProfilePair({ profiles: { diffTop } as unknown as OpenDeps['profiles'] }, files);
  return { pair, asked };
}

it('two profiles of one kind get the finding of their diff first, and its address', async () => {
  const { pair, asked } = await paired(
    opened(info('new', { durationSeconds: 60.02, time: 1_700_400_000 })),
    opened(info('old', { durationSeconds: 30.01, time: 1_700_000_000 }))
  );
  expect(asked).toEqual([{ before: [ID.old], after: [ID.new], normalize: 'duration', limit: 1 }]);
  expect(pair?.files.map(({ sentence }) => sentence)).toEqual([
    'new.pb.gz against old.pb.gz: Cart grew. They were taken 4d 15h apart: whether the load was the same is not in '
      + 'them. See what was served per second then.',
    'A pprof profile, compared with new.pb.gz.',
  ]);
  expect(pair?.address).toBe(`/diff?before=${ID.old}&after=${ID.new}&normalize=duration`);
});

it('not one alone, the same twice, or two kinds', async () => {
  const [one, other] = [opened(info('old', {})), opened(info('new', { kind: 'heap' }))];
  expect((await paired(one)).pair).toBeNull();
  expect((await paired(one, one)).pair).toBeNull();
  expect((await paired(one, other)).pair).toBeNull();
});

it('times that contradict the names come first, and the comparison is in order of time', async () => {
  const { pair, asked } = await paired(
    opened(info('new', { time: 1_700_000_000, kind: 'heap' })),
    opened(info('old', { time: 1_700_007_200, kind: 'heap' }))
  );
  expect(asked[0]).toMatchObject({ before: [ID.new], after: [ID.old] });
  expect(pair?.files[0]?.sentence).toBe('The times in the files contradict their names: old.pb.gz was taken 2h after '
    + 'new.pb.gz (2023-11-14 22:13:20 and 2023-11-15 00:13:20 UTC). The comparison is in order of time. old.pb.gz '
    + 'against new.pb.gz: Cart grew.');
});
