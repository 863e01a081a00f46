import { expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { jitterChart } from './jitterView.ts';

const panel = answerOf('scrapes');
const ownScrapes = {
  ...panel.ownScrapes,
  intervals: [['5s', 5], ['15s', 15], ['odd', null]].map(([interval, wantedSeconds]) => ({
    interval: String(interval), wantedSeconds: wantedSeconds === null ? null : Number(wantedSeconds), p50: null,
    p99: null, jitterRatio: null,
  })),
};
const intervalLengths = {
  time: [1, 2, 3], p50Seconds: {},
  p99Seconds: { '5s': [5, null, 6], '15s': [14.9, 15, 18], 'odd': [1, 1, 1] },
};

test('each interval is a line: its p99 over what is configured, never below zero; a gap stays one', () => {
  const chart = jitterChart({ ...panel, ownScrapes, intervalLengths });
  expect(chart?.lines.map(({ key, values }) => [key, values.map((one) => (one === null ? null : one.toFixed(2)))]))
    .toEqual([['5s', ['0.00', null, '0.20']], ['15s', ['0.00', '0.00', '0.20']]]);
});

test('without lengths, or of an answer that was stored before, there is no chart', () => {
  expect(jitterChart({ ...panel, intervalLengths: { time: [], p50Seconds: {}, p99Seconds: {} } })).toBeNull();
  const { range, restarts, gapSpans } = panel;
  expect(jitterChart({ range, restarts, gapSpans, ownScrapes })).toBeNull();
});
