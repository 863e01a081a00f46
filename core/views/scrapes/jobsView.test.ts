import { expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { jobsChart } from './jobsView.ts';

const { range, restarts, gapSpans } = answerOf('scrapes');
const window = { range, restarts, gapSpans };
const jobDurations = {
  sentence: '', stepSeconds: 30, time: [30, 60], p50Seconds: {},
  maxSeconds: { load: [0.5, null], node: [null, 0.1], gone: [null, null] },
  othersMaxSeconds: [0.01, 0.02], others: 3,
};

test('a line per job with a value, the rest as one', () => {
  const chart = jobsChart({ ...window, jobDurations });
  expect(chart?.lines.map(({ label, values }) => [label, values])).toEqual([
    ['load, longest', [0.5, null]], ['node, longest', [null, 0.1]], ['3 other jobs, longest', [0.01, 0.02]],
  ]);
});

test('nothing where nothing is known, or of an answer stored before', () => {
  expect(jobsChart({ ...window, jobDurations: { ...jobDurations, maxSeconds: {} } })).toBeNull();
  expect(jobsChart(window)).toBeNull();
});
