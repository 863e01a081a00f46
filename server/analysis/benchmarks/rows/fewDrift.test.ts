import { expect, it } from 'vitest';
import { pairOf, reportOf, runs } from '../../../../testdata/benchmarks/reports.ts';
import { comparedWords } from '../comparedWords.ts';

type Rows = Readonly<Record<string, readonly [ns: number, bytes: number]>>;
const side = (rows: Rows): string => Object.entries(rows).map(([name, [ns, bytes]]) => runs(8, (run) =>
  `Benchmark${name}-4 1000 ${ns * (1 + 0.0005 * ((run * 5) % 8))} ns/op ${bytes} B/op 3 allocs/op`)).join('\n');
const BEFORE: Rows = {
  'Encode/small': [100, 64], 'Encode/large': [9000, 4096], 'Hash': [40, 0], 'Merge': [700_000, 90_000],
  'Lookup/hit': [2_000_000, 500_000],
};
const scaled = (factor: number, other: Rows): Rows => ({
  ...Object.fromEntries(Object.entries(BEFORE).map(([name, [ns, bytes]]) => [name, [ns * factor, bytes] as const])),
  ...other,
});
const words = (after: Rows): string[] => comparedWords(pairOf(side(BEFORE), side(after)));

it('several functions that change alike with the same counts are the machine, and one of them is not', () => {
  expect(words(scaled(1.06, { 'Lookup/hit': [1_700_000, 350_000], 'Hash': [42.6, 0] }))).toEqual([
    'Time: +6.0 % in 4 of 5 benchmarks, the machine or the build; beyond it: 1 faster (\u221220 %).',
    'Lookup/hit-4 is \u221220 % against the others (2 ms/op to 1.7 ms/op, \u221215 % as measured, p<0.001 n=8; 488 '
      + 'KiB/op to 342 KiB/op).',
    'The 4 others changed by about as much (+6.0 % to +6.5 %), with the same bytes and allocations as before: that is '
      + 'the machine, its clock or the build rather than this code, and p does not exclude it. Run both sides in turns '
      + '(A B A B), with a fixed CPU frequency.',
  ]);
});

it('all may become faster alike', () => {
  expect(words(scaled(0.9, {}))[0])
    .toBe('Time: \u221210.0 % in 5 of 5 benchmarks, the machine or the build; beyond it: no change.');
});

it.each<[string, Rows]>([
  ['the counts change with the time', Object.fromEntries(Object.entries(BEFORE)
    .map(([name, [ns, bytes]]) => [name, [ns * 1.06, bytes * 1.1] as const]))],
  ['they change by other factors', scaled(1.06, { 'Merge': [900_000, 90_000], 'Hash': [40.2, 0] })],
  ['the change is larger than one of a machine', scaled(1.6, {})],
])('not where %s', (_, after) => { expect(words(after).join(' ')).not.toContain('the machine or the build;'); });

it('not for the sizes of one function, whose code they share', () => {
  const sizes = (factor: number): string => side(Object.fromEntries([1, 10, 100, 1000]
    .map((size) => [`Scan/${size}`, [50 * size * factor, 16] as const])));
  expect(reportOf([{ name: 'a', text: sizes(1) }, { name: 'b', text: sizes(1.06) }]).finding.sentence)
    .not.toContain('the machine');
});

it('one text with both sides has no mean of a drift', () => {
  const report = reportOf([{ name: 'one', text: `Before:\n${side(BEFORE)}\n\nAfter:\n${side(scaled(1.06, {}))}` }]);
  expect(report.finding.sentence).toMatch(/^Time: \+6\.0 % in 5 of 5 benchmarks, the machine or the build/);
  expect(JSON.stringify(report.finding)).not.toContain('in geometric mean');
});

it('of many benchmarks, those that deviate come before the others, without a mean', () => {
  const names = Array.from({ length: 10 }, (_, i) => `Case${String.fromCharCode(65 + i)}`);
  const many = (factor: (at: number) => number): string =>
    side(Object.fromEntries(names.map((name, at) => [name, [1000 * factor(at), 64] as const])));
  const said = comparedWords(pairOf(many(() => 1), many((at) => (at === 4 ? 1.5 : at === 7 ? 1.1 : 1.2))));
  expect(said[0]).toMatch(/^Time: \+20 % in 8 of 10 benchmarks, the machine or the build; beyond it: /);
  expect(said[1]).toMatch(/^CaseE-4 is \+25 % against the others .* CaseH-4 is −8\.3 % against the others/);
  expect(said[2]).toMatch(/^The 8 others changed by about as much \(\+20 %\), with the same bytes and/);
  expect(said.join(' ')).not.toContain('geometric mean');
});
