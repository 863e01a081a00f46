import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { decodeAny } from '../foreign/decodeAny.ts';
import type { Profile } from '../decode/profile.ts';
import { pairOf } from '../query/pair.ts';
import { top } from '../query/top.ts';
import { diffFlameFile, flameFile } from './flameFile.ts';

/** Validates against the site's schema, as the package ships it. */
const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(
  new URL('../../../node_modules/speedscope/dist/release/file-format-schema.json', import.meta.url), 'utf8'
)) as object);

interface File {
  profiles: { name: string; unit: string; samples: number[][]; weights: number[]; endValue: number }[];
  shared: { frames: { name: string }[] };
}

function read(text: string): File {
  const file = JSON.parse(text) as File;
  expect([validate(file), validate.errors]).toEqual([true, null]);
  return file;
}

function rows(profile: Profile, sampleType: string): unknown {
  return unwrap(top(profile, { sampleType, limit: 0 })).rows.filter(({ flat, cum }) => flat !== 0 || cum !== 0)
    .map((row) => [row.function, row.flat, row.cum]);
}

async function readBack(text: string): Promise<Profile> {
  return unwrap(await decodeAny(Buffer.from(text))).profile;
}

describe('a flame graph as a speedscope file', () => {
  it.each([
    ['seed-wal/before.cpu.pb.gz', 'cpu', 'nanoseconds'], ['live/heap-2.pb.gz', 'inuse_space', 'bytes'],
    ['live/goroutine.pb.gz', 'goroutine', 'none'], ['foreign/node.wall.pb.gz', 'wall', 'nanoseconds'],
    ['foreign/java.cpu.pb', 'cpu', 'none'],
  ])('%s is valid by its schema, and uploaded again has the same table', async (name, sampleType, unit) => {
    const profile = await loadProfile(name);
    const text = unwrap(flameFile(profile, { sampleType, minRatio: 0 }, { format: 'speedscope', title: 'x' }));
    const file = read(text);
    const weights = file.profiles[0]?.weights ?? [];
    expect(file.profiles).toMatchObject([{ name: sampleType, unit, endValue: weights.reduce((a, b) => a + b, 0) }]);
    expect(rows(await readBack(text), sampleType)).toEqual(rows(profile, sampleType));
  });

  it('of a diff has a profile for each side', async () => {
    const side = async (name: string) => [{ profile: await loadProfile(`seed-wal/${name}.cpu.pb.gz`) }];
    const [before, after] = [await side('before'), await side('after')];
    const pair = unwrap(pairOf(before, after, 'cpu', 'none'));
    const text = unwrap(diffFlameFile(pair, { minRatio: 0 }, { format: 'speedscope', title: 'x' }));
    expect(read(text).profiles.map(({ name, unit }) => [name, unit])).toEqual(
      [['before', 'nanoseconds'], ['after', 'nanoseconds']]
    );
    const back = await readBack(text);
    expect(rows(back, 'before')).toEqual(rows(before[0]?.profile as Profile, 'cpu'));
    expect(rows(back, 'after')).toEqual(rows(after[0]?.profile as Profile, 'cpu'));
  });

  it('keeps hostile names as they are: JSON escapes them', () => {
    const text = unwrap(flameFile(
      foldedProfile('main;</script>"\\ 3\n- 2'), { sampleType: 'samples' }, { format: 'speedscope', title: '"' }
    ));
    const file = read(text);
    expect(file.shared.frames.map(({ name }) => name)).toContain('</script>"\\');
    expect(file.profiles[0]?.samples).toContainEqual([]);
  });
});

describe('a flame graph as collapsed stacks', () => {
  it.each(['seed-wal/before.cpu.pb.gz', 'foreign/node.wall.pb.gz', 'foreign/java.cpu.pb'])(
    '%s uploaded again has the same table', async (name) => {
      const profile = await loadProfile(name);
      const text = unwrap(flameFile(profile, { minRatio: 0 }, { format: 'folded', title: 'x' }));
      const type = profile.sampleTypes.at(-1)?.type ?? '';
      const back = await readBack(text);
      // Numbers that are all multiples of a period are samples, and their weight as written.
      expect(rows(back, back.sampleTypes.at(-1)?.type ?? '')).toEqual(rows(profile, type));
    }
  );
});

describe('in the order of time', () => {
  const stacks = 'main;a 3\nmain;b 2\nmain;a 5\nmain;c 1';
  const taken = (key: string, numbers: readonly bigint[]): Profile => foldedProfile(stacks, {
    labels: {
      // The last sample carries no label.
      start: Uint32Array.of(0, 1, 2, 3, 3), key: Uint32Array.of(1, 1, 1), text: Int32Array.of(-1, -1, -1),
      number: BigInt64Array.from(numbers), unit: Uint32Array.of(0, 0, 0), strings: ['', key],
    },
  });
  const asked = { format: 'speedscope', title: 'x', order: 'time' } as const;

  it('samples stay apart and stand as they were taken, those without a time are omitted', () => {
    const file = read(unwrap(flameFile(taken('end_timestamp_ns', [30n, 10n, 20n]), { sampleType: 'samples' }, asked)));
    const names = file.shared.frames.map(({ name }) => name);
    const [only] = file.profiles;
    expect(only?.samples.map((stack) => stack.map((row) => names[row]).join(';')))
      .toEqual(['main;b', 'main;a', 'main;a']);
    expect(only?.weights).toEqual([2, 5, 3]);
    expect(only?.endValue).toBe(10);
  });

  it('filters apply first', () => {
    const profile = taken('timestamp', [3n, 2n, 1n]);
    const file = read(unwrap(flameFile(profile, { sampleType: 'samples', focus: '^a$' }, asked)));
    expect(file.profiles[0]?.weights).toEqual([5, 3]);
  });

  it('a profile without times is refused in words', () => {
    expect(flameFile(taken('bytes', [1n, 2n, 3n]), {}, asked)).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining('carries its time') as string } }
    );
  });
});
