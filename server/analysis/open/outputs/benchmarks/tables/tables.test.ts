import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { withBreaks } from './lostBreaks.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const step = (...lines: string[]): unknown => recognize(new TextEncoder().encode(lines.join('\n'))).remedy;
const HEAD = 'name  old time/op  new time/op  delta';
const row = (name: string, delta: string, p = '0.008', n = 5): string =>
  `${name}-8   10.0ms ± 1%   10.0ms ± 1%  ${delta}  (p=${p} n=${n}+${n})`;
const same = (name: string): string => row(name, '~', '0.690');

it('a few small significant rows among many are what chance makes', () => {
  const rows = ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'].map((name) => same(name));
  expect(told(HEAD, row('A', '-3.00%'), ...rows)).toContain('Of 12 rows tested at p < 0.05, about 1 is expected to be '
    + 'significant by chance, and the significant one changes by less than 5 %: the table shows no clear difference; '
    + 'most likely real is A-8 (−3 %, p = 0.008).');
  expect(step(HEAD, row('A', '-3.00%'), ...rows)).toBe('Run both sides in turns with -count=10 before looking for a '
    + 'cause.');
  expect(told(HEAD, row('A', '-30.00%'), ...rows)).toContain('so repeat the significant one before believing it');
  expect(told(HEAD, row('A', '-3.00%'), same('B'))).not.toContain('by chance');
  expect(told(HEAD, ...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => row(name, '-3.00%')), ...rows.slice(5)))
    .not.toContain('by chance');
});

it('three runs per side are too few for a rank test, and bytes hardly vary', () => {
  const text = told('$ benchstat -delta-test=ttest a.txt b.txt', HEAD, row('A', '-3.00%', '0.010', 3), '',
    'name  old alloc/op  new alloc/op  delta', 'A-8  10.0kB ± 0%  9.0kB ± 0%  -10.00%  (p=0.000 n=3+3)');
  expect(text).toContain('Each value is of 3 runs. That is too few for a rank test, whose smallest p is then 0.10: '
    + 'these p are of a t-test (-delta-test=ttest). Take a change of time of a few per cent as open until both sides '
    + 'have run with -count=10; bytes and allocations hardly vary, so those changes stand.');
  expect(told(HEAD, row('A', '-3.00%', '0.029', 4))).not.toContain('rank test');
});

it('the part of the names that has all rows which changed', () => {
  expect(told(HEAD, row('One/Copy', '+50.00%'), same('One/Plain'), row('Two/Copy', '+90.00%'), same('Two/Plain')))
    .toContain('By name: slower in both rows of Copy (+50 % to +90 %); no change is shown in the 2 rows of Plain.');
  expect(told(HEAD, row('One/Copy', '+50.00%'), same('One/Plain'), row('Two/Plain', '+90.00%'), same('Two/Copy')))
    .not.toContain('By name');
});

it('one run per side: what is far beyond noise first, without a mean', () => {
  const once = (name: string, delta: string): string => `${name}   10.0ms ± 0%   10.0ms ± 0%  ${delta}`;
  const text = told(HEAD, once('Many/a', '-3.00%'), once('Many/b', '+17.00%'), once('One/a', '-97.00%'),
    once('One/b', '-96.00%'));
  expect(text).toContain('Far beyond the noise of single runs: time/op of new against old −96 % to −97 % in both '
    + 'rows of One. The other 2 rows (−3 % to +17 %) are open without more runs.');
  expect(text).toContain('Run both sides with -count 10 before any conclusion on the other rows.');
  expect(text).not.toContain('geometric mean');
});

it('panels of a load test are better or worse by what each measures, and have no mean', () => {
  const panels = ['| panel | v1 | v2 | delta |', '|---|---|---|---|', '| CPU (cores) | 4.0 | 4.0 | 0 |',
    '| requests/s `/query` | 20 | 16 | -20.0% |', '| query latency p90 (ms) | 100 | 130 | +30.0% |',
    '| memory (GiB) | 10 | 10.2 | +2.0% |', '| compactions | 9 | 9 | 0 |'];
  expect(told(...panels)).toBe('v2: worse in 2 of 5 rows (query latency p90 (ms) +30 %, requests/s /query −20 %); '
    + 'better in none by 5 % or more; 1 changed by less than 5 %; 2 the same. Fewer requests (−20 %) and longer '
    + 'times are one effect if the load waits for its answers: the slower side then does less work, so totals do not '
    + 'compare. Divided by the requests: CPU (cores) +25 % (the total is the same). It states no test of significance: '
    + 'small differences may be noise.');
  expect(step(...panels)).not.toContain('go test');
  expect(told('| Benchmark | Old ns/op | New ns/op | Delta |', '|-|-|-|-|', '| BenchmarkCPU-8 | 1 | 1 | +10.00% |',
    '| BenchmarkLatency-8 | 1 | 1 | +9.00% |', '| BenchmarkC-8 | 1 | 1 | +8.00% |')).toContain('3 slower');
});

it('a table whose line breaks are lost', () => {
  const pkg = 'goos: linux goarch: amd64 pkg: a.b/c';
  const head = '│ old.txt │ new.txt │ │ sec/op │ sec/op vs base │';
  const rows = 'A/size:_10-8 2.150m ± 1% 1.987m ± 1% -7.57% (p=0.002 n=6) B-8 4.0m ± 1% 4.1m ± 2% ~ (p=0.3 n=6)';
  expect(told(`${pkg} ${head} ${rows} geomean 2.9m 2.8m -3.10%`)).toBe('sec/op of new.txt against old.txt: 1 faster '
    + '(A/size:_10-8, −7.57 %), 1 not significant; −3.1 % in geometric mean. Each value is of 6 runs.');
  const old = `${HEAD.replaceAll('  ', ' ')} ${row('A', '-5.00%').replaceAll(/ {2,}/g, ' ')} ${
    row('B', '+6.00%').replaceAll(/ {2,}/g, ' ')}`;
  expect(told(old)).toMatch(/^time\/op of new against old: 1 slower \(B-8, \+6 %\), 1 faster \(A-8, −5 %\)/);
  const sided = `A-2   3.0m ± ∞ ¹${'   3.5m ± ∞ ¹   +5.70% (p=0.008 n=5)'.repeat(3)}`;
  expect(withBreaks(sided)).toBe(sided);
});
