/** Tests texts whose benchmark was changed between two of their results. */
import { expect, it } from 'vitest';
import { render } from '../../../../core/text/parts.ts';
import { reportOf } from '../../../../testdata/benchmarks/reports.ts';

const hash = (digit: string): string => digit.repeat(40);
const result = (ns: number, allocs: number): string =>
  `BenchmarkPut \t     100\t  ${ns} ns/op\t ${allocs * 100} B/op\t   ${allocs} allocs/op\n`;
const one = (...parts: string[]): ReturnType<typeof reportOf> => reportOf([{ name: 'paste', text: parts.join('') }]);

it('sides before the benchmark was changed are not compared with those after it', () => {
  const { columns, notes, finding, units } = one(
    `Current master ${hash('a')}:\n`, result(19_000_000, 300), `Before this PR ${hash('b')}: \n`,
    result(21_000_000, 310), `After changing benchmark ${hash('c')}:\n`, result(33_000_000, 600),
    `This PR ${hash('d')}:\n`, result(26_400_000, 320),
  );
  expect(columns).toEqual(['After changing benchmark cccccccccc', 'This PR dddddddddd']);
  expect(notes[0]).toBe('One text with two sides: After changing benchmark cccccccccc and This PR dddddddddd; the '
    + 'first is the base. Not compared: Current master aaaaaaaaaa and Before this PR bbbbbbbbbb, measured before the '
    + 'benchmark was changed, which is other work.');
  expect(units.map(({ rows }) => rows[0]?.cells.map((cell) => cell?.n))).toEqual([[1, 1], [1, 1], [1, 1]]);
  expect(finding.evidence.map((each) => render(each)).join(' ')).toContain('−20 %');
});

it('updated results are of the same benchmarks, and a last side stays beside the others', () => {
  expect(one('Before:\n', result(30, 3), 'Updated benchmarks:\n', result(20, 3), 'Final:\n', result(10, 3)).columns)
    .toEqual(['Before', 'Updated benchmarks', 'Final']);
  expect(one('Before:\n', result(30, 3), 'After changing the benchmark:\n', result(20, 3)).columns)
    .toEqual(['Before', 'After changing the benchmark']);
});

it('a long line with a colon directly before a result is a heading, a log line is none', () => {
  const long = 'With the pool of buffers that is shared by all tenants of the ingester instead';
  expect(one('Before:\n', result(30, 3), 'After:\n', result(20, 3), `${long}:\n`, result(10, 3)).columns)
    .toHaveLength(3);
  expect(one('Before:\n', result(30, 3), 'After:\n', result(20, 3), `2024-01-02 ${long}:\n`, result(10, 3)).columns)
    .toEqual(['Before', 'After']);
});
