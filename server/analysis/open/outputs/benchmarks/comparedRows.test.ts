import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): { interest: string | null; remedy: string | null } => {
  const { interest, remedy } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { interest, remedy };
};
const UNKNOWN = 'Which versions old and new are is not in the text.';
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
    expect(interest).toBe('sec/op of pool.txt against main.txt: 1 slower (Encode/big-4, +10 %), 1 faster (Decode-4, '
      + '\u221225 %), 1 not significant; \u22126.48 % in geometric mean, which hides that some are faster and some '
      + 'slower. Each value is of 10 runs.');
    expect(remedy).not.toContain('-count');
  });

  it('whose blanks were reduced to one', () => {
    expect(told(
      'name old time/op new time/op delta', 'A/x=1,y=2-4 2.00s \u00b1 3% 1.00s \u00b1 2% -50.00% (p=0.008 n=5+5)',
    ).interest).toBe(`time/op of new against old: 1 faster (A/x=1,y=2-4, \u221250 %). ${UNKNOWN} `
      + 'Each value is of 5 runs.');
  });

  it('of CSV name the sides, too', () => {
    expect(told(
      ',a/main.txt,,a/pool.txt,,,', ',sec/op,CI,sec/op,CI,vs base,P', 'A-4,1.0e-6,1%,1.1e-6,2%,+10.00%,p=0.002 n=6',
      'geomean,1.58e-06,,1.3e-06,,-17.89%',
    ).interest).toBe('sec/op of pool.txt against main.txt: 1 slower (A-4, +10 %). Each value is of 6 runs.');
  });

  it('whose values are all equal are the same, by the footnote', () => {
    expect(told(
      '\u2502 a.txt \u2502 b.txt \u2502', '\u2502 sec/op \u2502 sec/op vs base \u2502',
      'A-8 10.0n \u00b1 1% 12.0n \u00b1 2% +20.00% (p=0.002 n=6)',
      'B-8 1.0n \u00b1 0% 1.0n \u00b1 0% ~ (p=1.000 n=6) \u00b9',
      'geomean 3.16n 3.46n +9.54%', '\u00b9 all samples are equal',
    ).interest).toBe('sec/op of b.txt against a.txt: 1 slower (A-8, +20 %), 1 same; +9.54 % in geometric mean. Each '
      + 'value is of 6 runs.');
  });

  it('without a printed mean have a computed one, unless it hides what they do', () => {
    const of = (first: string, second: string): string | null => told(
      'name   old time/op   new time/op   delta',
      `A-4    10.0ms \u00b1 1%   5.0ms \u00b1 1%  ${first}  (p=0.000 n=9+10)`,
      `B-4    900\u00b5s \u00b1 1%   ${second} \u00b1 9%     ~     (p=0.300 n=10+10)`,
      'C-4    1.00s \u00b1 0%    1.00s \u00b1 0%     ~     (all equal)',
    ).interest;
    expect(of('-50.00%', '1.80ms')).toBe('time/op of new against old: 1 faster (A-4, \u221250 %), 1 not significant, 1 '
      + `same. ${UNKNOWN} Each value is of 9 to 10 runs.`);
    expect(of('-9.00%', '909\u00b5s')).toContain('; \u22122.77 % in geometric mean (computed here from the 3 rows). ');
  });

  it('that became 0 are said to have changed by the whole', () => {
    expect(told('name  old alloc/op  new alloc/op  delta', 'A-4   73.7B \u00b142%   0.0B   -100.00%  (p=0.000 n=9+9)')
      .interest).toBe(`alloc/op of new against old: 1 less (A-4, \u2212100 %). ${UNKNOWN} Each value is of 9 runs. `
        + 'The runs of a value differ by up to \u00b1 42 % (A-4).');
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
      .toMatch(/By name: faster in both rows of One \(\u22126 % to \u22128 %\); slower in .* of ns\/op go both /);
  });
});

