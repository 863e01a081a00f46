import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { viewText } from '../../../testdata/profiles/pprofText.ts';
import { pairOf } from '../query/pair.ts';
import { diffTags, tags } from './tags.ts';
import { scaledLabel } from '../query/units.ts';

/** `-tags` as `key` and, indented, `value printed`. */
function readTags(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const key = /^ *(\S.*): Total (\S+) of /.exec(line);
    if (key !== null) return [`${key[1] ?? ''} ${key[2] ?? ''}`];
    const row = /^ *(\S+) \( *[\d.e+-]+%\): (.*)$/.exec(line);
    return row === null ? [] : [`  ${row[2] ?? ''} ${row[1] ?? ''}`];
  });
}

describe('tags are those of go tool pprof -tags', () => {
  it.each([
    ['labels.cpu.tags.txt', 'goprofiles/before/labels.cpu.pb.gz', 13],
    ['seed-before.heap.tags.txt', 'seed-wal/before.heap.pb.gz', 10],
    ['otel-old.mem.tags.txt', 'otel/old.mem.pb.gz', 10],
    ['medium-before.tags.txt', 'synthetic/medium-before.pb.gz', 2],
    ['seed-diff.cpu.tags.txt', 'edge/seed-diff.cpu.pb.gz', 2],
  ])('%s', async (file, name, least) => {
    const table = unwrap(tags(await loadProfile(name), {}));
    const print = (value: number): string => scaledLabel(value, table.unit);
    // Rows of one value stand in no particular order there.
    const ours = table.keys.flatMap(
      (key) => [`${key.key} ${print(key.flat)}`, ...key.rows.map((row) => `  ${row.value} ${print(row.flat)}`)]
    );
    const theirs = readTags(viewText(file));
    expect(theirs.length).toBeGreaterThanOrEqual(least);
    expect(ours.toSorted()).toEqual(theirs.toSorted());
  });

  it('pivots by one label, with shares and with what has no such label', async () => {
    const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
    const table = unwrap(tags(profile, { by: 'tenant', limit: 2 }));
    expect(table.total).toBe(4_650_000_000);
    expect(table.keys)
      .toMatchObject([{ key: 'tenant', numeric: false, flat: 4_540_000_000, without: 110_000_000, rowsLeftOut: 2 }]);
    expect(table.keys[0]?.rows).toEqual([
      { value: 'acme', flat: 1_230_000_000, share: 1_230 / 4_650 },
      { value: '日本', flat: 1_180_000_000, share: 1_180 / 4_650 },
    ]);
  });

  it('shows and hides keys, and counts only what filters leave', async () => {
    const profile = await loadProfile('goprofiles/before/labels.cpu.pb.gz');
    expect(unwrap(tags(profile, { tagshow: '^(code|tenant)$', taghide: 'code' })).keys.map((key) => key.key))
      .toEqual(['tenant']);
    const acme = unwrap(tags(profile, { tagfocus: 'tenant=acme' }));
    expect(acme.keys.find((key) => key.key === 'tenant'))
      .toMatchObject({ flat: 1_230_000_000, without: 0, rows: [{ value: 'acme', flat: 1_230_000_000 }] });
    expect(tags(profile, { tagshow: '(' })).toMatchObject(
      { ok: false, error: { errorType: 'bad_data', message: expect.stringContaining('tagshow') as string } }
    );
  });

  it('has no keys without labels', () => {
    expect(unwrap(tags(foldedProfile('main 1'), {})).keys).toEqual([]);
  });

  it('gives both sides of a diff', async () => {
    const [before, after] = [
      await loadProfile('goprofiles/before/labels.cpu.pb.gz'), await loadProfile('goprofiles/after/labels.cpu.pb.gz'),
    ];
    const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none'));
    const [key] = unwrap(diffTags(pair, { by: 'tenant' })).keys;
    const one = (side: typeof before): number =>
      unwrap(tags(side, { by: 'tenant' })).keys[0]?.rows.find((row) => row.value === 'acme')?.flat ?? NaN;
    const acme = key?.rows.find((row) => row.value === 'acme');
    expect(acme?.flat).toEqual({ before: one(before), after: one(after), delta: one(after) - one(before) });
    expect(acme?.share.before).toBeCloseTo(1.23 / 4.65, 10);
  });
});
