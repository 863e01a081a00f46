import { expect, test } from 'vitest';
import { noon, walReplayPanel } from '../../../web/testdata/panels.ts';
import { riskText } from './replayForecastView.ts';
import { etaText, goneSince, memoryText, phaseBars, progressText, walReplayView } from './walReplayView.ts';

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
  expect(progressText({ progressRatio: 0.999, segments: { min: 0, max: 34, current: 34 } }))
    .toBe('99 %, at segment 34 (they run from 0 to 34)');
  expect(progressText({ progressRatio: null, segments: null })).toBe('progress not yet known');
});

test('memory says risk and limit', () => {
  expect(memoryText(walReplayPanel())).toBe('close to the limit, limit 2 GiB');
  expect(
    memoryText(
      {
        ...walReplayPanel(),
        memory: { ...walReplayPanel().memory, limitBytes: null, projectedPeakBytes: null, risk: 'unknown' },
      }
    )
  ).toBe('limit not known');
});

test('a start that died has no time left, no risk ahead of it, and lived until nobody answered', () => {
  const panel = walReplayPanel();
  const last = panel.phases.at(-1);
  if (last === undefined) throw new Error('no phase');
  const died = {
    ...panel,
    phases: [
      ...panel.phases.slice(0, -1), { ...last, end: last.start + 20, durationSeconds: 20 },
      { name: 'unreachable' as const, start: last.start + 20, end: null, durationSeconds: 35, segments: null },
    ],
  };
  expect(goneSince(panel)).toBeNull();
  expect(goneSince(died)).toBe(last.start + 20);
  expect(etaText(died)).toBe('the target does not answer');
  expect(memoryText(died)).toBe('limit 2 GiB');
  expect(riskText({ ...died, memory: { ...died.memory, risk: 'high' } })).toBeNull();
  expect(walReplayView(died, 'utc', noon).soFar).toBe('26 s');
});

test('charts stand over the replay, not over the whole window; without values '
  + 'they keep their room only while it replays', () => {
  const view = walReplayView(walReplayPanel(), 'utc', noon);
  expect(view.segments?.x.min).toBeCloseTo(noon + 80);
  expect(view.segments?.lines[0]?.values.slice(0, 3)).toEqual([null, null, null]);
  expect(view.memory?.lines.map((line) => line.key)).toEqual(['rss', 'projected', 'limit']);
  const silent = walReplayPanel();
  silent.points = silent.points.map((point) => ({ ...point, cpuCores: null }));
  expect(walReplayView(silent, 'utc', noon).cpu?.x.min).toBeCloseTo(noon + 80);
  expect(walReplayView({ ...silent, state: 'done' }, 'utc', noon).cpu).toBeNull();
});
