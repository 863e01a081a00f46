import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import {
  differences, loadProfile, ourRows, profileBytes, readOracles,
} from '../../../testdata/profiles/oracles.ts';
import { preparedProfile } from './preparedProfile.ts';

const oracles = readOracles(profileBytes('optionOracles.tsv.gz'));

describe('filters of one side, names of files, granularity and inlining equal go tool pprof to the unit', () => {
  it.each(oracles.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, oracle) => {
    expect(oracle.rows.size).toBeGreaterThan(5);
    expect(differences(oracle, await ourRows(oracle))).toEqual([]);
  });
});

describe('the filters of a side', () => {
  it('leave a profile that is not compared, and one of the other side, as it is', async () => {
    const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
    const question = { before_tagfocus: 'tenant=acme' };
    expect(preparedProfile(profile, question, null)).toEqual({ ok: true, value: profile });
    expect(preparedProfile(profile, question, 'after')).toEqual({ ok: true, value: profile });
    expect(preparedProfile(profile, { before_focus: '' }, 'before')).toEqual({ ok: true, value: profile });
  });
  it('that match nothing leave no sample', () => {
    const made = preparedProfile(foldedProfile('a;b 1\na;c 2'), { after_focus: 'nowhere' }, 'after');
    expect(made).toMatchObject({ ok: true, value: { sampleCount: 0 } });
  });
  it.each([['before_focus', '('], ['after_tagignore', 'a=['], ['before_prune_from', '*']] as const)(
    'are refused by their own name: %s', (name, text) => {
      const side = name.startsWith('before') ? 'before' : 'after';
      expect(preparedProfile(foldedProfile('a;b 1'), { [name]: text }, side)).toMatchObject(
        { ok: false, error: { errorType: 'bad_data', message: expect.stringMatching(`^${name} `) as string } }
      );
    });
});
