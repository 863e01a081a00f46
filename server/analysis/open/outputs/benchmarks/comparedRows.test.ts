import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): { interest: string | null; remedy: string | null } => {
  const { interest, remedy } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { interest, remedy };
};
const plain = (...rows: [string, string][]): string | null => told(
  'benchmark          old ns/op     new ns/op     delta',
  ...rows.map(([name, delta]) => `Benchmark${name}-8     1000     1000     ${delta}`)
).interest;

describe('rows of a table that compares benchmarks', () => {
  it('broken behind their names keep them, and the geometric mean is no row', () => {
    const { interest, remedy } = told(
      '\u2502 a/main.txt \u2502   b/pool.txt   \u2502', '', '\u2502   sec/op   \u2502   sec/op     vs base  \u2502',
      'Decode-4', '4.000m \u00b1 1%   3.000m \u00b1 1%  -25.00% (p=0.001 n=10)',
      'Encode/big-4', '2.000m \u00b1 1%   2.200m \u00b1 1%  +10.00% (p=0.000 n=10)',
      'Encode/small-4', '20.00\u00b5 \u00b1 0%   19.90\u00b5 \u00b1 2%       ~ (p=0.052 n=10)',
      'geomean', '543.0\u00b5        507.8\u00b5       -6.48%'
    );
    expect(interest).toBe('sec/op: 1 slower (Encode/big-4, +10 %), 1 faster (Decode-4, \u221225 %), 1 not significant; '
      + '\u22126.48 % in geometric mean, which hides that some are faster and some slower. Changes are of '
      + 'pool.txt against main.txt. Each value is of 10 runs.');
    expect(remedy).not.toContain('-count');
  });

  it('whose blanks were reduced to one', () => {
    expect(told(
      'name old time/op new time/op delta', 'A/x=1,y=2-4 2.00s \u00b1 3% 1.00s \u00b1 2% -50.00% (p=0.008 n=5+5)',
    ).interest).toBe('time/op: 1 faster (A/x=1,y=2-4, \u221250 %). Each value is of 5 runs.');
  });

  it('of CSV name the sides, too', () => {
    expect(told(
      ',a/main.txt,,a/pool.txt,,,', ',sec/op,CI,sec/op,CI,vs base,P', 'A-4,1.0e-6,1%,1.1e-6,2%,+10.00%,p=0.002 n=6',
      'geomean,1.58e-06,,1.3e-06,,-17.89%',
    ).interest).toBe('sec/op: 1 slower (A-4, +10 %). Changes are of pool.txt against main.txt. Each value is of '
      + '6 runs.');
  });

  it('whose values are all equal are the same, by the footnote', () => {
    expect(told(
      '\u2502 a.txt \u2502 b.txt \u2502', '\u2502 sec/op \u2502 sec/op vs base \u2502',
      'A-8 10.0n \u00b1 1% 12.0n \u00b1 2% +20.00% (p=0.002 n=6)',
      'B-8 1.0n \u00b1 0% 1.0n \u00b1 0% ~ (p=1.000 n=6) \u00b9',
      'geomean 3.16n 3.46n +9.54%', '\u00b9 all samples are equal',
    ).interest).toBe('sec/op: 1 slower (A-8, +20 %), 1 same; +9.54 % in geometric mean. Changes are of b.txt against '
      + 'a.txt. Each value is of 6 runs.');
  });

  it('without a printed mean have a computed one, also by the values of those that are not significant', () => {
    expect(told(
      'name   old time/op   new time/op   delta',
      'A-4    10.0ms \u00b1 1%   5.0ms \u00b1 1%  -50.00%  (p=0.000 n=9+10)',
      'B-4    900\u00b5s \u00b1 1%   1.80ms \u00b1 9%     ~     (p=0.300 n=10+10)',
      'C-4    1.00s \u00b1 0%    1.00s \u00b1 0%     ~     (all equal)',
    ).interest).toBe('time/op: 1 faster (A-4, \u221250 %), 1 not significant, 1 same; no change in geometric mean '
      + '(computed here from the 3 rows). Each value is of 9 to 10 runs.');
  });

  it('that became 0 are said to have changed by the whole', () => {
    expect(told('name  old alloc/op  new alloc/op  delta', 'A-4   73.7B \u00b142%   0.0B   -100.00%  (p=0.000 n=9+9)')
      .interest).toBe('alloc/op: 1 less (A-4, \u2212100 %). Each value is of 9 runs. The runs of a value differ by '
        + 'up to '
      + '\u00b1 42 % (A-4).');
  });

  it('of one direction and a similar share look like another machine', () => {
    const alike = (first: string): string | null => plain(['A', first], ['B', '+8.00%'], ['C', '+12.00%'],
      ['D', '+9.00%'], ['E', '+10.00%']);
    expect(alike('+14.00%')).toContain('All 5 are slower by a similar share (+8 % to +14 %): this looks like the '
      + 'machine or the build, not one code path, but this text cannot prove it.');
    expect(alike('+90.00%')).not.toContain('similar share');
    expect(alike('-9.00%')).not.toContain('similar share');
  });

  it('of which a family changed much more than another are reported by family', () => {
    expect(plain(
      ['ReadSlow', '-50.00%'], ['ReadFast', '-1.00%'], ['ScanAllSlow', '-75.00%'], ['ScanAllFast', '-8.00%'],
    )).toContain('By name: \u221250 % to \u221275 % in the 2 rows of Slow, \u22121 % to \u22128 % in the 2 rows of '
      + 'Fast.');
    expect(plain(['ReadCodaHale', '-50.00%'], ['ReadPrometheus', '-1.00%'], ['IncAllCodaHale', '-75.00%'],
      ['IncAllPrometheus', '-8.00%'])).toContain('rows of CodaHale');
    expect(plain(['Q_One_A', '-6.00%'], ['Q_One_B', '-8.00%'], ['Q_Ten_A', '+1.00%'], ['Q_Ten_B', '+14.00%']))
      .toMatch(/By name: faster in both rows of One \(\u22126 % to \u22128 %\); slower in .* The changes go both /);
  });
});

describe('the sides of a table', () => {
  const rows = ['name  old time/op  new time/op  delta',
    'A-4  1.0s \u00b1 1%  2.0s \u00b1 1%  +100.00%  (p=0.000 n=5+5)'];
  it.each([
    ['$ benchstat /tmp/with.txt /tmp/without.txt', 'Changes are of without.txt against with.txt.'],
    ['benchstat -delta-test none a/x.txt b/x.txt | tee c', 'Changes are of b/x.txt against a/x.txt.'],
    ['benchstat main=1.txt pool=2.txt', 'Changes are of pool against main.'],
    ['Old: `main`\nNew: `PR-12`', 'Changes are of PR-12 against main.'],
  ])('%s', (line, said) => { expect(told(line, ...rows).interest).toContain(said); });

  it.each(['benchstat old.txt new.txt', 'benchstat shows this', 'benchstat a.txt b.txt c.txt'])(
    'is not told of %s', (line) => { expect(told(line, ...rows).interest).not.toContain('Changes are of'); }
  );

  it('were run once by a command without -count', () => {
    const table = ['| Benchmark | Old ns/op | New ns/op | Delta |', '|-|-|-|-|', 'BenchmarkA-4|100|110|+10.00%'];
    expect(told('```', 'go test -run ^$ -bench ^A.*$ ./...', '```', ...table).interest)
      .toContain('Its go test command has no -count, so it runs each benchmark once.');
    expect(told('```', 'go test -bench ^A.*$ -count=6 ./...', '```', ...table).interest).not.toContain('-count, so');
  });
});
