import { describe, expect, test } from 'vitest';
import { compactionPanel, noon } from '../../../web/testdata/panels.ts';
import { alignmentText, compactionView, countdownText, foldChart, medianCost } from './compactionView.ts';

describe('alignment in a sentence', () => {
  const panel = compactionPanel();
  const cases: [string, Partial<typeof panel>, string][] = [
    [
      'aligned, with phase and expectation', {},
      'Aligned to the 1m clock: mean resultant length 0.99 over 9, p < 0.001. They '
        + 'start 31 s into the block range (expected 30 s).',
    ],
    [
      'not shown to be aligned',
      { alignment: { resultantLength: 0.3, pValue: 0.4, aligned: false, count: 9 }, phaseSeconds: null },
      'Not shown to be aligned to the 1m clock: mean resultant length 0.3 over 9, p = 0.4.',
    ],
    [
      'one is too few', { alignment: { resultantLength: null, pValue: null, aligned: false, count: 1 } },
      'One head compaction in this window: at least two are needed to test the 1m clock.',
    ],
    ['no block range', { blockRangeSeconds: null }, 'The block range is unknown, so the schedule cannot be judged.'],
  ];
  test.each(cases)('%s', (_name, patch, sentence) => expect(alignmentText({ ...panel, ...patch })).toBe(sentence));
});

test.each(
  [[600, 'in 31 s'], [500, 'in 2m 11s'], [630, 'due now'], [632.5, 'due now'], [660, 'overdue by 29 s']]
)('%s s after noon the next one at 631 ± 2 s is %s', (offset, text) => {
  expect(countdownText({ time: noon + 631, errorSeconds: 2, basis: '' }, noon + offset)).toBe(text);
});

test('the fold draws each period thin, one legend entry for all, then the mean with its band', () => {
  const fold = foldChart(compactionPanel(), 1);
  expect(fold?.lines.map(({ style, silent }) => `${style}${silent === true ? ' silent' : ''}`))
    .toEqual(['thin', ...Array.from({ length: 8 }, () => 'thin silent'), 'line']);
  expect(fold?.lines[0]?.label).toBe('each of 9 periods');
  expect(fold?.lines.at(-1)).toMatchObject({ bandLabel: 'lowest to highest' });
  expect(fold?.marks.map(({ label, times }) => [label, ...times]))
    .toEqual([['expected start', 30], ['measured start', 31]]);
});

test('without a known period there is no fold, without disk figures no disk chart', () => {
  const panel = compactionPanel();
  panel.fold.periodSeconds = null;
  panel.series.diskWriteBytesPerSecond = panel.series.time.map(() => null);
  expect(compactionView(panel, 'utc', noon)).toMatchObject({ disk: null });
  expect(foldChart(panel, 1)).toBeNull();
  expect(foldChart(compactionPanel(), 3)).toBeNull();
});

test('a fold at three ranges marks each expected and measured start', () => {
  const panel = compactionPanel();
  panel.widerFolds = [{ factor: 3, ...panel.fold, periodSeconds: 180 }];
  expect(foldChart(panel, 3)?.marks.map(({ times }) => times)).toEqual([[30, 90, 150], [31, 91, 151]]);
});

test('the cost of one is the median of those that have it, null where none has', () => {
  expect(medianCost(compactionPanel().compactions))
    .toEqual({ cpu: 5.4, rss: 110e6, written: 60e6, read: null, cache: null });
  expect(medianCost([])).toMatchObject({ cpu: null });
});
