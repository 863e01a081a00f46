import { expect, test } from 'vitest';
import { noon, walReplayPanel } from '../../testdata/panels.ts';
import { etaText, memoryText, phaseBars, progressText, walReplayView } from './walReplayView.ts';

test('phases share the bar by their durations; one that runs says so', () => {
  expect(phaseBars(walReplayPanel().phases)).toEqual([
    { name: 'unreachable', word: 'unreachable', shareRatio: 3 / 64, durationText: '3 s', isRunning: false },
    { name: 'mmapped-chunks', word: 'm-mapped chunks', shareRatio: 6 / 64, durationText: '6 s', isRunning: false },
    { name: 'segments', word: 'WAL segments', shareRatio: 55 / 64, durationText: '55 s', isRunning: true },
  ]);
  expect(phaseBars([])).toEqual([]);
});

test('the time left is a range, and honest when not known', () => {
  const panel = walReplayPanel();
  expect(etaText(panel)).toBe('30 s to 50 s left');
  expect(etaText({ ...panel, etaSeconds: null })).toBe('time left not yet known');
  expect(etaText({ ...panel, state: 'done' })).toBe('–');
});

test('progress is rounded down: 100 % means done', () => {
  expect(progressText({ progressRatio: 0.999, segments: { min: 0, max: 34, current: 34 } })).toBe('99 %, at segment 34 (they run from 0 to 34)');
  expect(progressText({ progressRatio: null, segments: null })).toBe('progress not yet known');
});

test('memory says risk and limit', () => {
  expect(memoryText(walReplayPanel())).toBe('little danger, limit 2 GiB');
  expect(memoryText({ memory: { ...walReplayPanel().memory, limitBytes: null, projectedPeakBytes: null, risk: 'unknown' } })).toBe('limit not known');
});

test('charts stand over the replay, not over the whole window; without values they keep their room only while it replays', () => {
  const view = walReplayView(walReplayPanel(), 'utc', noon);
  expect(view.segments?.x.min).toBeCloseTo(noon + 80);
  expect(view.segments?.lines[0]?.values.slice(0, 3)).toEqual([null, null, null]);
  expect(view.memory?.lines.map((line) => line.key)).toEqual(['rss', 'projected', 'limit']);
  const silent = walReplayPanel();
  silent.points = silent.points.map((point) => ({ ...point, cpuCores: null }));
  expect(walReplayView(silent, 'utc', noon).cpu?.x.min).toBeCloseTo(noon + 80);
  expect(walReplayView({ ...silent, state: 'done' }, 'utc', noon).cpu).toBeNull();
});
