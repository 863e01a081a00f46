import { expect, it } from 'vitest';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { ok } from '../../../core/result.ts';
import type { DiffQuery, ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import { withFirstPace } from './firstPace.ts';

const SECONDS: Readonly<Record<string, number>> = { short: 30.02, long: 60.01, work: 41.7 };
const profiles = {
  get: async (id: string) =>
    Promise.resolve(ok({ id, kind: 'cpu', durationSeconds: SECONDS[id] ?? null } as unknown as ProfileInfo)),
} satisfies Pick<ProfileCatalog, 'get'>;

const CASES: readonly (readonly [what: string, query: DiffQuery, normalize: string | undefined])[] = [
  ['different set times are compared per second', { before: ['short'], after: ['long'] }, 'duration'],
  ['what is said holds', { before: ['short'], after: ['long'], normalize: 'none' }, 'none'],
  ['the same work is compared as it is', { before: ['short'], after: ['work'] }, undefined],
  ['groups are compared as they are', { before: ['short', 'work'], after: ['long'] }, undefined],
  ['values per second have a divisor', { before: ['short'], after: ['long'], per: 'second' }, undefined],
];

it.each(CASES)('%s', async (_, query, normalize) => {
  expect((await withFirstPace(profiles, query)).normalize).toBe(normalize);
});
