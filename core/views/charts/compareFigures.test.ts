import { describe, expect, it } from 'vitest';
import type { Figure } from '../../contract/contract.ts';
import { compareFigures, comparisonSentence } from './compareFigures.ts';

const figure = (
  name: string, value: number | null, low?: number | null, high?: number | null, unit: Figure['unit'] = 'cores'
): Figure => (
  { name, value, unit, from: [], ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
);
const percent = (ratio: number): string => `${ratio > 0 ? '+' : ''}${Math.round(100 * ratio)} %`;

describe('figures of two windows', () => {
  it.each<[string, Figure | null, Figure | null, number | null, string]>([
    ['ranges that do not meet are apart', figure('GC', 0.1, 0.09, 0.11), figure('GC', 0.2, 0.18, 0.22), 1, 'apart'],
    ['a fall as well', figure('GC', 0.2, 0.18, 0.22), figure('GC', 0.1, 0.09, 0.11), -0.5, 'apart'],
    ['ranges that touch meet', figure('GC', 0.1, 0.09, 0.15), figure('GC', 0.2, 0.15, 0.22), 1, 'meet'],
    ['without a range nothing is said', figure('GC', 0.1), figure('GC', 0.2, 0.15, 0.22), 1, 'none'],
    ['half a range is none', figure('GC', 0.1, 0.05, null), figure('GC', 0.2, 0.15, 0.22), 1, 'none'],
    ['of nothing there is no ratio', figure('GC', 0, 0, 0), figure('GC', 0.2, 0.15, 0.22), null, 'apart'],
    ['what is not known has no ratio', figure('GC', null), figure('GC', 0.2), null, 'none'],
    [
      'moments have none either', figure('next', 1e9, 1e9, 1e9, 'timestamp'),
      figure('next', 2e9, 2e9, 2e9, 'timestamp'), null, 'none',
    ],
    ['a figure of one side stands alone', null, figure('GC', 0.2, 0.1, 0.3), null, 'none'],
    ['a figure of the other side too', figure('GC', 0.2, 0.1, 0.3), null, null, 'none'],
    ['a ratio of a negative base keeps its direction', figure('GC', -0.2), figure('GC', -0.1), 0.5, 'none'],
  ])('%s', (_, base, here, deltaRatio, verdict) => {
    const rows = compareFigures(base === null ? [] : [base], here === null ? [] : [here]);
    expect(rows).toEqual([
      {
        name: (here ?? base)?.name, unit: (here ?? base)?.unit, base, here,
        deltaRatio: deltaRatio === null ? null : expect.closeTo(deltaRatio, 12) as number, verdict,
      },
    ]);
  });

  it('keep the order of this side; the same name in another unit is another figure', () => {
    const rows = compareFigures(
      [figure('c', 1), figure('a', 1, undefined, undefined, 'bytes'), figure('b', 1)], [figure('b', 2), figure('a', 2)]
    );
    expect(rows.map(({ name, unit, base, here }) => [name, unit, base?.value, here?.value])).toEqual([
      ['b', 'cores', 1, 2], ['a', 'cores', undefined, 2], ['c', 'cores', 1, undefined], ['a', 'bytes', 1, undefined],
    ]);
  });

  it('are summed up with the largest change first, of those whose ranges can be judged', () => {
    const base = [figure('small', 1, 1, 1), figure('large', 1, 1, 1), figure('same', 1, 0, 2), figure('bare', 1)];
    expect(
      comparisonSentence(
        compareFigures(
          base, [figure('small', 2, 2, 2), figure('large', 9, 9, 9), figure('same', 1, 0, 2), figure('bare', 9)]
        ),
        percent
      )
    )
      .toBe('2 of 3 figures with a range on both sides changed beyond it: large +800 %, small +100 %.');
    expect(comparisonSentence(compareFigures(base, base), percent))
      .toBe('None of the 3 figures with a range on both sides changed beyond it.');
    expect(comparisonSentence(compareFigures([], base), percent))
      .toBe('No figure has a range on both sides, so none can be called different.');
  });
});