describe('the sides of a table', () => {
  const rows = ['name  old time/op  new time/op  delta',
    'A-4  1.0s \u00b1 1%  2.0s \u00b1 1%  +100.00%  (p=0.000 n=5+5)'];
  it.each([
    ['$ benchstat /tmp/with.txt /tmp/without.txt', ' of without.txt against with.txt: '],
    ['benchstat -delta-test none a/x.txt b/x.txt | tee c', ' of b/x.txt against a/x.txt: '],
    ['benchstat main=1.txt pool=2.txt', ' of pool against main: '],
    ['benchstat old.txt new.txt', ' of new.txt against old.txt: '],
    ['Old: `main`\nNew: `PR-12`', ' of PR-12 against main: '],
  ])('%s', (line, said) => { expect(told(line, ...rows).interest).toContain(said); });

  it.each(['benchstat shows this', 'benchstat a.txt b.txt c.txt'])(
    'is not told of %s', (line) => { expect(told(line, ...rows).interest).toContain(UNKNOWN); }
  );

  it.each([
    ['Comparing `main` vs `v1.2.0`:', 'time/op of v1.2.0 (new) against main (old): 1 slower (A-4, +100 %). That is the '
      + 'order of "main vs v1.2.0" in the text: new is v1.2.0, a release: where it is slower, main is the faster side, '
      + 'which is no regression of main.'],
    ['`pool` vs `main`', 'The text compares pool with main, but does not say which of them is old.'],
  ])('may be in words beside the table: %s', (line, said) => { expect(told(line, ...rows).interest).toContain(said); });

  it('were run once by a command without -count', () => {
    const table = ['| Benchmark | Old ns/op | New ns/op | Delta |', '|-|-|-|-|', 'BenchmarkA-4|100|110|+10.00%'];
    expect(told('```', 'go test -run ^$ -bench ^A.*$ ./...', '```', ...table).interest)
      .toContain('Its go test command has no -count, so it runs each benchmark once.');
    expect(told('```', 'go test -bench ^A.*$ -count=6 ./...', '```', ...table).interest).not.toContain('-count, so');
  });
});

describe('rows whose runs differ far', () => {
  const table = (...rows: string[]): string => told(
    '          \u2502  main.txt   \u2502            pr.txt             \u2502',
    '          \u2502   sec/op    \u2502   sec/op     vs base          \u2502', ...rows).interest ?? '';
  const FIRM = 'A-8   100.0\u00b5 \u00b1  1%   106.0\u00b5 \u00b1 2%   +6.00% (p=0.002 n=6)';

  it('are named apart, behind those of small spread, and have no part in a mean', () => {
    const said = table(FIRM, 'B-8   400.0\u00b5 \u00b1  2%   900.0\u00b5 \u00b1 60%  +125.00% (p=0.030 n=6)',
      'C-8   100.0\u00b5 \u00b1 1%   101.0\u00b5 \u00b1 400%   ~ (p=0.400 n=6)');
    expect(said).toBe('sec/op of pr.txt against main.txt: 1 slower (A-8, +6 %), 1 not significant. 1 more is '
      + 'significant, but its runs differ too far to say by how much: +125 % (B-8, runs \u00b1 60 %). Each value is of '
      + '6 runs. The runs of a value differ by up to \u00b1 400 % (C-8). Run both sides again in turns on a quiet '
      + 'machine, with more runs (-count=10), before any of them is quoted.');
  });

  it('are as firm as others if the change is far larger', () => {
    expect(table(FIRM, 'B-8   100.0\u00b5 \u00b1 20%   900.0\u00b5 \u00b1 25%  +800.00% (p=0.000 n=10)'))
      .toContain('2 slower (most B-8, +800 %)');
  });

  it('of one run say nothing, and neither does their mean', () => {
    expect(table('A-8   10.0 \u00b1 \u221e \u00b9   9.0 \u00b1 \u221e \u00b9   ~ (p=1.000 n=1) \u00b2',
      'geomean   10.0   9.0   -10.00%')).toMatch(/^Nothing can be said: each value is of 1 run, too few to show a /);
  });
});

const oldTable = (...rows: [name: string, old: number, current: number, delta: string][]): string | null =>
  recognize(new TextEncoder().encode(['benchmark            old ns/op     new ns/op     delta', ...rows.map(
    ([name, old, current, delta]) => `Benchmark${name}-4     ${old}     ${current}     ${delta}`
  )].join('\n'))).interest;

it('one run per side: the large changes first, which are beyond noise, and a small one that shows nothing', () => {
  expect(oldTable(['Load/10', 90_000, 9_900, '-89.00%'], ['Load/100', 91_000, 10_100, '-88.90%'],
    ['Load/1000', 95_000, 38_000, '-60.00%'], ['Load/10000', 99_000, 99_990, '+1.00%'])).toBe(
    'ns/op of new against old: 3 faster (most BenchmarkLoad/10-4, \u221289 %), 1 slower (BenchmarkLoad/10000-4, '
      + '+1 %). By name: \u221289 % at 10, '
      + '\u221260 % at 1000, +1 % at 10000: the change shrinks as the number grows. Which versions old and new are is '
      + 'not in the text. It compares one run per side: a factor of 2 or more (3 rows) is far beyond the usual noise, '
      + 'a change below 5 % (1 row) shows nothing; other differences of time may be noise.');
});

it('without a large change all of it may be noise, and a worse change stays first', () => {
  expect(oldTable(['A', 100, 120, '+20.00%'], ['B', 100, 90, '-10.00%'])).toMatch(
    /^ns\/op of new against old: 1 slower .*, 1 faster .* one run per side: differences of time may be noise\.$/);
});
