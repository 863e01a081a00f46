import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { Normalize, SideDifference } from '../../../core/contract/contract.ts';
import { comparabilityOf } from './comparability.ts';
import { pairOf, type SideProfile } from '../query/pair.ts';
import type { Profile } from '../decode/profile.ts';

function differences(
  before: SideProfile[], after: SideProfile[], normalize: Normalize = 'none', sampleType = 'cpu'
): SideDifference[] {
  return comparabilityOf(unwrap(pairOf(before, after, sampleType, normalize))).differences;
}
const cpu = (changes: Partial<Profile> = {}, target?: SideProfile['target']): SideProfile => ({
  profile: foldedProfile('main;work 10\nruntime.main 1', { durationNanos: 10_000_000_000n, ...changes }),
    ...(target === undefined ? {} : { target }),
});
const spanned = (coveredSeconds: number, seconds: number, profiles: number): SideProfile => (
  { ...cpu(), span: { coveredSeconds, seconds, profiles } });
const inside = (file: string): Partial<Profile> => (
  {
    functions: [
      { name: 'runtime.main', systemName: '', file, startLine: 1 },
      ...foldedProfile('main;work 10\nruntime.main 1').functions
    ],
  }
);
const mapping = (file: string, buildId: string): Partial<Profile> => ({
  mappings: [
    {
      start: 0n, limit: 4096n, offset: 0n, file, buildId, hasFunctions: true, hasFilenames: true, hasLineNumbers: true,
      hasInlineFrames: true,
    },
  ],
});

const TOOLCHAIN = 'golang.org/toolchain@v0.0.1-go1.22.3.linux-amd64';

describe('comparabilityOf', () => {
  it('finds nothing between profiles of one program taken alike', async () => {
    expect(differences([cpu()], [cpu({ durationNanos: 10_100_000_000n })])).toEqual([]);
    expect(
      differences(
        [{ profile: await loadProfile('recordings/quiet-1.cpu.pb.gz') }],
        [{ profile: await loadProfile('recordings/quiet-2.cpu.pb.gz') }]
      )
    ).toEqual([]);
  });

  it.each<[string, SideProfile[], SideProfile[], Partial<SideDifference>]>([
    [
      'the duration', [cpu()], [cpu({ durationNanos: 30_000_000_000n })],
      { what: 'duration', before: '10 s', after: '30 s', helps: 'duration' },
    ],
    [
      'the durations of groups, which are means', [cpu(), cpu({ durationNanos: 30_000_000_000n })], [cpu(), cpu()],
      { what: 'duration', before: '20 s each', after: '10 s each' },
    ],
    [
      'the coverage of two windows', [spanned(118, 300, 12)], [spanned(294, 300, 1)],
      { what: 'coverage', before: '39 % of 5m, 12 profiles', after: '98 % of 5m, 1 profile', helps: null },
    ],
    [
      'the sampling period', [cpu()], [cpu({ period: 2_000_000n })],
      { what: 'period', before: 'a sample each 10 ms', after: 'a sample each 2 ms', helps: null },
    ],
    [
      'the build', [cpu(mapping('/a/prometheus', 'aaaaaaaaaaaaaaaaaaaa'))], [cpu(mapping('/b/prometheus', 'bb'))],
      { what: 'build-id', before: 'aaaaaaaaaaaaaaaa', after: 'bb' },
    ],
    [
      'the binary, where there is no build id', [cpu(mapping('/a/walload-before', ''))],
      [cpu(mapping('/b/walload-after', ''))], { what: 'build-id', before: 'walload-before', after: 'walload-after' },
    ],
    [
      'the Go version of the sources', [cpu(inside('/usr/lib/go-1.19/src/runtime/proc.go'))],
      [cpu(inside(`/root/go/pkg/mod/${TOOLCHAIN}/src/runtime/proc.go`))],
      { what: 'go-version', before: '1.19', after: '1.22.3' },
    ],
    [
      'the Go version of the targets', [cpu({}, { goVersion: 'go1.21.1' })], [cpu({}, { goVersion: 'go1.25.0' })],
      { what: 'go-version', before: '1.21.1', after: '1.25.0' },
    ],
    [
      'the number of cores', [cpu({}, { cores: 2 })], [cpu({}, { cores: 8 })],
      { what: 'cores', before: '2', after: '8', helps: null },
    ],
    [
      'a process that just started', [cpu({}, { uptimeSeconds: 20 })], [cpu({}, { uptimeSeconds: 90_000 })],
      { what: 'uptime', before: '20 s', helps: null },
    ],
    [
      'the kind', [cpu()],
      [cpu({ sampleTypes: [{ type: 'wall', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }] })],
      { what: 'sample-type', before: 'samples + cpu', after: 'wall + cpu' },
    ],
    [
      'the unit', [cpu()],
      [cpu({ sampleTypes: [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'milliseconds' }] })],
      { what: 'unit', before: 'nanoseconds', after: 'milliseconds' },
    ],
  ])('names %s', (_what, before, after, expected) => {
    expect(differences(before, after)).toEqual([expect.objectContaining(expected)]);
  });

  it('names the number of profiles where they are added up, not where they count as their mean', () => {
    const [before, after] = [[cpu(), cpu()], [cpu()]];
    expect(differences(before, after)).toEqual([]);
    expect(differences(before, after, 'sum')).toMatchObject([
      { what: 'profiles', before: '2 profiles', after: '1 profile', helps: 'none' },
    ]);
  });

  it('names two programs: another language, or no function in common', async () => {
    const [go, rust, node] = await Promise.all(
      ['live/profile.pb.gz', 'foreign/rust.cpu.pb', 'seed-wal/before.cpu.pb.gz'].map(loadProfile)
    );
    if (go === undefined || rust === undefined || node === undefined) throw new Error('three profiles');
    const program = (before: Profile, after: Profile): SideDifference | undefined =>
      differences([{ profile: before }], [{ profile: after }]).find(({ what }) => what === 'program');
    expect(program(go, rust)).toMatchObject({
      before: expect.stringMatching(/^Go, \d+ functions$/) as string,
      after: expect.stringMatching(/^Rust, \d+ functions$/) as string,
    });
    expect(program(go, node)).toBeUndefined();
    expect(program(foldedProfile('main;a 3'), foldedProfile('start;b 3'))).toMatchObject({ before: 'Go, 2 functions' });
    expect(program(foldedProfile('main;a 3'), foldedProfile('main;b 3'))).toBeUndefined();
  });

  it('names the uptime of what adds up from the start, with the normalisation that helps', () => {
    const since = (
      uptimeSeconds: number, end: number
    ): SideProfile => ({ ...cpu({ durationNanos: 0n }, { uptimeSeconds }), samplesIngested: { start: 0, end } });
    expect(differences([since(1000, 5)], [since(4000, 20)]))
      .toEqual([expect.objectContaining({ what: 'uptime', helps: 'samples-ingested' })]);
  });

  it('says that a profile of a time and one since the start are not alike', () => {
    expect(differences([cpu()], [cpu({ durationNanos: 0n })]))
      .toEqual([expect.objectContaining({ what: 'duration', before: '10 s', after: 'since the start', helps: null })]);
  });

  it('offers no normalisation when one is set', () => {
    expect(differences([cpu()], [cpu({ durationNanos: 30_000_000_000n })], 'total'))
      .toEqual([expect.objectContaining({ what: 'duration', helps: null })]);
  });

  it('does not take what one side does not tell for a difference', () => {
    expect(differences([cpu(mapping('/a/x', ''), { cores: 2, goVersion: 'go1.20' })], [cpu()])).toEqual([]);
  });
});
