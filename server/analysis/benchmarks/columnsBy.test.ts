import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../testdata/benchmarks/reports.ts';
import { benchCsv } from './benchCsv.ts';
import { benchmarkReport } from './report.ts';

const LINES = [
  ...[100, 101, 102, 103, 104, 105].map((ns, run) =>
    `BenchmarkEncode/format=json/size=10-8 1 ${ns} ns/op\nBenchmarkEncode/format=gob/size=10-8 1 ${50 + run} ns/op`),
  'BenchmarkEncode/format=json/size=20-8 1 200 ns/op', 'BenchmarkEncode/format=gob/size=20-8 1 90 ns/op',
  'BenchmarkOther-8 1 90 ns/op',
].join('\n');

function csv(text: string, col: string): string[] {
  const { units, columns } = reportOf([{ name: 'one', text }], { col });
  return benchCsv(units, columns).split('\n');
}

describe('columns by a key of the names', () => {
  // Output of benchstat -format csv -col /format for the same lines, except its empty name of the last column and the
  // last bits of geomeans.
  it('are those of benchstat -col', () => {
    expect(csv(LINES, '/format').slice(0, 5)).toEqual([
      ',json,,gob,,,,(none),,,', ',sec/op,CI,sec/op,CI,vs base,P,sec/op,CI,vs base,P',
      'Encode/size=10-8,1.025e-07,2%,5.25e-08,5%,-48.78%,p=0.002 n=6',
      'Encode/size=20-8,2.0000000000000002e-07,∞,9.000000000000001e-08,∞,~,p=1.000 n=1',
      'Other-8,,,,,,,9.000000000000001e-08,∞',
    ]);
  });

  it('are the numbers at the end of the names for /gomaxprocs', () => {
    const text = ['', '-2', '-8'].map((procs) => `BenchmarkA/x${procs} 1 ${procs.length + 1} ns/op`).join('\n');
    expect(csv(text, '/gomaxprocs')[2]).toMatch(/^A\/x,1e-09,∞,3\.\d+e-09,∞,/);
    expect(csv(text, '/gomaxprocs')[0]).toBe(',(none),,2,,,,8,,,');
  });

  it('are offered for the keys that have two to eight values', () => {
    const keysOf = (text: string): string[] => {
      const report = reportOf([{ name: 'one', text }]);
      expect(report).toMatchObject({ verdict: 'untested', finding: { code: 'bench-one-output' } });
      return report.columnKeys;
    };
    expect(keysOf(LINES)).toEqual(['/format', '/size']);
    expect(keysOf('BenchmarkA-2 1 1 ns/op\nBenchmarkA-8 1 1 ns/op')).toEqual(['/gomaxprocs']);
    expect(keysOf(Array.from({ length: 9 }, (_, n) => `BenchmarkA/n=${n}/x=1-8 1 1 ns/op`).join('\n'))).toEqual([]);
  });

  it('are the values of a configuration line, as -col note', () => {
    const text = 'note: before\nBenchmarkA 1 100 ns/op\nBenchmarkB 1 9 ns/op\nnote: after\nBenchmarkA 1 90 ns/op';
    expect(csv(text, 'note').slice(0, 1)).toEqual([',before,,after,,,']);
    expect(csv(text, '.config')[0]).toBe(',before,,after,,,');
    expect(reportOf([{ name: 'one', text }]).columnKeys).toEqual(['note']);
  });

  it('are the combinations of several keys', () => {
    const text = ['before', 'after'].flatMap((note) => [`note: ${note}`, ...['json', 'gob'].map(
      (format, i) => `BenchmarkEncode/format=${format}/size=1-8 1 ${10 + i} ns/op`
    )]).join('\n');
    const { columns, units } = reportOf([{ name: 'one', text }], { col: '/format,note' });
    expect(columns).toEqual(['json before', 'json after', 'gob before', 'gob after']);
    expect(units.flatMap(({ rows }) => rows.map(({ name, cells }) => [name, cells.length]))).toEqual(
      [['Encode/size=1-8', 4]]
    );
    expect(reportOf([{ name: 'a', text }, { name: 'b', text }], { col: '.file,note' }).columns)
      .toEqual(['a before', 'a after', 'b before', 'b after']);
    expect(benchmarkReport([{ name: 'one', text }], { col: 'note,/none' })).toMatchObject({ ok: false });
  });

  it('keep a name that itself ends in a number', () => {
    const text = ['Add-1', 'Add-1-2', 'Add-1-4'].map((name) => `Benchmark${name} 1 10 ns/op`).join('\n');
    expect(csv(text, '/gomaxprocs')[2]).toMatch(/^Add-1,1e-08,/);
  });

  it('leave out ignored keys of the names', () => {
    const side = (format: string): string => `BenchmarkA/format=${format}-8 1 5 ns/op`;
    const texts = [side('a'), side('b')].map((text, i) => ({ name: `${i}`, text }));
    const { units } = reportOf(texts, { ignore: ['/format'] });
    expect(units[0]?.rows.map(({ name, cells }) => [name, cells.length])).toEqual([['A-8', 2]]);
  });

  it.each([
    ['note', 'No output has a line "note: ..."'],
    ['/colour', 'No benchmark has "colour=..." in its name'],
    ['/only', 'Every benchmark has the same "only" in its name'],
    ['/n', '"n" has 9 values, more than the limit of 8'],
  ])('of %s: %s', (col, said) => {
    const text = Array.from({ length: 9 }, (_, n) => `BenchmarkA/only=x/n=${n} 1 1 ns/op`).join('\n');
    expect(benchmarkReport([{ name: 'one', text }], { col }))
      .toMatchObject({ ok: false, error: { errorType: 'bad_data', message: expect.stringContaining(said) as string } });
  });
});
