import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { pairOf } from '../query/pair.ts';
import { diffSearchTotal, searchTotal } from './searchTotal.ts';
import { top } from '../query/top.ts';

describe('the total of a search', () => {
  const profile = foldedProfile('main.a;main.b;main.a 5\nmain.a;other.c 7\nother.c;other.d 11');

  it.each([
    ['main\\.', 2, 12, 'a stack once, however often it matches'],
    ['other', 2, 18, 'any frame of a stack'],
    ['(?i)MAIN\\.B', 1, 5, 'both cases when asked so'],
    ['nowhere', 0, 0, 'nothing'],
    ['', 4, 23, 'all'],
  ])('%s: %i functions, %i (%s)', (pattern, functions, cum) => {
    expect(unwrap(searchTotal(profile, pattern, { sampleType: 'samples' })))
      .toMatchObject({ functions, cum, total: 23 });
  });

  it('looks at what the filters leave', () => {
    expect(unwrap(searchTotal(profile, 'main', { sampleType: 'samples', ignore: 'main\\.b' })))
      .toMatchObject({ functions: 1, cum: 7 });
  });

  it('refuses an unreadable expression in words', () => {
    expect(searchTotal(profile, '(', {}))
      .toMatchObject({ ok: false, error: { message: expect.stringContaining('search') as string } });
  });

  it('has both sides of a pair', () => {
    const pair = unwrap(
      pairOf(
        [{ profile: foldedProfile('main.a 5\nother.c 1') }], [{ profile: foldedProfile('main.a 2\nmain.x 4') }],
        'samples', 'none'
      )
    );
    expect(unwrap(diffSearchTotal(pair, 'main', {}))).toMatchObject({ functions: 2, cum: { before: 5, after: 6 } });
  });

  it('is the cum of a function of a real profile, searched by its whole name', async () => {
    const real = await loadProfile('seed-wal/before.cpu.pb.gz');
    const row = unwrap(top(real, {})).rows.find(({ function: name }) => name === 'runtime.scanobject');
    expect(unwrap(searchTotal(real, '^runtime\\.scanobject$', {}))).toMatchObject({ functions: 1, cum: row?.cum });
  });
});
