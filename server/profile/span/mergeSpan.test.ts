import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStacks } from '../../../testdata/profiles/anyStacks.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, profileBytes, readOracles, unwrap } from '../../../testdata/profiles/oracles.ts';
import { ok } from '../../../core/result.ts';
import { encode } from '../decode/encode.ts';
import { decodeExpanded } from '../decode/decode.ts';
import type { Mapping, Profile } from '../decode/profile.ts';
import { linesOf, wholeProfile } from '../decode/stackView.ts';
import { diffTop } from '../diff/diff.ts';
import { combine, commonTypes } from '../query/combine.ts';
import { mergeSamples } from '../query/mergeSamples.ts';
import { pairOf } from '../query/pair.ts';
import { top } from '../query/top.ts';
import { KeptStacks } from './commonStacks.ts';
import { Merger } from './merger.ts';
import { mergeSpan, type SpanTask } from './mergeSpan.ts';

const oracles = readOracles(profileBytes('span/oracles.tsv.gz'));

async function merged(files: readonly string[], how: Partial<SpanTask> = { sum: [...files] }): Promise<Profile> {
  const profiles = await Promise.all(files.map(loadProfile));
  const types = commonTypes(profiles);
  const task: SpanTask = { sum: [], growth: [], state: null, types, start: 1, seconds: 2, ...how };
  return unwrap(await mergeSpan(task, async (id) => ok(await loadProfile(id))));
}

type Rows = Map<string, { flat: number; cum: number }>;

function rowsOf(profile: Profile, sampleType: string): Rows {
  const { rows } = unwrap(top(profile, { sampleType }));
  return new Map(rows.map(({ function: name, flat, cum }) => [name, { flat, cum }]));
}

/** The reference lists no function that has nothing on balance. */
const changed = (rows: Rows): Rows => new Map([...rows].filter(([, { flat, cum }]) => flat !== 0 || cum !== 0));

/** Returns the content of a profile, whatever the order of its samples. */
function byStack(profile: Profile): object {
  const { locations: { count, mapping, address }, functions, mappings, values, frames, frameStart } = profile;
  const samples = Array.from({ length: profile.sampleCount }, (_, sample) => {
    const stack = Array.from(frames.subarray(frameStart[sample], frameStart[sample + 1]), (row) => (
      `${address[row]} ${mappings[mapping[row] ?? -1]?.file} ${[...linesOf(profile, wholeProfile(profile), row)]
        .map((line) => functions[profile.locations.lineFunction[line] ?? -1]?.name).join('+')}`
    ));
    return `${stack.join(';')} ${values.subarray(2 * sample, 2 * sample + 2).join(' ')}`;
  });
  return { count, functions, mappings, samples: samples.sort() };
}

