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
    + '2.3 times as long at 8 as at 1.');
  expect(words).toContain('Lock by GOMAXPROCS in new: 102 ns/op at 1, 64 ns/op at 2, 41 ns/op at 4, 40 ns/op at 8: '
    + '2.55 times as fast at 8 as at 1, with no gain above 4.');
  expect(words.join(' ')).toContain('Lock: 3 of 4 settings changed the same way');
});

it('two settings are no scaling, and small changes may be chance', () => {
  expect(said([100, 60], [101, 61]).join(' ')).not.toContain('GOMAXPROCS');
  expect(said([100, 60, 40], [101, 61, 39]).join(' ')).not.toContain('the same way');
});
