import { describe, expect, it } from 'vitest';
import { render } from '../../../core/text/parts.ts';
import type { Profile } from '../decode/profile.ts';
import { pairOf } from '../query/pair.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffTop } from './diff.ts';

const FUNCTIONS = ['Append', 'Commit', 'Cut', 'Sync', 'Write', 'Flush'];

/** CPU of functions of a package, in samples of 10 ms. */
function cpu(pkg: string, samplesOf: (name: string) => number, more: string[] = []): Profile {
  return foldedProfile([...FUNCTIONS.map((name) => `main.main;${pkg}.${name} ${samplesOf(name)}`), ...more].join('\n'));
}

function said(before: Profile, after: Profile): { code: string; claim: string; evidence: string } {
  const { finding } = unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none')), {}));
  const evidence = finding.evidence.map((each) => render(each)).join(' ');
  return { code: finding.code, claim: render(finding.claim), evidence };
}

describe('a package that was renamed', () => {
  it('is not said to be twelve functions that changed', () => {
    const { code, claim, evidence } = said(cpu('a.org/tsdb', () => 400), cpu('a.org/store', () => 410));
    expect(code).toBe('diff-renamed');
    expect(claim).toMatch(/^6 functions perhaps only renamed; nothing else changed beyond noise/);
    expect(evidence)
      .toMatch(/such as a\.org\/tsdb\.\w+ to a\.org\/store\.\w+ \(from 4 s to 4\.1 s, within noise\): compared as/);
  });

  it('is said before what else changed', () => {
    const { claim, evidence } = said(
      cpu('a.org/tsdb', () => 400, ['main.main;x.Slow 100', 'main.main;x.Other 900']),
      cpu('a.org/store', () => 400, ['main.main;x.Slow 500', 'main.main;x.Other 500'])
    );
    expect(claim).toMatch(
      /^2 functions changed beyond noise: x\.Slow \+4 s, x\.Other −4 s; total CPU \(.*\) is within noise\.$/
    );
    expect(evidence).toMatch(/^CPU is .* before and .* after\. 6 functions perhaps only renamed/);
  });

  it('is not guessed of functions that do other amounts of work', () => {
    const { evidence } = said(cpu('a.org/tsdb', () => 100), cpu('a.org/store', () => 400));
    expect(evidence).not.toContain('renamed');
  });
});

describe('a function of another package in the place of one', () => {
  const side = (call: string, samples: number): Profile =>
    foldedProfile(`main.main;${call} ${samples}\nmain.main;x.Other 3400`);
  const [old, now] = ['a.org/snap.Decode;a.org/snap.decode', 'b.org/pack/s9.Decode;b.org/pack/s9.s9Decode'];

  it('is compared with it, and no change beyond noise is claimed', () => {
    const { code, claim, evidence } = said(side(old, 633), side(now, 603));
    expect(code).toBe('diff-renamed');
    expect(claim).toBe('b.org/pack/s9.s9Decode probably replaced a.org/snap.decode: from 6.33 s to 6.03 s, within '
      + 'noise; the rest is within noise.');
    expect(evidence).toContain('Also compared as the same: a.org/snap.Decode and b.org/pack/s9.Decode. Whether');
  });

  it('that takes less beyond noise is a change of one function', () => {
    const { claim, evidence } = said(side(old, 633), side(now, 400));
    expect(`${claim} ${evidence}`).toContain('b.org/pack/s9.s9Decode');
    expect(`${claim} ${evidence}`).not.toMatch(/\bgone\b|\bnew with\b/);
    expect(evidence).toContain('from 6.33 s to 4 s, beyond noise');
  });

  it('is not guessed of a name without anything in common', () => {
    expect(said(side('a.org/snap.read', 633), side('b.org/pack.index', 603)).evidence).not.toContain('compared as');
  });
});
