/** Tests what is said of a few benchmarks: values, p, number of runs, and the run that decides. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { pairOf, reportOf } from '../../../../testdata/benchmarks/reports.ts';
import { comparedWords } from '../comparedWords.ts';

const side = (values: readonly number[], unit = 'ns/op'): string =>
  values.map((value) => `BenchmarkGet-8 100 ${value} ${unit}`).join('\n');

it('a change that one run hides is not significant, rather than the same', () => {
  const report = pairOf(side([200, 201, 202, 203, 204]), side([180, 181, 182, 183, 320]));
  expect(comparedWords(report)).toEqual([
    'Time: 1 not significant (\u22129.9 %).',
    'Get-8: the change is not significant, which does not mean that there is none: 202 ns/op to 182 ns/op '
      + '(\u22129.9 %, p=0.151 n=5). One run of new, 320 ns/op, decides: without it p would be 0.016. '
      + 'Do not drop it; repeat both sides at least 10 times on a quiet machine.',
  ]);
});

it('both values, p and the number of runs are reported', () => {
  const { finding } = pairOf(side([200, 201, 202, 203, 204]), side([150, 151, 152, 153, 154]));
  expect(statements(finding).join(' ')).toContain('Time: Get-8 202 ns/op to 152 ns/op (\u221225 %, p=0.008 n=5).');
});

it('a small change within noise is not shown to be one', () => {
  expect(comparedWords(pairOf(side([200, 201, 202, 203, 204]), side([199, 201, 203, 204, 205])))[0])
    .toBe('Time: no difference shown in 1.');
});

it('runs that differ in a unit declared exact are reported', () => {
  const text = `Unit rows assume=exact\nnote: a\n${side([7, 8, 8], 'rows')}\nnote: b\n${side([8, 8, 8], 'rows')}`;
  expect(statements(reportOf([{ name: 'paste', text }]).finding).join(' ')).toContain(
    'rows is declared exact, but the runs of Get-8 in a have 7 to 8: remove the declaration');
});