describe('the profiles of a span', () => {
  it.each(oracles.filter(({ base }) => base === null))('are what go tool pprof adds up: $name', async (oracle) => {
    const { files, question, rows } = oracle;
    expect(rowsOf(await merged(files), question.sampleType ?? '')).toEqual(rows);
  });

  it.each(oracles.filter(({ name }) => name.startsWith('growth') || name === 'delay'))(
    'are the growth between snapshots as -base has it: $name', async ({ files, base, question, rows }) => {
      const [later = '', earlier = ''] = [files[0], base ?? ''];
      // Merges as recorded, without checking whether counts fell.
      const merger = new Merger(commonTypes([await loadProfile(later), await loadProfile(earlier)]));
      merger.add(await loadProfile(later), () => 1);
      merger.add(await loadProfile(earlier), () => -1);
      expect(changed(rowsOf(merger.finish(), question.sampleType ?? ''))).toEqual(changed(rows));
    }
  );

  it('as both sides of a diff are what go tool pprof has for two groups', async () => {
    const [groups] = oracles.filter(({ name }) => name === 'groups');
    const { files = [], base = '', rows = new Map() as Rows } = groups ?? {};
    const [before, after] = await Promise.all([merged((base ?? '').split(' ')), merged(files)]);
    for (const normalize of ['none', 'sum'] as const) {
      const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', normalize));
      const ours = new Map(unwrap(diffTop(pair, {})).rows.map(
        ({ function: name, flat, cum }) => [name, { flat: flat.delta, cum: cum.delta }]
      ));
      expect(changed(ours)).toEqual(changed(rows));
    }
  });

  it('count from zero after a restart whose uptime is not known, and have the state of the newest', async () => {
    const [earlier, later] = ['recordings/quiet-4.heap.pb.gz', 'recordings/quiet-1.heap.pb.gz'];
    const files = [earlier, later];
    const how = { growth: [{ earlier, later }], state: later, sum: [] };
    expect(rowsOf(await merged(files, how), 'alloc_space')).toEqual(rowsOf(await loadProfile(later), 'alloc_space'));
    const grown = { growth: [{ earlier: later, later: earlier }], state: earlier, sum: [] };
    const heap = await merged(files, grown);
    expect(unwrap(top(heap, { sampleType: 'inuse_space' })).total)
      .toBe(unwrap(top(await loadProfile(earlier), { sampleType: 'inuse_space' })).total);
    expect([heap.timeNanos, heap.durationNanos]).toEqual([1_000_000_000n, 2_000_000_000n]);
  });

  it('added one at a time are what they are put together, whatever they hold', () => {
    fc.assert(fc.property(fc.array(anyStacks(), { minLength: 1, maxLength: 5 }), (many) => {
      const profiles = many.map((stacks) => foldedProfile(stacks));
      const merger = new Merger(commonTypes(profiles));
      for (const profile of profiles) merger.add(profile, () => 1);
      expect(merger.finish()).toEqual(mergeSamples(combine(profiles).profile));
    }), { numRuns: 200 });
  });

  it('are the same with stacks kept of other merges, also of processes whose mappings differ', () => {
    const mapping = (start: bigint, file: string): Mapping => ({
      start, limit: start + 0x10_0000n, offset: 0n, file, buildId: '', hasFunctions: true, hasFilenames: true,
      hasLineNumbers: true, hasInlineFrames: true,
    });
    // One binary loaded at two addresses, and a different one.
    const processes = [mapping(0x1000n, '/bin/one'), mapping(0x5000n, '/bin/one'), mapping(0x1000n, '/bin/two')];
    const taken = fc.tuple(anyStacks(), fc.nat({ max: 2 }), fc.constantFrom(1, -1, 0)).map(
      ([stacks, process, weight]) => {
        const folded = foldedProfile(stacks, { mappings: processes.slice(process, process + 1) });
        folded.locations.mapping.fill(0);
        return { profile: folded, weight };
      }
    );
    const merge = fc.array(taken, { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(fc.array(merge, { minLength: 1, maxLength: 4 }), (merges) => {
      const kept = new KeptStacks();
      // Each is merged again, together with what came before.
      for (const all of merges.flatMap((one, i) => [one, merges.slice(0, i + 1).flat()])) {
        const [ours, alone] = [kept, undefined].map((stacks) => {
          const merger = new Merger(all[0]?.profile.sampleTypes ?? [], stacks);
          for (const { profile, weight } of all) merger.add(profile, () => weight);
          return byStack(merger.finish());
        });
        expect(ours).toEqual(alone);
      }
    }), { numRuns: 60 });
  });

  it('with labels, and written and read again, are the same', async () => {
    const files = ['goprofiles/before/labels.cpu.pb.gz', 'goprofiles/after/labels.cpu.pb.gz'];
    const all = mergeSamples(combine(await Promise.all(files.map(loadProfile))).profile);
    const ours = await merged(files);
    expect(ours).toEqual(all);
    expect(rowsOf(unwrap(decodeExpanded(encode(ours))), 'cpu')).toEqual(rowsOf(all, 'cpu'));
  });

  it('stay exact beyond 2^53', () => {
    const huge = foldedProfile('a;b 1');
    const large = { ...huge, values: huge.values.map(() => 2 ** 53), exactValues: null };
    const merger = new Merger(huge.sampleTypes);
    for (const one of [large, huge, huge]) merger.add(one, () => 1);
    expect(merger.finish().exactValues?.[0]).toBe(2n ** 53n + 2n);
  });
});
