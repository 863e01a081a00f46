import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../testdata/handMadeWindow.ts';
import { queryFigures } from './queryLoad.ts';

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
