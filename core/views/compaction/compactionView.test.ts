import { describe, expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { compactionEmbed } from './compactionDrawing.ts';
import {
  alignmentText, compactionView, countdownText, foldChart, medianCost, unbrokenText,
} from './compactionView.ts';

const stored = answerOf('compaction');

describe('alignment in a sentence', () => {
  const cases: [string, Partial<typeof stored>, string][] = [
    [
      'aligned, with phase and expectation', {},
      'Aligned to the 2m clock: mean resultant length 1 over 9, p < 0.001. They '
        + 'start 60.4 s into the block range (expected 60 s).',
    ],
    [
      'not shown to be aligned',
      { alignment: { resultantLength: 0.3, pValue: 0.4, aligned: false, count: 9 }, phaseSeconds: null },
      'Not shown to be aligned to the 2m clock: mean resultant length 0.3 over 9, p = 0.4.',
    ],
    [
      'one is too few', { alignment: { resultantLength: null, pValue: null, aligned: false, count: 1 } },
      'One head compaction in this window: at least two are needed to test the 2m clock.',
    ],
    ['no block range', { blockRangeSeconds: null }, 'The block range is unknown, so the schedule cannot be judged.'],
  ];
  test.each(cases)('%s', (_name, patch, sentence) => expect(alignmentText({ ...stored, ...patch })).toBe(sentence));
});

test.each(
  [[600, 'in 31 s'], [500, 'in 2m 11s'], [630, 'due now'], [632.5, 'due now'], [660, 'overdue by 29 s']]
)('at %s s the next one at 631 ± 2 s is %s', (now, text) => {
  expect(countdownText({ time: 631, errorSeconds: 2, basis: '' }, now)).toBe(text);
});

test('the timeline draws the CPU with the measured compactions; the next one only inside the window', () => {
  const { timeline } = compactionView(stored, 'utc', stored.range.end);
  expect(timeline.lines[0]).toMatchObject({ values: stored.series.cpuCores, high: stored.series.cpuCoresMax });
  expect(timeline.spans.filter(({ label }) => label === 'compaction').map(({ start, end }) => [start, end]))
    .toEqual(stored.compactions.map(({ start, end }) => [start, end]));
  expect(stored.compactions).toHaveLength(10);
  const nextAt = (time: number): number[] | undefined => (
    compactionView({ ...stored, next: { time, errorSeconds: 1, basis: '' } }, 'utc', 0).timeline.marks[1]?.times
  );
  expect([nextAt(stored.range.end - 5), nextAt(stored.range.end + 5)]).toEqual([[stored.range.end - 5], []]);
});

test('the fold draws each period thin, one legend entry for all, then the mean with its band', () => {
  const fold = foldChart(stored, 1);
  expect(fold?.x).toMatchObject({ values: stored.fold.offsetSeconds, min: 0, max: stored.blockRangeSeconds });
  expect(fold?.lines.map(({ style, silent }) => `${style}${silent === true ? ' silent' : ''}`))
    .toEqual(['thin', ...Array.from({ length: 10 }, () => 'thin silent'), 'line']);
  expect(fold?.lines[0]?.label).toBe('each of 11 periods');
  expect(fold?.lines.slice(0, -1).map(({ values }) => values))
    .toEqual(stored.fold.cycles.map(({ cpuCores }) => cpuCores));
  const { mean, low, high } = stored.fold.cpuCores;
  expect(fold?.lines.at(-1)).toMatchObject({ bandLabel: 'lowest to highest', values: mean, low, high });
  expect(fold?.marks.map(({ label, times }) => [label, ...times]))
    .toEqual([['expected start', 60], ['measured start', stored.phaseSeconds]]);
});

test('the disk chart is omitted without disk metrics, and shows I/O with its spikes otherwise', () => {
  const panel = answerOf('compaction');
  expect(compactionView(panel, 'utc', 0)).toMatchObject({ disk: null });
  panel.series.diskWriteBytesPerSecond = panel.series.time.map((_, i) => i);
  expect(compactionView(panel, 'utc', 0).disk?.lines[0]?.values).toEqual(panel.series.diskWriteBytesPerSecond);
  panel.diskIo = { of: 'host', mean: panel.series.time.map(() => 1e6), max: panel.series.time.map(() => 2e6) };
  panel.diskSpikes = { ...answerOf('memory').spikes, quantity: 'disk-io' };
  const disk = compactionView(panel, 'utc', 0).disk;
  expect(disk?.lines).toMatchObject([{ label: 'read and written by the host', values: panel.diskIo.mean }]);
  expect(disk?.fills?.map(({ key }) => key)).toEqual(panel.diskSpikes.causes.map(({ cause }) => `spikes-${cause}`));
});

test('the fold is omitted without a known period, or without data of so many ranges', () => {
  const panel = answerOf('compaction');
  panel.fold.periodSeconds = null;
  expect(foldChart(panel, 1)).toBeNull();
  expect(foldChart({ ...stored, widerFolds: [] }, 3)).toBeNull();
});

test('the fold is omitted without a reading, and for a part of one period without a compaction', () => {
  const { fold } = stored;
  const [cycle] = fold.cycles;
  if (cycle === undefined) throw new Error('no cycle');
  expect(foldChart({ ...stored, fold: { ...fold, cycles: [] } }, 1)).toBeNull();
  const one = { ...fold, cycles: [cycle] };
  expect(foldChart({ ...stored, fold: one, compactions: [] }, 1)).toBeNull();
  expect(foldChart({ ...stored, fold: one }, 1)?.lines[0]?.label).toBe('the one period');
});

test('a fold at three ranges marks each expected and measured start', () => {
  const phase = stored.phaseSeconds ?? NaN;
  expect(foldChart(stored, 3)?.marks.map(({ times }) => times))
    .toEqual([[60, 180, 300], [phase, 120 + phase, 240 + phase]]);
});

test('a value keeps its unit at the end of a line', () => {
  expect(unbrokenText('It takes 5.56 s of every 2m (4.64 %), at 3 segments. At most 11 ms'))
    .toBe('It takes 5.56\u00a0s of every 2m (4.64\u00a0%), at 3 segments. At most 11\u00a0ms');
});

test('the cost of one is the median of those that have it, null where none has', () => {
  const middle = (values: (number | null)[]): number => {
    const [low = NaN, high = NaN] = values.map(Number).toSorted((a, b) => a - b).slice(4, 6);
    return (low + high) / 2;
  };
  expect(medianCost(stored.compactions)).toEqual({
    cpu: middle(stored.compactions.map((one) => one.cpuCoreSecondsAboveQuiet)),
    rss: middle(stored.compactions.map((one) => one.rssRiseBytes)), written: null, read: null, cache: null,
  });
  const written = stored.compactions.map((one, i) => ({ ...one, bytesWrittenAboveQuiet: i < 3 ? 60e6 + i : null }));
  expect(medianCost(written)).toMatchObject({ written: 60e6 + 1 });
  expect(medianCost([])).toMatchObject({ cpu: null });
});

test('an embed counts down to the next one of a target that is scraped, not of a finished recording', () => {
  const due = { ...stored, next: { time: stored.range.end, errorSeconds: 2, basis: '' } } as typeof stored;
  expect(compactionEmbed(due, true).notes.join(' ')).toContain('Next compaction due now.');
  expect(compactionEmbed(due, false).notes.join(' ')).not.toContain('Next compaction');
});
