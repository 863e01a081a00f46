import { describe, expect, it } from 'vitest';
import type { ProfileFilters } from '../../../core/contract/contract.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { top } from './top.ts';

const STACKS = 'main;serve;query 5\nmain;serve+encode 3\nmain;compact 2';

/** The oracles test whole profiles; here each rule by itself. */
describe('filters', () => {
  it.each<[string, ProfileFilters, string[]]>([
    ['focus keeps stacks with a match', { focus: 'serve' }, ['query 5', 'encode 3', 'main 0', 'serve 0']],
    ['focus looks at file names too', { focus: '^/src/compact' }, ['compact 2', 'main 0']],
    ['ignore drops stacks with a match', { ignore: 'query|compact' }, ['encode 3', 'main 0', 'serve 0']],
    [
      'hide takes frames out, the caller gets their value', { hide: 'query|encode' },
      ['serve 8', 'compact 2', 'main 0'],
    ],
    ['hide drops a stack of which nothing is left', { hide: 'main|compact' }, ['query 5', 'encode 3', 'serve 0']],
    ['show keeps only frames with a match', { show: 'serve|main' }, ['serve 8', 'main 2']],
    ['show_from cuts above the highest match', { show_from: 'serve' }, ['query 5', 'encode 3', 'serve 0']],
    [
      'noinlines gives an inlined frame to its caller', { noinlines: true },
      ['query 5', 'serve 3', 'compact 2', 'main 0'],
    ],
    [
      'files', { granularity: 'files' },
      ['/src/query.go 5', '/src/encode.go 3', '/src/compact.go 2', '/src/main.go 0', '/src/serve.go 0'],
    ],
    ['nothing matches', { focus: 'nowhere' }, []],
  ])('%s', (_what, filters, expected) => {
    const table = unwrap(top(foldedProfile(STACKS), { ...filters, sampleType: 'samples' }));
    expect(table.rows.map((row) => `${row.function} ${row.flat}`)).toEqual(expected);
    expect(table.total).toBe(10);
  });

  it.each<[string, ProfileFilters, number]>([
    ['a key and an expression', { tagfocus: 'tenant=acme' }, 1],
    ['a key that no sample has', { tagfocus: 'nobody=acme' }, 0],
    ['a numeric tag as a range', { tagfocus: 'code=200:' }, 0],
    ['tagignore of everything', { tagignore: 'tenant:.*' }, 0],
  ])('tags: %s', async (_what, filters, least) => {
    const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
    const all = unwrap(top(profile, {}));
    const some = unwrap(top(profile, filters));
    expect(some.total).toBe(all.total);
    expect(some.rows.length).toBeGreaterThanOrEqual(least);
    expect(some.rows.length).toBeLessThan(all.rows.length);
  });

  it.each<[string, ProfileFilters]>(
    [['focus', { focus: '(' }], ['tagignore', { tagignore: 'a=[' }], ['show_from', { show_from: '*' }]]
  )(
    'refuses an unreadable %s with its name', (name, filters) => {
      expect(top(foldedProfile(STACKS), filters)).toMatchObject(
        { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(name) as string } }
      );
    });

  it('names the sample types there are when another is asked for', () => {
    expect(top(foldedProfile(STACKS), { sampleType: 'inuse_space' })).toMatchObject({
      ok: false, error: {
        errorType: 'bad_data', message: 'sampleType "inuse_space" is not in the profile; it has samples, cpu',
      },
    });
  });
});
