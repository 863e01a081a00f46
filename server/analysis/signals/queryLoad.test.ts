import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { heavyQuerySpans, queryFigures } from './queryLoad.ts';

describe('what queries take', () => {
  it('is the rate of the seconds in evaluation, with its least and most, and the most queries seen at once', () => {
    const figures = queryFigures(
      handMadeWindow({ roles: { queriesNow: [0, 3, null, 1, 0], queryEvalSeconds: [10, 10, 10.5, 12.5, 12.5] } })
    );
    expect(figures).toMatchObject([{ value: 3, unit: 'count' }, { value: 0.625, low: 0, high: 2, unit: 'cores' }]);
  });

  it('counts an interval of two steps twice in its mean', () => {
    const made = handMadeWindow({ repeatedTicks: [2], roles: { queryEvalSeconds: [0, 3, 3, 3, 3, 3] } });
    expect(queryFigures(made)).toMatchObject([{ value: 0.6 }]);
  });

  it('has no negative rate over a restart and none over a gap', () => {
    const ticks = ['ok', 'ok', 'timeout', 'timeout', 'timeout', 'timeout', 'ok', 'ok', 'ok'] as const;
    const [figure] = queryFigures(
      handMadeWindow({ ticks: [...ticks], roles: { queryEvalSeconds: [100, 101, null, null, null, null, 200, 5, 6] } })
    );
    expect(figure).toMatchObject({ value: 1, low: 1, high: 1 });
  });

  it('is not known from one scrape, and absent for a target that does not report it', () => {
    expect(queryFigures(handMadeWindow({ roles: { queryEvalSeconds: [1] } })))
      .toMatchObject([{ value: null, note: 'needs two scrapes of one process' }]);
    expect(queryFigures(handMadeWindow({ roles: { cpuSeconds: [1, 2] } }))).toEqual([]);
  });
});

describe('when queries were heavy', () => {
  const START = 1_800_000_000;
  /** Returns the spans for seconds of evaluation, by the second in which they were counted. */
  const spans = (counted: Record<number, number>): number[][] => {
    let total = 0;
    const queryEvalSeconds = Array.from({ length: 200 }, (_, second) => (total += counted[second] ?? 0));
    const durationSeconds = queryEvalSeconds.map(() => 0);
    return heavyQuerySpans(handMadeWindow({ durationSeconds, roles: { queryEvalSeconds } })).map(
      ({ startMs, endMs }) => [startMs / 1000 - START, endMs / 1000 - START]
    );
  };

  it.each<[string, Record<number, number>, number[][]]>([
    ['a long query, counted as it ends', { 100: 60 }, [[40, 100]]],
    ['a short one that ended during it', { 98: 2, 100: 60 }, [[40, 100]]],
    ['one that ended before it began', { 20: 2, 100: 60 }, [[18, 20], [40, 100]]],
    ['one after', { 100: 60, 110: 5 }, [[40, 100], [105, 110]]],
  ])('%s', (_, counted, expected) => { expect(spans(counted)).toEqual(expected); });
});
