import { expect, test } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { pointGrid } from '../../signals/counterSteps.ts';
import { intervalLengths } from './scrapeOwn.ts';

const quantile = (interval: string, of: string, values: (number | null)[]) => (
  { role: 'targetIntervalQuantiles' as const, labels: { interval, quantile: of }, values }
);

test('the lengths of own intervals over time, with the latest of each step, by interval', () => {
  const window = handMadeWindow({
    roles: { heapInuseBytes: [1, 1, 1, 1] },
    labelled: [
      quantile('15s', '0.99', [NaN, 15.1, 15.4, null]), quantile('15s', '0.5', [NaN, 15, 15, 15]),
      quantile('5s', '0.99', [5, 5, 9, 5]), quantile('5s', '0.9', [5, 5, 5, 5]),
    ],
  });
  const lengths = intervalLengths(window, pointGrid(window.scrapes, 2000));
  expect(lengths.p99Seconds).toEqual({ '5s': [5, 9], '15s': [15.1, 15.4] });
  expect(lengths.p50Seconds).toEqual({ '15s': [15, 15] });
  expect(lengths.time).toHaveLength(2);
});

test('empty where the target does not state them', () => {
  const window = handMadeWindow({ roles: { heapInuseBytes: [1] } });
  expect(intervalLengths(window, pointGrid(window.scrapes, null)))
    .toEqual({ time: [], p50Seconds: {}, p99Seconds: {} });
});
