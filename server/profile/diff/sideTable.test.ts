import { describe, expect, it } from 'vitest';
import { loadProfile, readOracles, unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffTop } from './diff.ts';
import { pairOf } from '../query/pair.ts';
import type { Question } from '../query/question.ts';
import { diffTopOfTables, sideTable } from './sideTable.ts';

const pairs = readOracles().filter(({ base, files, normalize }) => base !== null && files.length === 1 && !normalize);

async function bothWays(
  before: string, after: string, question: Question
): Promise<{ whole: unknown; tables: unknown }> {
  const [first, second] = [await loadProfile(before), await loadProfile(after)];
  const asked = { sampleType: second.sampleTypes.at(-1)?.type ?? '', ...question };
  const pair = pairOf([{ profile: first }], [{ profile: second }], asked.sampleType, 'none');
  const [one, other] = [sideTable(first, 'before', asked), sideTable(second, 'after', asked)];
  if (!pair.ok || !one.ok || !other.ok || one.value === null || other.value === null)
    return { whole: null, tables: null };
  // Clones the table as if it came from another thread.
  const tables = unwrap(diffTopOfTables(structuredClone(one.value), other.value, asked));
  return { whole: tables === null ? null : unwrap(diffTop(pair.value, asked)), tables };
}

describe('a diff put together from a table of each side is the diff of the whole pair', () => {
  it('has pairs of CPU profiles to try, in many questions', async () => {
    let tried = 0;
    for (const { base, files, question } of pairs)
      if ((await bothWays(base ?? '', files[0] ?? '', question)).tables !== null) tried++;
    expect(tried).toBeGreaterThan(20);
  });

  it.each(pairs.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, { base, files, question }) => {
    const { whole, tables } = await bothWays(base ?? '', files[0] ?? '', question);
    expect(tables).toEqual(whole);
  });

  it('both ways round, so that names only one side has are first and last', async () => {
    const [before, after] = ['seed-wal/before.cpu.pb.gz', 'seed-wal/after.cpu.pb.gz'];
    for (const [first, second] of [[before, after], [after, before]] as const) {
      const { whole, tables } = await bothWays(
        first, second, { sampleType: 'cpu', drop_negative: true, granularity: 'lines', focus: 'runtime' }
      );
      expect(tables).not.toBeNull();
      expect(tables).toEqual(whole);
    }
  });

  it.each([
    ['labels are read with those of the other side', { tagfocus: 'a' }],
    ['addresses depend on where the other side was loaded', { granularity: 'addresses' }],
  ] as const)('asks the whole pair where %s', async (_why, question) => {
    expect(
      unwrap(sideTable(await loadProfile('seed-wal/before.cpu.pb.gz'), 'before', { sampleType: 'cpu', ...question }))
    ).toBeNull();
  });

  it('asks the whole pair for negative values and for '
    + 'heap profiles, whose samples are weighed one by one', async () => {
    expect(unwrap(sideTable(await loadProfile('edge/seed-diff.cpu.pb.gz'), 'before', { sampleType: 'cpu' })))
      .toBeNull();
    expect((await bothWays('live/heap.pb.gz', 'live/heap-2.pb.gz', { sampleType: 'inuse_space' })).tables).toBeNull();
  });
});
