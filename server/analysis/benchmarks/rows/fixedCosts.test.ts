import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { reportOf } from '../../../../testdata/benchmarks/reports.ts';

const said = (before: readonly string[], after: readonly string[]): string => statements(reportOf([
  { name: 'a', text: before.join('\n') }, { name: 'b', text: after.join('\n') },
]).finding).join(' ');

it('a count that more iterations share is no change per operation', () => {
  expect(said(['BenchmarkLoad-8 200 5000000 ns/op 1000000 B/op 4000 allocs/op'],
    ['BenchmarkLoad-8 210 4900000 ns/op 952400 B/op 3810 allocs/op'])).toContain('allocs/op fell in 1 of 1 by 4.75 %. '
    + 'B/op of Load-8 times its iterations is 191 MiB on both sides, allocs/op of Load-8 times its iterations is '
    + '800,000 on the first side and 800,100 on the second: that looks like a fixed cost that more iterations share '
    + '(200 and 210), not like a change per operation. Run both sides with the same number, such as -benchtime=200x.');
});

it.each([
  ['the iterations stay', 'BenchmarkLoad-8 200 4900000 ns/op 952400 B/op'],
  ['the count changes far more than they', 'BenchmarkLoad-8 210 4900000 ns/op 500000 B/op'],
  ['the count changes the other way', 'BenchmarkLoad-8 210 4900000 ns/op 1050000 B/op'],
])('not where %s', (_, after) => {
  expect(said(['BenchmarkLoad-8 200 5000000 ns/op 1000000 B/op'], [after])).toContain('not timings, and rarely noise.');
});
