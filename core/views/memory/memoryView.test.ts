import { expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { topOf } from '../charts/chartModel.ts';
import { barParts, memoryView } from './memoryView.ts';

test('lines only where there are values, the limit only where it is known', () => {
  const panel = answerOf('memory');
  const { series } = panel;
  expect(memoryView(panel, 'utc', 0).memory.lines.map(({ key, values, high }) => [key, values, high])).toEqual([
    ['inuse', series.heapInuseBytes, undefined], ['goal', series.heapGoalBytes, undefined],
    ['go', series.goHeldBytes, undefined], ['rss', series.rssBytes, series.rssBytesMax],
  ]);
  expect(memoryView(panel, 'utc', 0).perSeries?.lines[0]?.values).toEqual(series.residentBytesPerSeries);
  expect(memoryView(panel, 'utc', 0).perSample?.lines[0]?.values).toEqual(series.cpuSecondsPerSample);
  panel.limitBytes = 2e9;
  series.heapGoalBytes = series.time.map(() => null);
  expect(memoryView(panel, 'utc', 0).memory.lines.map(({ key }) => key)).toEqual(['inuse', 'go', 'rss', 'limit']);
  expect(topOf(memoryView(panel, 'utc', 0).memory)).toBe(2e9);
  panel.limitBytes = 24 * 1024 ** 3;
  const far = memoryView(panel, 'utc', 0).memory;
  expect(far.lines.at(-1)).toMatchObject({ key: 'limit', label: 'limit 24 GiB, off scale', isOffAxis: true });
  expect(topOf(far)).toBeLessThan(2e9);
  series.cpuSecondsPerSample = series.time.map(() => null);
  expect(memoryView(panel, 'utc', 0).perSample).toBeNull();
});

test('the warm-up is a band from the first sample to where the last figure settled, none while one has not', () => {
  const panel = answerOf('memory');
  const bands = () => memoryView(panel, 'utc', 0).memory.spans.filter(({ label }) => label === 'warm-up');
  const [warmUp] = panel.warmUps;
  if (warmUp === undefined) throw new Error('the stored answer begins with a start');
  expect([warmUp.seconds, bands()]).toEqual([null, []]);
  warmUp.seconds = 90;
  expect(bands()).toMatchObject(
    [{ start: warmUp.ingestStart, end: warmUp.ingestStart + 90, detail: 'warm-up, 90 s', facts: warmUp.sentence }]
  );
});

test('shares add up to one, a part below zero takes no room, and one that is missing leaves no bar', () => {
  const { parts } = answerOf('memory');
  const bar = barParts(parts);
  expect(bar?.map(({ part }) => part.key)).toEqual(['heapInuse', 'heapRetained', 'stacks', 'runtime', 'outsideGo']);
  expect(bar?.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  expect((bar?.[0]?.share ?? NaN) / (bar?.[1]?.share ?? NaN))
    .toBeCloseTo((parts[0]?.bytes ?? NaN) / (parts[1]?.bytes ?? NaN), 9);
  const untouched = parts.map((part) => (part.key === 'outsideGo' ? { ...part, bytes: -9e6 } : part));
  expect(barParts(untouched)?.at(-1)?.share).toBe(0);
  expect(barParts(parts.map((part) => (part.key === 'stacks' ? { ...part, bytes: null } : part)))).toBeNull();
});
