/** Tests what is said of the settings of -cpu, which are no benchmarks of their own. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { pairOf } from '../../../../testdata/benchmarks/reports.ts';

const side = (values: readonly number[]): string => values.map((value, i) =>
  `BenchmarkLock${i === 0 ? '' : `-${2 ** i}`} 100 ${value} ns/op`).join('\n');
const said = (before: readonly number[], after: readonly number[]): string[] =>
  statements(pairOf(side(before), side(after)).finding);

it('settings of -cpu are reported as scaling on each side', () => {
  const words = said([100, 160, 220, 230], [102, 64, 41, 40]);
  expect(words).toContain('Lock by GOMAXPROCS in old: 100 ns/op at 1, 160 ns/op at 2, 220 ns/op at 4, 230 ns/op at 8: '
    + '2.3 times as long at 8 as at 1, a sign of contention.');
  expect(words).toContain('Lock by GOMAXPROCS in new: 102 ns/op at 1, 64 ns/op at 2, 41 ns/op at 4, 40 ns/op at 8: '
    + '2.55 times as fast at 8 as at 1, with no gain above 4.');
  expect(words[0]).toBe('new against old: 3 of 4 settings of Lock take half the time or less, which noise of '
    + 'single runs hardly explains.');
  expect(words).toContain('One run per side cannot show a smaller difference from noise.');
});

it('two settings are no scaling, and small changes may be chance', () => {
  expect(said([100, 60], [101, 61]).join(' ')).not.toContain('GOMAXPROCS');
  expect(said([100, 60, 40], [101, 61, 39]).join(' ')).not.toContain('hardly explains');
});

const several = (times: readonly number[]): string =>
  times.map((ns, i) => `Benchmark${'ABCDE'.charAt(i)} 100 ${ns} ns/op`).join('\n');
const first = (before: readonly number[], after: readonly number[]): string =>
  statements(pairOf(several(before), several(after)).finding)[0] ?? '';

it('several benchmarks that change much the same way lead, though each ran once', () => {
  expect(first([10, 20, 30, 40], [25, 44, 61, 95])).toBe('new against old: all 4 benchmarks take twice the time '
    + 'or more, which noise of single runs hardly explains.');
  expect(first([10, 20, 30, 40], [25, 44, 61, 39])).toContain('3 of 4 benchmarks take twice the time or more');
});

it('few of many, changes both ways, and work that vanished do not', () => {
  const noise = 'One run per side cannot show a difference from noise.';
  expect(first([10, 20, 30, 40, 50], [25, 44, 31, 41, 51])).toBe(noise);
  expect(first([10, 20, 30, 40], [25, 44, 61, 10])).toBe(noise);
  expect(first([1000, 2000, 3000], [0.3, 0.3, 0.3])).toBe(noise);
});
