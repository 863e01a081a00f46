import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import type { Profile } from '../decode/profile.ts';
import { diffTop } from '../diff/diff.ts';
import { renameProposals } from '../diff/renameProposals.ts';
import { pairOf, type Pair } from '../query/pair.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, profileBytes, unwrap } from '../../../testdata/profiles/oracles.ts';
import { renamedProfile } from './renames.ts';

const FILE = 'seed-wal/before.cpu.pb.gz';
const OLD = 'github.com/prometheus/tsdb.(*memSeries).append';
const NEW = 'github.com/prometheus/tsdb.(*memSeries).insert';

/** The profile of a program whose function has another name of the same length: its bytes, replaced in the file. */
async function renamedInFile(pairs: readonly (readonly [string, string])[]): Promise<Profile> {
  let text = gunzipSync(profileBytes(FILE)).toString('latin1');
  for (const [from, to] of pairs) {
    expect(from.length).toBe(to.length);
    text = text.replaceAll(from, to);
  }
  return unwrap(await decode(Buffer.from(text, 'latin1'))).profile;
}

function pair(before: Profile, after: Profile): Pair {
  return unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none'));
}

function namesOf(profile: Profile): string[] {
  return profile.functions.map(({ name }) => name);
}

describe('rename', () => {
  it('makes one row of a function that only got another name, with no difference', async () => {
    const before = await loadProfile(FILE);
    const after = await renamedInFile([[OLD, NEW]]);
    const apart = unwrap(diffTop(pair(before, after), {})).rows
      .filter(({ flat, cum }) => flat.delta !== 0 || cum.delta !== 0);
    expect(apart.map((row) => row.function).sort()).toEqual([OLD, NEW]);
    const rows = unwrap(
      diffTop(pair(unwrap(renamedProfile(before, `${OLD}:${NEW}`)), unwrap(renamedProfile(after, `${OLD}:${NEW}`))), {})
    ).rows;
    expect(rows.every(({ flat, cum }) => flat.delta === 0 && cum.delta === 0)).toBe(true);
    expect(rows.map((row) => row.function)).toContain(NEW);
  });

  it('applies one rule after the other, expressions to every part that matches', () => {
    const profile = foldedProfile('x/v2.a;x/v2.b;c 1');
    expect(namesOf(unwrap(renamedProfile(profile, '/^(\\w)\\/v2/:$1\nx.b:x.c')))).toEqual(['c', 'x.c', 'x.a']);
    expect(renamedProfile(profile, '')).toEqual({ ok: true, value: profile });
    expect(unwrap(renamedProfile(profile, 'c:d'))).toBe(unwrap(renamedProfile(profile, 'c:d')));
  });

  it('refuses an expression that cannot be read', () => {
    expect(renamedProfile(foldedProfile('a 1'), '/(/:b')).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringMatching(/^rename is not a reg/) as string } }
    );
  });
});

describe('a proposal', () => {
  it('is made of a function that got another name, and of nothing once it is renamed', async () => {
    const before = await loadProfile(FILE);
    const after = await renamedInFile([[OLD, NEW]]);
    const { proposals } = unwrap(renameProposals(pair(before, after), {}));
    expect(proposals).toMatchObject([{ from: OLD, to: NEW, rule: `${OLD}:${NEW}`, callersRatio: 1, calleesRatio: 1 }]);
    expect(proposals[0]?.before).toBe(proposals[0]?.after);
    const renamed = pair(unwrap(renamedProfile(before, `${OLD}:${NEW}`)), after);
    expect(unwrap(renameProposals(renamed, {})).proposals).toEqual([]);
  });

  it('finds every function of a package that moved', async () => {
    const after = await renamedInFile([['github.com/prometheus/tsdb.', 'github.com/prometheus/bstd.']]);
    const { proposals } = unwrap(renameProposals(pair(await loadProfile(FILE), after), {}));
    expect(proposals.length).toBeGreaterThan(10);
    expect(proposals.every(({ from, to }) => from.replace('/tsdb.', '/bstd.') === to)).toBe(true);
  });

  it.each<[string, string, string]>([
    ['callers differ', 'main;a;old;x 50\nmain;b;k 50', 'main;a;k 50\nmain;b;new;x 50'],
    ['callees differ', 'main;old;x 50', 'main;new;y 50'],
    ['two came that are alike', 'main;old;x 50', 'main;new1;x 25\nmain;new2;x 25'],
    ['it is still there', 'main;old;x 50', 'main;old;x 1\nmain;new;x 49'],
    ['it has hardly a value', 'main;old;x 1\nmain;k 9999', 'main;new;x 1\nmain;k 9999'],
    ['nothing changed', 'main;a 1', 'main;a 1'],
  ])('is not made where %s', (_what, before, after) => {
    expect(unwrap(renameProposals(pair(foldedProfile(before), foldedProfile(after)), {})).proposals).toEqual([]);
  });

  it('is not made of versions of a program that share no renamed function', async () => {
    const found = unwrap(
      renameProposals(pair(await loadProfile(FILE), await loadProfile('seed-wal/after.cpu.pb.gz')), {})
    );
    expect(found.proposals.map(({ from, to }) => `${from} ${to}`)).toEqual([]);
  });
});
