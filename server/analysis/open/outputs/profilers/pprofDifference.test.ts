import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';
const told = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const table = (head: string, ...rows: (readonly [flat: string, name: string])[]): string[] => [
  ...head === '' ? [] : [`Showing nodes accounting for ${head} total`], HEADER,
  ...rows.map(([flat, name]) => `   ${flat} 70% 70%  ${flat} 71%  ${name}`),
];
const BEFORE = [['27s', 'runtime.cgocall'], ['1.5s', 'runtime.stdcall0']] as const;
const LESS = table('-31s, 82% of 38s', ['-25s', 'runtime.cgocall'], ['-1.5s', 'runtime.stdcall0']);
const SHRANK = 'runtime.cgocall shrank by 25s, runtime.stdcall0 by 1.5s.';

it('a copy of a profile without its head is no third profile', () => {
  expect(told(
    'Before the change:', ...table('', ...BEFORE), '', 'Results', 'Old:', ...table('33s, 87% of 38s', ...BEFORE), '',
    'New:', ...table('2.7s, 71% of 3.8s', ['1.9s', 'runtime.cgocall'], ['0.3s', 'main.new']), '', 'Both:', ...LESS,
  )).toBe(`It is the difference of two profiles. The totals are 38s and 3.8s: \u221290 %. ${SHRANK}`);
  expect(told('A part:', ...table('', ...BEFORE), '', 'All:',
    ...table('33s, 87% of 38s', ...BEFORE, ['1s', 'main.work']))).toMatch(/^Of 38s in all, runtime\.cgocall has the /);
});

it('tables of one profile alone are not told as growth', () => {
  expect(told('Old:', ...table('', ...BEFORE), '', 'Difference:', ...LESS))
    .toBe(`It is the difference of two profiles. The functions shown have 31s less in sum (82% of 38s). ${SHRANK}`);
  expect(told('Old:', ...table('33s, 87% of 38s', ...BEFORE), '', 'Difference:', ...LESS))
    .toBe(`It is the difference of two profiles. The functions shown have 31s less in sum (82% of 38s). ${SHRANK}`);
});

it('the base comes first in the totals, wherever it stands', () => {
  expect(told(
    'New:', ...table('2.7s, 71% of 3.8s', ['1.9s', 'runtime.cgocall']), '', 'Old:',
    ...table('33s, 87% of 38s', ...BEFORE), '', 'Difference:', ...LESS,
  )).toContain('The totals are 38s and 3.8s: \u221290 %.');
});

it('a command with a base is of the table below it, and its session goes on', () => {
  expect(told(
    '$ go tool pprof -top old.pb.gz', ...table('33s, 87% of 38s', ...BEFORE), '',
    '$ go tool pprof -base old.pb.gz new.pb.gz', 'Fetching profile over HTTP from http://a/debug/pprof/profile',
    '(pprof) top', ...table('3s, 7.9% of 38s', ['3s', 'main.grew']), '(pprof) top -cum',
    ...table('1s, 2.6% of 38s', ['1s', 'main.other']),
  )).toBe('It is the difference of two profiles. main.grew grew most, by 3s, main.other by 1s.');
});

it('a sum that shrank comes first, then what shrank', () => {
  const told = recognize(new TextEncoder().encode(['`pprof -top -diff_base=old.pb.gz new.pb.gz`', '',
    'Type: alloc_space', ...table('-310MB, 62% of 500MB', ['-300MB', 'zip.NewWriter'], ['2MB', 'main.read']),
  ].join('\n'))).interest;
  expect(told).toBe('It is the difference of two profiles. The functions shown have 310MB less in sum (62% of 500MB, '
    + 'the total of the base). zip.NewWriter shrank by 300MB. main.read grew most, by 2MB. Its values are changes '
    + 'between the two, not memory in use: they count all that was allocated, which also depends on how long each side '
    + 'ran.');
});

it('lines of one function are summed, and each is named', () => {
  expect(told('$ go tool pprof -top -lines -diff_base a.pb.gz b.pb.gz', 'File: shop.test', 'Type: alloc_space',
    ...table('-290MB, 58% of 500MB', ['-300.50MB', 'a/store.fill /src/a/store/fill.go:92'],
      ['40.25MB', 'a/store.fill /src/a/store/fill.go:86'], ['2MB', 'main.read /src/main.go:7'])))
    .toContain('a/store.fill shrank by 260.25MB in all (fill.go:92 \u2212300.50MB, fill.go:86 +40.25MB). main.read '
      + '(main.go:7) grew most, by 2MB. Each side is one run of a test binary: ');
});
