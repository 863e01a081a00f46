import { expect, test } from 'vitest';
import { memoryPanel, noon } from '../../../web/testdata/panels.ts';
import { barParts, memoryView } from './memoryView.ts';

test('lines only where there are values, the limit only where it is known', () => {
  const panel = memoryPanel();
  expect(memoryView(panel, 'utc', noon).memory.lines.map(({ key }) => key)).toEqual(['inuse', 'goal', 'go', 'rss']);
  panel.limitBytes = 2e9;
  panel.series.heapGoalBytes = panel.series.heapGoalBytes.map(() => null);
  expect(memoryView(panel, 'utc', noon).memory.lines.map(({ key }) => key)).toEqual(['inuse', 'go', 'rss', 'limit']);
  panel.series.cpuSecondsPerSample = panel.series.time.map(() => null);
  expect(memoryView(panel, 'utc', noon).perSample).toBeNull();
});

test('the warm-up is a band from the first sample to where the last figure settled', () => {
  expect(memoryView(memoryPanel(), 'utc', noon).memory.spans.filter(({ label }) => label === 'warm-up'))
    .toMatchObject([{ start: noon + 5, end: noon + 95 }]);
});

test('shares add up to one, a part below zero takes no room, and one that is missing leaves no bar', () => {
  const { parts } = memoryPanel();
  expect(barParts(parts)?.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
  const untouched = parts.map((part) => (part.key === 'outsideGo' ? { ...part, bytes: -9e6 } : part));
  expect(barParts(untouched)?.at(-1)?.share).toBe(0);
  expect(barParts(parts.map((part) => (part.key === 'stacks' ? { ...part, bytes: null } : part)))).toBeNull();
});
