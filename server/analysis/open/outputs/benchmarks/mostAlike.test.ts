import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const table = (unit: string, ...rows: [name: string, delta: string][]): string[] => [
  '          \u2502  old.txt   \u2502            new.txt            \u2502',
  `          \u2502   ${unit}   \u2502   ${unit}     vs base          \u2502`,
  ...rows.map(([name, delta]) => `${name}-8   100.0 \u00b1 1%   100.0 \u00b1 1%   ${
    delta === '~' ? '~ (p=1.000 n=8)' : `${delta} (p=0.000 n=8)`}`), '',
];
const TIMES: [string, string][] = [['Parse/a', '+11.20%'], ['Parse/b', '+10.90%'], ['Hash', '+11.50%'],
  ['Sort', '+10.40%'], ['Find', '-9.00%']];

it('most rows of a table of benchstat that change by the same share, and the one that does not', () => {
  expect(told(...table('sec/op', ...TIMES), 'geomean   100.0   106.0   +6.61%')).toBe('sec/op of new.txt against '
    + 'old.txt: 4 of 5 are slower by nearly the same '
    + 'share (+10.4 % to +11.5 %): this looks like the machine or the build, not their code. Unchanged allocations '
    + 'would support it. Against these, Find-8 is \u221218.1 % (\u22129 % in the text). Run both sides in turns to '
    + 'distinguish them. Each value is of 8 runs.');
  expect(told(...table('sec/op', ...TIMES), ...table('allocs/op', ...TIMES.map(([name]): [string, string] =>
    [name, '~'])))).toContain(', with the same bytes or allocations: this looks like the machine');
});

it('not where the allocations change, and not for parts of one function', () => {
  expect(told(...table('sec/op', ...TIMES), ...table('allocs/op', ...TIMES.map(([name]): [string, string] =>
    [name, '+8.00%'])))).not.toContain('the machine');
  expect(told(...table('sec/op', ...TIMES.map(([name, delta], i): [string, string] =>
    [`One/${i}${name.slice(0, 1)}`, delta])))).not.toContain('nearly the same share');
});

it('Criterion: most benchmarks change alike', () => {
  expect(told(...TIMES.flatMap(([name, delta]) => [`${name}  time:   [10.0 ns 10.2 ns 10.4 ns]`,
    `        change: [${delta} ${delta} ${delta}] (p = 0.00 < 0.05)`,
    `        Performance has ${delta.startsWith('-') ? 'improved' : 'regressed'}.`]))).toMatch(
    /^4 of 5 are slower by nearly .* Find is \u221218\.1 % \(\u22129 % in the text\)\. .* 4 regressed, 1 improved\./);
});
