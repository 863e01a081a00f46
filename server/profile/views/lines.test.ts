import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStacks } from '../../../testdata/profiles/anyStacks.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, readOracles, unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffLines, lines, withSource } from './lines.ts';
import { pairOf } from '../query/pair.ts';
import { top } from '../query/top.ts';

const oracles = readOracles();

/** Rows `name file:line` of a table by lines, for one function. */
function linesIn(oracle: string, name: string): Map<string, { flat: number; cum: number }> {
  const rows = oracles.find((each) => each.name === oracle)?.rows ?? new Map<string, { flat: number; cum: number }>();
  return new Map(
    [
      ...rows,
    ].flatMap(([row, value]) => (row.startsWith(`${name} `) ? [[row.slice(name.length + 1), value] as const] : []))
  );
}

describe('lines of a function are the rows of go tool pprof -lines', () => {
  it.each([
    ['filters/seed-before.lines', 'seed-wal/before.cpu.pb.gz', 'github.com/prometheus/tsdb.(*memSeries).append'],
    ['filters/seed-before.lines', 'seed-wal/before.cpu.pb.gz', 'runtime.scanobject'],
    ['filters/recursion.lines', 'goprofiles/before/recursion.cpu.pb.gz', 'main.fib'],
    ['filters/recursion.lines', 'goprofiles/before/recursion.cpu.pb.gz', 'main.mix3'],
  ])('%s %s %s', async (oracle, file, name) => {
    const table = unwrap(lines(await loadProfile(file), name, {}));
    const ours = new Map(
      table.files.flatMap(
        ({ file: path, rows }) => rows.map((row) => [`${path}:${row.line}`, { flat: row.flat, cum: row.cum }] as const)
      )
    );
    const theirs = linesIn(oracle, name);
    expect(theirs.size).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  });

  it('of a diff', async () => {
    const [
      before, after,
    ] = [await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz')];
    const name = 'github.com/prometheus/tsdb.(*Head).processWALSamples';
    const table = unwrap(
      diffLines(unwrap(pairOf([{ profile: before }], [{ profile: after }], 'cpu', 'none')), name, {})
    );
    const theirs = linesIn('made/lines.diff', name);
    expect(theirs.size).toBeGreaterThan(3);
    for (const { file, rows } of table.files) {
      for (const row of rows.filter(({ flat, cum }) => flat.delta !== 0 || cum.delta !== 0)) {
        expect(theirs.get(`${file}:${row.line}`), String(row.line))
          .toEqual({ flat: row.flat.delta, cum: row.cum.delta });
      }
    }
    expect(table.cum).toMatchObject({ before: 48_980_000_000, after: 38_500_000_000 });
  });

  it('for any stacks: flats of the lines add up to the function\'s, its flat and cum are those of top', () => {
    fc.assert(fc.property(anyStacks(), (stacks) => {
      const profile = foldedProfile(stacks);
      for (const row of unwrap(top(profile, {})).rows) {
        const table = unwrap(lines(profile, row.function, {}));
        expect([table.flat, table.cum]).toEqual([row.flat, row.cum]);
        expect(table.files.flatMap((file) => file.rows).reduce((sum, line) => sum + line.flat, 0)).toBe(row.flat);
      }
    }), { numRuns: 60 });
  });

  it('says when no sample has the function', () => {
    expect(lines(foldedProfile('main 1'), 'nowhere', {}))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });
});

describe('source text', () => {
  const table = unwrap(lines(foldedProfile('main;read 3'), 'read', { sampleType: 'samples' }));
  const source = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);

  it('fills in the lines around those with a value', () => {
    const [file] = withSource(table, new Map([['/src/read.go', { lines: source, note: 'read.go in /src' }]]), 0);
    expect(file).toMatchObject(
      { hasSource: true, rowsLeftOut: 0, sourceNote: expect.stringContaining('another version') as string }
    );
    expect(file?.rows.map((row) => `${row.line} ${row.flat} ${row.cum} ${row.text ?? ''}`)).toEqual([
      '1 3 3 line 1', '2 0 0 line 2', '3 0 0 line 3', '4 0 0 line 4', '5 0 0 line 5', '6 0 0 line 6', '7 0 0 line 7',
    ]);
  });

  it('is found by the path in the profile, whatever the file is named as', async () => {
    const name = 'github.com/prometheus/tsdb.(*memSeries).append';
    const profile = await loadProfile('seed-wal/before.cpu.pb.gz');
    // Same paths as -list -trim_path and -list -source_path print.
    for (
      const [question, file] of [
        [{ trim_path: '/home/build/go/src' }, 'github.com/prometheus/tsdb/head.go'],
        [{ source_path: '/a/tsdb' }, 'head.go'],
      ] as const
    ) {
      const named = unwrap(lines(profile, name, question));
      expect(named.files.map((one) => [one.file, one.path]))
        .toEqual([[file, '/home/build/go/src/github.com/prometheus/tsdb/head.go']]);
      const [shown] = withSource(named, new Map(), 0);
      expect(shown).not.toHaveProperty('path');
      expect(shown?.file).toBe(file);
    }
  });

  it('of a file with hundreds of thousands of lines is shown in part', () => {
    const length = 200_000;
    const rows = Array.from({ length }, (_, i) => ({ line: i + 1, flat: 1, cum: 1, text: null }));
    const many = table.files.map((file) => ({ ...file, rows }));
    const text = { lines: Array.from({ length }, () => 'x'), note: 'read.go' };
    const [file] = withSource({ files: many }, new Map([['/src/read.go', text]]), 0);
    expect(file?.rows[0]).toMatchObject({ line: 1, text: 'x' });
    expect(file?.rowsLeftOut).toBeGreaterThan(100_000);
  });

  it.each([
    ['there is no text', { lines: null, note: 'not found' }, 'not found'],
    [
      'the file is too short to be the one', { lines: [], note: 'read.go' },
      'read.go has 0 lines and the profile names line 1: it is another version',
    ],
    [
      'a line with a value is empty', { lines: ['', 'x'], note: 'read.go' },
      'line 1 of read.go has a value and is no code: it is another version',
    ],
    [
      'a line with a value is a comment', { lines: ['  // x'], note: 'read.go' },
      'line 1 of read.go has a value and is no code: it is another version',
    ],
  ])('keeps the rows alone when %s', (_what, text, note) => {
    const [file] = withSource(table, new Map([['/src/read.go', text]]), 0);
    expect(file)
      .toMatchObject({ hasSource: false, sourceNote: note, rows: [{ line: 1, flat: 3, cum: 3, text: null }] });
  });
});
